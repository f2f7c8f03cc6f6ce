import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@console/shared-kernel/remote/documents'
import { currentEnvironment } from './environment'
import { filesBelow } from './files'
import { historyOf } from './history'
import { environmentPaths, HOST, releaseFolder, releaseId, type Site } from './layout'
import { publishedNames, releasesOf } from './releases'
import { environmentsOf } from './settings'

const DAY_MS = 86_400_000

/**
 * What nobody needs any more: releases that no environment has named within the last days, neither as what
 * it served nor as what it would have fallen back to, and that were published before them.
 * @returns folders of releases, and files of earlier hosts in the environments' public folders
 */
export function unused(site: Site, days: number, now: Date): { releases: string[]; files: string[] } {
  const since = now.getTime() - days * DAY_MS
  const documents = environmentsOf(site).map((name) => ({ name, recent: documentsSince(site, name, since) }))
  const used = new Set(documents.flatMap(({ recent }) => recent.flatMap(releasesIn)))
  const releases = publishedNames(site).flatMap((name) =>
    releasesOf(site, name)
      .filter((id) => !used.has(`${name}/${id}`))
      .map((id) => releaseFolder(site, name, id))
      .filter((folder) => statSync(folder).mtimeMs < since),
  )
  const files = documents.flatMap(({ name, recent }) => hostFilesBeyond(site, name, recent))
  return { releases, files }
}

export function remove({ releases, files }: ReturnType<typeof unused>): void {
  for (const path of [...files, ...releases]) rmSync(path, { recursive: true, force: true })
}

/** Of every revision that was current at some moment since then. */
function documentsSince(site: Site, name: string, since: number): Environment[] {
  const current = currentEnvironment(site, name)
  if (!current) return []
  const entries = historyOf(site, name, current.revision ?? 0)
  const recent = entries.filter((_, index) => {
    const next = entries[index + 1]
    return !next || Date.parse(next.at) >= since
  })
  return [current, ...recent.map(({ document }) => document)]
}

const releasesIn = ({ host, remotes }: Environment): string[] => [
  ...(host ? [`${HOST}/${releaseId(host)}`] : []),
  ...Object.entries(remotes).flatMap(([name, remote]) =>
    [remote, remote.previous, remote.canary].flatMap((one) =>
      one ? [`${name}/${releaseId(one.release)}`] : [],
    ),
  ),
]

/** Files of hosts that none of these documents names. */
function hostFilesBeyond(site: Site, name: string, documents: readonly Environment[]): string[] {
  const { publicFolder } = environmentPaths(site, name)
  if (!existsSync(publicFolder)) return []
  const hosts = new Set(documents.flatMap(({ host }) => (host ? [releaseId(host)] : [])))
  const folders = [...hosts].map((id) => releaseFolder(site, HOST, id))
  const kept = new Set(folders.flatMap((folder) => filesBelow(folder)))
  return filesBelow(publicFolder)
    .filter((path) => path !== 'index.html' && path !== 'environment.json' && !kept.has(path))
    .map((path) => join(publicFolder, path))
}
