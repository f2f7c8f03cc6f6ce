import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'
import type { Environment } from '@console/shared-kernel/remote'
import {
  keyOfBuild,
  targetOf,
  type App,
  type Build,
  type Change,
  type EarlierStates,
  type NewRevision,
  type State,
} from './environmentChanges'
import {
  readIfExists,
  copyAtomically,
  environmentPaths,
  isAccessible,
  filesBelow,
  HOST,
  integrityOf,
  LockLost,
  releaseFolder,
  releaseId,
  removeUnfinished,
  type Site,
  sync,
  withLock,
  writeAtomically,
} from './files'
import {
  documentOf,
  documentText,
  environmentExists,
  readCurrent,
  readRevision,
  stateOf,
  writeRevision,
  type Revision,
} from './history'
import { pagePolicy, pageWith } from './page'
import { fileProblems, type HostRecord, isHost, readRecord } from './releaseRecords'
import { releasesIn } from './releases'

export interface Note {
  who: string
  why: string
  /** If true, open pages of earlier revisions reload. */
  urgent?: boolean | undefined
}

export function whileLocked<T>(
  site: Site,
  name: string,
  who: string,
  work: (assertHeld: () => void) => T | Promise<T>,
): Promise<T> {
  const { lock, history, publicFolder } = environmentPaths(site, name)
  return withLock(lock, who, async (assertHeld) => {
    for (const folder of [history, publicFolder]) await removeUnfinished(folder)
    return work(assertHeld)
  })
}

/** @throws CommandError if the environment exists */
export function createEnvironment(site: Site, name: string, note: Note, state: State): Promise<Revision> {
  return whileLocked(site, name, note.who, async (assertHeld) => {
    if (await environmentExists(site, name))
      throw new CommandError(`${name} already exists: console-delivery settings changes its settings.`)
    const at = new Date().toISOString()
    const stamp = { ...note, revision: 1, at, action: 'init' }
    return write(site, name, { stamp, state, before: null, assertHeld })
  })
}

/**
 * Makes a revision, under the environment's lock. Renaming the page into place is the commit point: before it
 * everybody gets the old console, after it the new one. The document next to the page is written last.
 * @param isDone whether the served revision already contains this change
 */
export async function commit(
  site: Site,
  name: string,
  note: Note,
  change: Change,
  isDone?: (served: Revision) => boolean,
): Promise<Revision> {
  await readCurrent(site, name)
  return whileLocked(site, name, note.who, async (assertHeld) => {
    const before = await readCurrent(site, name)
    const { document } = environmentPaths(site, name)
    const text = documentText(before.document)
    // an earlier change was interrupted after its page was served
    if ((await readIfExists(document))?.toString() !== text) await writeAtomically(document, text, assertHeld)
    if (isDone?.(before)) return before
    const made = newRevision(site, name, note, before.revision + 1)
    const { state, ...done } = await change(stateOf(before), made)
    const { revision, who, why, at } = made
    const served = { ...state, ...(note.urgent && { minimumRevision: revision }) }
    const stamp = { revision, who, why, at, ...done }
    return write(site, name, { stamp, state: served, before, assertHeld })
  })
}

/** Computes the result of a change without writing anything. The document names no fallbacks. */
export async function preview(site: Site, name: string, note: Note, change: Change) {
  const before = await readCurrent(site, name)
  const revision = before.revision + 1
  const { state, action } = await change(stateOf(before), newRevision(site, name, note, revision))
  return { before, state, action, document: documentOf(state, revision, () => undefined) }
}

const newRevision = (site: Site, name: string, { who, why }: Note, revision: number): NewRevision => ({
  who,
  why,
  revision,
  at: new Date().toISOString(),
  earlier: (number) => earlierState(site, name, number, revision),
})

const earlierState = async (site: Site, name: string, number: number, next: number): Promise<State> => {
  if (number >= next) throw new CommandError(`There is no revision ${number} of ${name}.`)
  return stateOf(await readRevision(site, name, number))
}

type Stamp = Omit<Revision, 'settings' | 'document' | 'policy' | 'page' | 'trail' | 'bad'>

interface Next {
  stamp: Stamp
  state: State
  /** The revision that is served; null for the first. */
  before: Revision | null
  /** Throws if the lock was lost. */
  assertHeld: () => void
}

async function write(
  site: Site,
  name: string,
  { stamp, state, before, assertHeld }: Next,
): Promise<Revision> {
  const { settings, trail, bad } = state
  const made = { earlier: (number: number) => earlierState(site, name, number, stamp.revision) }
  const fallbacks = new Map<App, Build | undefined>()
  for (const app of Object.keys(state.apps)) fallbacks.set(app, await fallbackOf(site, state, made, app))
  const document = documentOf(state, stamp.revision, (app) => fallbacks.get(app))
  await rejectCorrupt(site, before?.document ?? null, document)
  const html = await pageOf(site, document)
  const revision: Revision = {
    ...stamp,
    settings,
    trail,
    bad,
    document,
    policy: pagePolicy(document),
    ...(html !== null && { page: integrityOf(Buffer.from(html)) }),
  }
  await writeRevision(site, name, revision, assertHeld)
  await writeServed(site, name, { document, html, assertHeld })
  return revision
}

