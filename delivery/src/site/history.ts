import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@console/shared-kernel/remote/documents'
import { Refusal } from '../refusal'
import { readJson, writeWhole } from './files'
import { environmentPaths, HOST, releaseId, type Site } from './layout'
import { currentEnvironment } from './page'

export interface HistoryEntry {
  revision: number
  /** ISO 8601 instant. */
  at: string
  who: string
  why: string
  /** What was done, e.g. `promote users@1.4.0-3f9c2a1b`. */
  action: string
  /** The revision that this one goes back to, in whole or in part. */
  restores?: number
  document: Environment
}

const fileOf = (site: Site, environment: string, revision: number): string =>
  join(environmentPaths(site, environment).history, `${String(revision).padStart(6, '0')}.json`)

/** Written before the page: an entry beyond the page's revision is of a change that did not come to its end. */
export function writeEntry(site: Site, environment: string, entry: HistoryEntry): void {
  writeWhole(fileOf(site, environment, entry.revision), `${JSON.stringify(entry, null, 2)}\n`)
}

/** Every revision that has been served, the oldest first. */
export function historyOf(site: Site, environment: string): HistoryEntry[] {
  const { history } = environmentPaths(site, environment)
  const current = currentEnvironment(site, environment)?.revision ?? 0
  if (!existsSync(history)) return []
  return readdirSync(history)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readJson(join(history, name)) as HistoryEntry)
    .filter(({ revision }) => revision <= current)
}

/**
 * A page that was lost, or stands on a disk that is not there, says nothing of what it needs.
 * @throws Refusal where there was a page once
 */
export function refuseHistoryAlone(site: Site, environment: string): void {
  const { history, page } = environmentPaths(site, environment)
  // the first entry alone is of a first promote that did not come to its end
  if (existsSync(history) && readdirSync(history).length > 1)
    throw new Refusal(`${environment} has a history, but ${page} holds no environment: put it back first.`)
}

/** @throws Refusal where there is no such revision */
export function entryOf(site: Site, environment: string, revision: number): HistoryEntry {
  const entry = historyOf(site, environment).find((one) => one.revision === revision)
  if (!entry) throw new Refusal(`There is no revision ${revision} of ${environment}.`)
  return entry
}

/**
 * The last revision before what is served now that served something else: of everything, or of one remote
 * or the host. What was gone back from does not count: two steps back lead two back. Of a remote it is one
 * that gave nobody what is gone back from, as a canary neither; where a canary is served, that is the canary.
 * @throws Refusal where there is none
 */
export function earlierEntry(site: Site, environment: string, part?: string): HistoryEntry {
  const served = servedOf(part)
  const newest = historyOf(site, environment).reverse()
  const now = newest[0] && served(newest[0].document)
  const left = newest[0] && releasesOfPart(newest[0].document, part).at(-1)
  const since = newest
    .slice(
      0,
      newest.findIndex(({ document }) => served(document) !== now),
    )
    .at(-1)
  const limit = since?.restores ?? since?.revision ?? 0
  const found = newest.find(
    ({ revision, document }) =>
      revision < limit &&
      served(document) !== undefined &&
      served(document) !== now &&
      !releasesOfPart(document, part).some((id) => id === left),
  )
  if (!found) throw new Refusal(`There is nothing earlier${part ? ` of ${part}` : ''} in ${environment}.`)
  return found
}

/** What tells two documents apart, of everything or of a part; undefined where there is no such part. */
const servedOf =
  (part?: string) =>
  (document: Environment): string | undefined => {
    if (part === undefined) return JSON.stringify([document.host, document.remotes])
    const releases = releasesOfPart(document, part)
    return releases.length > 0 ? releases.join() : undefined
  }

/** Releases of the host or a remote that users may get, the canary at the end; none of everything. */
function releasesOfPart({ host, remotes }: Environment, part: string | undefined): string[] {
  if (part === undefined) return []
  if (part === HOST) return host ? [releaseId(host)] : []
  const remote = Object.hasOwn(remotes, part) ? remotes[part] : undefined
  return [remote, remote?.canary].flatMap((one) => (one ? [releaseId(one.release)] : []))
}
