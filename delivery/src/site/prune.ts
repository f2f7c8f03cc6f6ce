import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@console/shared-kernel/remote'
import { CommandError } from '@console/shared-kernel/command'
import { filesBelow } from './files'
import { environmentsOf, revisionsOf, unreadableOf } from './history'
import { environmentPaths, HOST, releaseFolder, releaseId, type Site } from './siteLayout'
import { withLock } from './lock'
import { publishedNames, releasesIn, releasesOf, unfinishedOf } from './releases'

const DAY_MS = 86_400_000

/**
 * Releases that were published before the last `days` and that no revision within them named, neither as
 * served nor as a fallback.
 * @returns folders of releases, and files of earlier hosts in public folders
 */
export function unused(site: Site, days: number, now: Date): { releases: string[]; files: string[] } {
  const since = now.getTime() - days * DAY_MS
  const documents = environmentsOf(site).map((name) => ({ name, recent: documentsSince(site, name, since) }))
  const used = new Set(documents.flatMap(({ recent }) => recent.flatMap(releasesIn)))
  const releases = publishedNames(site).flatMap((name) =>
    [...releasesOf(site, name), ...unfinishedOf(site, name)]
      .filter((id) => !used.has(`${name}/${id}`))
      .map((id) => releaseFolder(site, name, id))
      .filter((folder) => statSync(folder).mtimeMs < since),
  )
  const files = documents.flatMap(({ name, recent }) => hostFilesBeyond(site, name, recent))
  return { releases, files }
}

/** Locks all environments, so that none can begin to need what is removed. @throws CommandError if one is locked */
export function removeUnused(site: Site, days: number, who: string): Promise<ReturnType<typeof unused>> {
  const checks: (() => void)[] = []
  const lockAll = async ([first, ...others]: string[]): Promise<ReturnType<typeof unused>> => {
    if (first !== undefined)
      return withLock(environmentPaths(site, first).lock, who, (assertHeld) => {
        checks.push(assertHeld)
        return lockAll(others)
      })
    const found = unused(site, days, new Date())
    for (const path of [...found.files, ...found.releases]) {
      for (const assertHeld of checks) assertHeld()
      rmSync(path, { recursive: true, force: true })
    }
    return found
  }
  return lockAll(environmentsOf(site))
}

/** Documents of all revisions that were current since then. @throws CommandError for unreadable records */
function documentsSince(site: Site, name: string, since: number): Environment[] {
  const [unreadable] = unreadableOf(site, name)
  if (unreadable !== undefined)
    throw new CommandError(
      `The record of revision ${unreadable} of ${name} cannot be read: prune could remove releases that it names. Restore it from a backup, or delete its file.`,
    )
  const revisions = revisionsOf(site, name)
  const recent = revisions.filter((_, index) => {
    const next = revisions[index + 1]
    return !next || Date.parse(next.at) >= since
  })
  return recent.map(({ document }) => document)
}

function hostFilesBeyond(site: Site, name: string, documents: readonly Environment[]): string[] {
  const { publicFolder } = environmentPaths(site, name)
  if (!existsSync(publicFolder)) return []
  const hosts = new Set(
    documents.flatMap(({ host }) =>
      [host, host?.previous, host?.canary].flatMap((one) => (one ? [releaseId(one)] : [])),
    ),
  )
  const folders = [...hosts].map((id) => releaseFolder(site, HOST, id))
  const kept = new Set(folders.flatMap((folder) => filesBelow(folder)))
  return filesBelow(publicFolder)
    .filter((path) => path !== 'index.html' && path !== 'environment.json' && !kept.has(path))
    .map((path) => join(publicFolder, path))
}
