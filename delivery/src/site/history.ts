import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'
import type {
  DeployedRelease,
  Environment,
  HostBuild,
  HostDeployment,
  Release,
} from '@console/shared-kernel/remote'
import type { App, Build, Evidence, Served, State } from './environmentChanges'
import {
  environmentPaths,
  HOST,
  isPermissionDenied,
  exists,
  NAME,
  readJson,
  releaseId,
  type Site,
  writeAtomically,
} from './files'
import { environmentIn } from './page'

/** `history/000042.json`: one complete revision. Older ones may contain canary `plans`, which are ignored. */
export interface Revision extends Omit<State, 'apps' | 'minimumRevision'> {
  revision: number
  /** ISO 8601. */
  at: string
  who: string
  why: string
  /** A line for the history, e.g. `promote users@1.4.0-3f9c2a1b`. */
  action: string
  /** The target, if this revision is a rollback. */
  restores?: number
  evidence?: Evidence
  document: Environment
  policy: string
  /** Hash of the page as it was written; absent without a host. */
  page?: string
}

export function stateOf({ settings, document, trail, bad }: Revision): State {
  const { host, remotes, minimumRevision } = document
  const apps: Record<App, Served> = {}
  if (host) apps[HOST] = servedHost(host)
  for (const [name, { release, canary }] of Object.entries(remotes)) {
    apps[name] = {
      stable: release,
      ...(canary && { canary: { build: canary.release, percent: canary.percent } }),
    }
  }
  return { settings, apps, trail, bad, ...(minimumRevision !== undefined && { minimumRevision }) }
}

function servedHost({ previous: _, canary, ...stable }: HostDeployment): Served {
  if (!canary) return { stable }
  const { percent, ...build } = canary
  return { stable, canary: { build, percent } }
}

/** All addresses are derived from the settings, so new settings also apply to releases that are served already. */
export function documentOf(
  state: State,
  revision: number,
  fallbackOf: (app: App) => Build | undefined,
): Environment {
  const { releasesUrl, requires: _, ...settings } = state.settings
  const { [HOST]: host, ...remotes } = state.apps
  const deployed = (build: Build): DeployedRelease => {
    const release = build as Release
    return { baseUrl: `${releasesUrl}${release.name}/${releaseId(release)}/`, release }
  }
  const deployment = (app: App, { stable, canary }: Served) => {
    const previous = fallbackOf(app)
    return {
      ...deployed(stable),
      ...(previous && { previous: deployed(previous) }),
      ...(canary && { canary: { ...deployed(canary.build), percent: canary.percent } }),
    }
  }
  return {
    schema: 1,
    ...settings,
    revision,
    ...(state.minimumRevision !== undefined && { minimumRevision: state.minimumRevision }),
    ...(host && { host: hostDeployment(host, fallbackOf(HOST)) }),
    remotes: Object.fromEntries(
      Object.entries(remotes).map(([name, served]) => [name, deployment(name, served)]),
    ),
  }
}

const hostDeployment = ({ stable, canary }: Served, previous: Build | undefined): HostDeployment => ({
  ...(stable as HostBuild),
  ...(previous && { previous: previous as HostBuild }),
  ...(canary && { canary: { ...(canary.build as HostBuild), percent: canary.percent } }),
})

export const documentText = (environment: Environment): string => `${JSON.stringify(environment, null, 2)}\n`

const fileOf = (site: Site, environment: string, revision: number): string =>
  join(environmentPaths(site, environment).history, `${String(revision).padStart(6, '0')}.json`)

/** Written before the page: a record newer than the page's revision belongs to an unfinished change. */
export function writeRevision(
  site: Site,
  environment: string,
  revision: Revision,
  assertHeld: () => void,
): Promise<void> {
  const text = `${JSON.stringify(revision, null, 2)}\n`
  return writeAtomically(fileOf(site, environment, revision.revision), text, assertHeld)
}