/** A lost record or release removes a fallback, but must not prevent a change. */
async function fallbackOf(
  site: Site,
  state: State,
  made: EarlierStates,
  app: App,
): Promise<Build | undefined> {
  try {
    const target = await targetOf(state, made, app)
    const build = target === null ? undefined : (await made.earlier(target)).apps[app]?.stable
    return build && (await problemsOnDisk(site, keyOfBuild(app, build))).length === 0 ? build : undefined
  } catch (error) {
    if (error instanceof CommandError) return undefined
    throw error
  }
}

/**
 * Rejects releases that were pruned, lost or changed on disk. Among those already served, only the ones that
 * become stable are checked: a corrupt fallback must not block other teams or the release that replaces it.
 * @throws CommandError naming what is missing or corrupt
 */
async function rejectCorrupt(
  site: Site,
  before: Environment | null,
  environment: Environment,
): Promise<void> {
  const known = new Set(before ? releasesIn(before) : [])
  const current = new Set(before ? releasesIn(stableOnly(before)) : [])
  const given = releasesIn(stableOnly(environment)).filter((release) => !current.has(release))
  const unknown = releasesIn(environment).filter((release) => !known.has(release))
  const problems = await allProblemsOnDisk(site, [...new Set([...given, ...unknown])])
  if (problems.length > 0) throw new CommandError(problems.map((what) => `files: ${what}`))
}

export async function allProblemsOnDisk(site: Site, releases: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  for (const release of releases) problems.push(...(await problemsOnDisk(site, release)))
  return problems
}

async function problemsOnDisk(site: Site, release: string): Promise<string[]> {
  const folder = join(site.root, release)
  if (!(await isAccessible(folder))) return [`${release} no longer exists`]
  try {
    const problems = await fileProblems(folder, (await readRecord(folder)).files)
    return problems.map(({ what }) => `${release}: ${what}`)
  } catch (error) {
    if (error instanceof CommandError) return [error.message]
    throw error
  }
}

const stableOnly = ({ remotes, host, ...others }: Environment): Environment => ({
  ...others,
  ...(host && { host: { version: host.version, build: host.build } }),
  remotes: Object.fromEntries(
    Object.entries(remotes).map(([name, { baseUrl, release }]) => [name, { baseUrl, release }]),
  ),
})

/** @throws CommandError if the release is gone */
export async function hostRelease(
  site: Site,
  build: { version: string; build: string },
): Promise<{ folder: string; record: HostRecord }> {
  const folder = releaseFolder(site, HOST, releaseId(build))
  const record = await readRecord(folder)
  if (!isHost(record)) throw new CommandError(`${folder} is not a host.`)
  return { folder, record }
}

export async function pageOf(site: Site, document: Environment): Promise<string | null> {
  if (!document.host) return null
  const { folder, record } = await hostRelease(site, document.host)
  return pageWith(await readFile(join(folder, 'index.html'), 'utf8'), record, document)
}

/** Writes the page, which is the commit point, then the document. Without a host the document is the commit point. */
export async function writeServed(
  site: Site,
  name: string,
  { document, html, assertHeld }: { document: Environment; html: string | null; assertHeld: () => void },
): Promise<void> {
  const { page, document: file, publicFolder } = environmentPaths(site, name)
  if (html !== null) {
    const changed: string[] = []
    for (const { from, to } of await hostFiles(site, name, document))
      changed.push(...(await copyAtomically(from, to)))
    for (const folder of foldersFrom(publicFolder, changed)) await sync(folder)
    await writeAtomically(page, html, assertHeld)
  }
  try {
    await writeAtomically(file, documentText(document), assertHeld)
  } catch (error) {
    // the page is served already; the process that now has the lock writes the document
    if (html === null || !(error instanceof LockLost)) throw error
  }
}

/** Lists the folders from `top` down to the changed ones: each may be new. */
const foldersFrom = (top: string, changed: readonly string[]): Set<string> =>
  new Set(
    changed.flatMap((folder) => (folder === top ? [top] : [...foldersFrom(top, [dirname(folder)]), folder])),
  )

/** Open pages load files from the build that they started with, so files are kept until they are pruned. */
export async function hostFiles(
  site: Site,
  name: string,
  { host }: Environment,
): Promise<{ path: string; from: string; to: string }[]> {
  const { publicFolder } = environmentPaths(site, name)
  // the stable build comes last, so that its files without a hash in their name, such as icons, win
  const found = [host?.previous, host?.canary, host].map(async (build) => {
    if (!build) return []
    const folder = releaseFolder(site, HOST, releaseId(build))
    // a missing fallback or canary must not stop the console
    if (build !== host && !(await isAccessible(folder))) return []
    return (await filesBelow(folder))
      .filter((path) => !/^(?:index\.html|host\.json)(?:\.gz|\.br)?$/.test(path))
      .map((path) => ({ path, from: join(folder, path), to: join(publicFolder, path) }))
  })
  return (await Promise.all(found)).flat()
}
