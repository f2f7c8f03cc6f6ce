import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@console/shared-kernel/remote'
import { CommandError } from '@console/shared-kernel/command'
import { isPermissionDenied, isThere, readJson, writeWhole } from './files'
import { environmentPaths, NAME, type Site } from './siteLayout'
import { environmentIn } from './page'
import type { Revision } from './environmentRevision'

export const documentText = (environment: Environment): string => `${JSON.stringify(environment, null, 2)}\n`

const fileOf = (site: Site, environment: string, revision: number): string =>
  join(environmentPaths(site, environment).history, `${String(revision).padStart(6, '0')}.json`)

/** Written before the page: a record newer than the page's revision belongs to an unfinished change. */
export function writeRevision(
  site: Site,
  environment: string,
  revision: Revision,
  assertHeld: () => void,
): void {
  const text = `${JSON.stringify(revision, null, 2)}\n`
  writeWhole(fileOf(site, environment, revision.revision), text, assertHeld)
}

/** @throws CommandError where the record is missing or damaged */
export function readRevision(site: Site, environment: string, revision: number): Revision {
  const file = fileOf(site, environment, revision)
  if (isThere(file)) {
    const record = readJson(file) as Partial<Revision> | null
    if (record?.revision === revision && record.document && record.settings && record.trail && record.bad)
      return record as Revision
    throw new CommandError(`${file} is damaged: it is not the record of revision ${revision}.`)
  }
  throw new CommandError(
    `There is no record of revision ${revision} of ${environment}: ${file} is missing. Name another revision with --to.`,
  )
}

/**
 * The page names the served revision; if it is lost, the document does; if both are lost, the newest readable
 * record counts.
 * @throws CommandError if there is no such environment, or the record of the served revision is lost; Error if a
 * file may not be read
 */
export function readCurrent(site: Site, environment: string): Revision {
  checkExists(site, environment)
  const served = documentServed(site, environment)?.revision
  if (served === undefined) {
    const newest = newestReadable(site, environment, Infinity)
    if (newest) return newest
  } else {
    const record = recordIfReadable(site, environment, served)
    if (record) return record
  }
  const what = served === undefined ? 'All records' : `The record of revision ${served}`
  throw new CommandError(
    `${what} of ${environment} cannot be read. To rebuild what is served from the page: console-delivery repair --env ${environment}`,
  )
}

/** From the page, or else from the file next to it; null if both are lost. @throws Error if one may not be read */
export function documentServed(site: Site, environment: string): Environment | null {
  const { page, document } = environmentPaths(site, environment)
  return documentIn(page, environmentIn) ?? documentIn(document, (text) => JSON.parse(text) as Environment)
}

function documentIn(file: string, read: (text: string) => Environment | null): Environment | null {
  try {
    const document = read(readFileSync(file, 'utf8'))
    return document?.revision === undefined ? null : document
  } catch (error) {
    if (isPermissionDenied(error)) throw error
    return null
  }
}

export function newestReadable(site: Site, environment: string, before: number): Revision | null {
  const numbers = revisionNumbers(site, environment).filter((number) => number < before)
  for (const number of numbers.reverse()) {
    const found = recordIfReadable(site, environment, number)
    if (found) return found
  }
  return null
}

export function recordIfReadable(site: Site, environment: string, revision: number): Revision | null {
  try {
    return readRevision(site, environment, revision)
  } catch (error) {
    if (isPermissionDenied(error)) throw error
    return null
  }
}

export const isReadable = (site: Site, environment: string, revision: number): boolean =>
  recordIfReadable(site, environment, revision) !== null

/** Readable revisions, oldest first. */
export const revisionsOf = (site: Site, environment: string): Revision[] =>
  numbersOf(site, environment).flatMap((number) => recordIfReadable(site, environment, number) ?? [])

export const unreadableOf = (site: Site, environment: string): number[] =>
  numbersOf(site, environment).filter((number) => !isReadable(site, environment, number))

function numbersOf(site: Site, environment: string): number[] {
  const { revision } = readCurrent(site, environment)
  return revisionNumbers(site, environment).filter((number) => number <= revision)
}

function revisionNumbers(site: Site, environment: string): number[] {
  const { history } = environmentPaths(site, environment)
  if (!isThere(history)) return []
  return readdirSync(history)
    .filter((name) => /^\d+\.json$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((one, other) => one - other)
}

/** Skips folders that are no environment, such as a manual copy. */
export const environmentExists = (site: Site, name: string): boolean =>
  NAME.test(name) && (revisionNumbers(site, name).length > 0 || isThere(environmentPaths(site, name).page))

function checkExists(site: Site, name: string): void {
  if (environmentExists(site, name)) return
  const known = environmentsOf(site)
  throw new CommandError(
    `There is no environment '${name}'. ${known.length ? `There are: ${known.join(', ')}.` : 'Make one with: console-delivery init'}`,
  )
}

export function environmentsOf(site: Site): string[] {
  const folder = join(site.root, 'environments')
  if (!isThere(folder)) return []
  return readdirSync(folder).filter((name) => NAME.test(name) && mayExist(site, name))
}

/** True for unreadable environments, so that their releases are neither pruned nor forgotten. */
function mayExist(site: Site, name: string): boolean {
  try {
    return environmentExists(site, name)
  } catch {
    return true
  }
}