/** @throws CommandError if the record is missing or damaged */
export async function readRevision(site: Site, environment: string, revision: number): Promise<Revision> {
  const file = fileOf(site, environment, revision)
  if (await exists(file)) {
    const record = (await readJson(file)) as Partial<Revision> | null
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
 * record is used.
 * @throws CommandError if there is no such environment, or if the record of the served revision is lost;
 * Error if permission to read a file is missing
 */
export async function readCurrent(site: Site, environment: string): Promise<Revision> {
  await checkExists(site, environment)
  const served = (await documentServed(site, environment))?.revision
  if (served === undefined) {
    const newest = await newestReadable(site, environment, Infinity)
    if (newest) return newest
  } else {
    const record = await recordIfReadable(site, environment, served)
    if (record) return record
  }
  const what = served === undefined ? 'All records' : `The record of revision ${served}`
  throw new CommandError(
    `${what} of ${environment} cannot be read: restore history/ from a backup. Without one, this rebuilds what is served from the page, losing who, why and requires: console-delivery repair --env ${environment}`,
  )
}

/**
 * Reads the document from the page, or else from the file next to it; null if both are lost.
 * @throws Error if permission to read a file is missing
 */
export async function documentServed(site: Site, environment: string): Promise<Environment | null> {
  const { page, document } = environmentPaths(site, environment)
  const parse = (text: string) => JSON.parse(text) as Environment
  return (await documentIn(page, environmentIn)) ?? documentIn(document, parse)
}

async function documentIn(
  file: string,
  read: (text: string) => Environment | null,
): Promise<Environment | null> {
  try {
    const document = read(await readFile(file, 'utf8'))
    return document?.revision === undefined ? null : document
  } catch (error) {
    if (isPermissionDenied(error)) throw error
    return null
  }
}

export async function newestReadable(
  site: Site,
  environment: string,
  before: number,
): Promise<Revision | null> {
  const numbers = (await revisionNumbers(site, environment)).filter((number) => number < before)
  for (const number of numbers.reverse()) {
    const found = await recordIfReadable(site, environment, number)
    if (found) return found
  }
  return null
}

export async function recordIfReadable(
  site: Site,
  environment: string,
  revision: number,
): Promise<Revision | null> {
  try {
    return await readRevision(site, environment, revision)
  } catch (error) {
    if (isPermissionDenied(error)) throw error
    return null
  }
}

export const isReadable = async (site: Site, environment: string, revision: number): Promise<boolean> =>
  (await recordIfReadable(site, environment, revision)) !== null

/** Reads all revisions, oldest first: those whose records can be read, and the numbers of the others. */
export async function recordsOf(
  site: Site,
  environment: string,
): Promise<{ readable: Revision[]; unreadable: number[] }> {
  const { revision } = await readCurrent(site, environment)
  const readable: Revision[] = []
  const unreadable: number[] = []
  for (const number of await revisionNumbers(site, environment)) {
    if (number > revision) break
    const record = await recordIfReadable(site, environment, number)
    if (record) readable.push(record)
    else unreadable.push(number)
  }
  return { readable, unreadable }
}

async function revisionNumbers(site: Site, environment: string): Promise<number[]> {
  const { history } = environmentPaths(site, environment)
  if (!(await exists(history))) return []
  return (await readdir(history))
    .filter((name) => /^\d+\.json$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((one, other) => one - other)
}

/** False for folders that are not environments, such as a manual copy. */
export const environmentExists = async (site: Site, name: string): Promise<boolean> =>
  NAME.test(name) &&
  ((await revisionNumbers(site, name)).length > 0 || exists(environmentPaths(site, name).page))

async function checkExists(site: Site, name: string): Promise<void> {
  if (await environmentExists(site, name)) return
  const known = await environmentsOf(site)
  throw new CommandError(
    `There is no environment '${name}'. ${known.length ? `Known: ${known.join(', ')}.` : 'Make one with: console-delivery init'}`,
  )
}

export async function environmentsOf(site: Site): Promise<string[]> {
  const folder = join(site.root, 'environments')
  if (!(await exists(folder))) return []
  const found: string[] = []
  for (const name of await readdir(folder))
    if (NAME.test(name) && (await mayExist(site, name))) found.push(name)
  return found
}

/** True for unreadable environments, so that their releases are neither pruned nor forgotten. */
const mayExist = (site: Site, name: string): Promise<boolean> =>
  environmentExists(site, name).catch(() => true)
