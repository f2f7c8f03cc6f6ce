import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '@console/shared-kernel/remote'
import { CommandError } from '@console/shared-kernel/command'
import {
  isAccessible,
  filesBelow,
  statsOf,
  environmentPaths,
  HOST,
  releaseFolder,
  releaseId,
  type Site,
  withLock,
} from './files'
import { environmentsOf, recordsOf } from './history'
import { publishedNames, releasesIn, releasesOf, unfinishedOf } from './releases'

const DAY_MS = 86_400_000

/**
 * Finds releases that were published more than `days` ago, and that no revision since then has named as
 * served or as a fallback.
 * @returns folders of releases, and files of earlier hosts in public folders
 */
export async function unused(site: Site, days: number, now: Date): Promise<Unused> {
  const since = now.getTime() - days * DAY_MS
  const used = new Set<string>()
  const releases: string[] = []
  const files: string[] = []
  for (const name of await environmentsOf(site)) {
    const recent = await documentsSince(site, name, since)
    for (const release of recent.flatMap(releasesIn)) used.add(release)
    files.push(...(await hostFilesBeyond(site, name, recent)))
  }
  for (const name of await publishedNames(site))
    for (const id of [...(await releasesOf(site, name)), ...(await unfinishedOf(site, name))]) {
      const folder = releaseFolder(site, name, id)
      // a failing upload may remove its folder at any moment
      const stats = await statsOf(folder)
      if (stats && !used.has(`${name}/${id}`) && stats.mtimeMs < since) releases.push(folder)
    }
  return { releases, files }
}

interface Unused {
  releases: string[]
  files: string[]
}

/** Locks all environments, so that none can start to serve what is removed. @throws CommandError if one is locked */
export async function removeUnused(site: Site, days: number, who: string): Promise<Unused> {
  const checks: (() => void)[] = []
  const lockAll = async ([first, ...others]: string[]): Promise<Unused> => {
    if (first !== undefined)
      return withLock(environmentPaths(site, first).lock, who, (assertHeld) => {
        checks.push(assertHeld)
        return lockAll(others)
      })
    const found = await unused(site, days, new Date())
    for (const path of [...found.files, ...found.releases]) {
      for (const assertHeld of checks) assertHeld()
      await rm(path, { recursive: true, force: true })
    }
    return found
  }
  return lockAll(await environmentsOf(site))
}

/**
 * Reads the documents of all revisions that were current at some time after `since`.
 * @throws CommandError for unreadable records
 */
async function documentsSince(site: Site, name: string, since: number): Promise<Environment[]> {
  const {
    readable: revisions,
    unreadable: [unreadable],
  } = await recordsOf(site, name)
  if (unreadable !== undefined)
    throw new CommandError(
      `The record of revision ${unreadable} of ${name} cannot be read: prune could remove releases that it names. Restore it from a backup, or delete its file.`,
    )
  const recent = revisions.filter((_, index) => {
    const next = revisions[index + 1]
    return !next || Date.parse(next.at) >= since
  })
  return recent.map(({ document }) => document)
}

async function hostFilesBeyond(
  site: Site,
  name: string,
  documents: readonly Environment[],
): Promise<string[]> {
  const { publicFolder } = environmentPaths(site, name)
  if (!(await isAccessible(publicFolder))) return []
  const hosts = new Set(
    documents.flatMap(({ host }) =>
      [host, host?.previous, host?.canary].flatMap((one) => (one ? [releaseId(one)] : [])),
    ),
  )
  const kept = new Set<string>()
  for (const id of hosts) for (const path of await filesBelow(releaseFolder(site, HOST, id))) kept.add(path)
  return (await filesBelow(publicFolder))
    .filter((path) => path !== 'index.html' && path !== 'environment.json' && !kept.has(path))
    .map((path) => join(publicFolder, path))
}
