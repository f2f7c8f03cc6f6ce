import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@console/shared-kernel/remote/documents'
import { CommandError } from '../errors'
import { readJson, writeWhole } from './files'
import { environmentPaths, type Site } from './layout'
import { environmentIn } from './page'
import type { Revision } from './revision'
import { ENVIRONMENT_NAME } from './settings'

export const documentText = (environment: Environment): string => `${JSON.stringify(environment, null, 2)}\n`

const fileOf = (site: Site, environment: string, revision: number): string =>
  join(environmentPaths(site, environment).history, `${String(revision).padStart(6, '0')}.json`)

/** Written before the page: one beyond the page's revision is of a change that did not come to its end. */
export function writeRevision(
  site: Site,
  environment: string,
  revision: Revision,
  assertHeld: () => void,
): void {
  const text = `${JSON.stringify(revision, null, 2)}\n`
  writeWhole(fileOf(site, environment, revision.revision), text, assertHeld)
}

/** @throws CommandError where there is no such revision, or its file is lost */
export function readRevision(site: Site, environment: string, revision: number): Revision {
  const file = fileOf(site, environment, revision)
  if (existsSync(file)) return readJson(file) as Revision
  throw new CommandError(
    `There is no record of revision ${revision} of ${environment}: ${file} is missing. Name another revision with --to.`,
  )
}

/** What is served now, and whether the files of it are as they should be. */
export interface Current {
  revision: Revision
  /** What `repair` would make again: empty where all is well. */
  damage: string[]
}

/**
 * The page says which revision is served; where it is lost, the document next to it; where both are lost, the
 * newest entry of the history.
 * @throws CommandError where there is no such environment, or the history lacks what is served
 */
export function readCurrent(site: Site, environment: string): Current {
  checkExists(site, environment)
  const { page, document } = environmentPaths(site, environment)
  const inPage = textOf(page)
  const inDocument = textOf(document)
  const number =
    revisionIn(inPage, environmentIn) ??
    revisionIn(inDocument, (text) => JSON.parse(text) as Environment) ??
    Math.max(...revisionNumbers(site, environment))
  const revision = readRevision(site, environment, number)
  const damage = [
    ...(revision.document.host ? damageOfPage(inPage, revision) : []),
    ...(inDocument === documentText(revision.document)
      ? []
      : ['environment.json is not that of the page: a change was interrupted, or it was edited']),
  ]
  return { revision, damage }
}

function damageOfPage(page: string | null, { revision, document }: Revision): string[] {
  if (revisionIn(page, environmentIn) === null) return ['the page is lost']
  const isSame = documentText(environmentIn(page!)!) === documentText(document)
  return isSame ? [] : [`the page is not that of revision ${revision} in the history: it was edited`]
}

const textOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null)

function revisionIn(text: string | null, read: (text: string) => Environment | null): number | null {
  try {
    return (text === null ? null : read(text)?.revision) ?? null
  } catch {
    return null
  }
}

/** Every revision that has been served, the oldest first. */
export function revisionsOf(site: Site, environment: string): Revision[] {
  const { revision } = readCurrent(site, environment).revision
  return revisionNumbers(site, environment)
    .filter((number) => number <= revision)
    .map((number) => readRevision(site, environment, number))
}

function revisionNumbers(site: Site, environment: string): number[] {
  const { history } = environmentPaths(site, environment)
  return readdirSync(history)
    .filter((name) => /^\d+\.json$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((one, other) => one - other)
}

/** Folders that cannot be an environment, such as a copy by hand, are none. */
export const environmentExists = (site: Site, name: string): boolean =>
  ENVIRONMENT_NAME.test(name) &&
  existsSync(environmentPaths(site, name).history) &&
  revisionNumbers(site, name).length > 0

/** @throws CommandError where there is no such environment */
function checkExists(site: Site, name: string): void {
  if (environmentExists(site, name)) return
  const known = environmentsOf(site)
  throw new CommandError(
    `There is no environment '${name}'. ${known.length ? `There are: ${known.join(', ')}.` : 'Make one with: console-delivery init'}`,
  )
}

export function environmentsOf(site: Site): string[] {
  const folder = join(site.root, 'environments')
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => ENVIRONMENT_NAME.test(name) && mayExist(site, name))
}

/** One that cannot be read is there: what it needs is neither pruned nor forgotten. */
function mayExist(site: Site, name: string): boolean {
  try {
    return environmentExists(site, name)
  } catch {
    return true
  }
}
