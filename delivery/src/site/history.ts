import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@console/shared-kernel/remote/documents'
import { Refusal } from '../refusal'
import { readJson, writeWhole } from './files'
import { environmentPaths, type Site } from './layout'

export interface HistoryEntry {
  revision: number
  /** ISO 8601 instant. */
  at: string
  who: string
  why: string
  /** What was done, e.g. `promote users@1.4.0-3f9c2a1b`. */
  action: string
  document: Environment
}

const fileOf = (site: Site, environment: string, revision: number): string =>
  join(environmentPaths(site, environment).history, `${String(revision).padStart(6, '0')}.json`)

/** Written before the page: an entry beyond the page's revision is of a change that did not come to its end. */
export function writeEntry(site: Site, environment: string, entry: HistoryEntry): void {
  writeWhole(fileOf(site, environment, entry.revision), `${JSON.stringify(entry, null, 2)}\n`)
}

/** Every revision up to the current one, the oldest first. */
export function historyOf(site: Site, environment: string, current: number): HistoryEntry[] {
  const { history } = environmentPaths(site, environment)
  if (!existsSync(history)) return []
  return readdirSync(history)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readJson(join(history, name)) as HistoryEntry)
    .filter(({ revision }) => revision <= current)
}

/** @throws Refusal where there is no such revision */
export function entryOf(site: Site, environment: string, revision: number): HistoryEntry {
  const file = fileOf(site, environment, revision)
  if (!existsSync(file)) throw new Refusal(`There is no revision ${revision} of ${environment}.`)
  return readJson(file) as HistoryEntry
}
