import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  globalNameOf,
  DocumentFault,
  type Environment,
  Fields,
  parseRelease,
  type Release,
} from '@console/shared-kernel/remote'
import { CommandError } from '@console/shared-kernel/command'
import { inWords, problem, refuseIf, type Problem } from '../errors/checkProblem'
import { fileProblems, foreignFiles } from './fileProblems'
import { precompress } from './compression'
import { copyFolder, isPermissionDenied, isThere, readJson, statsOf, sync, syncTree } from './files'
import { environmentsOf } from './history'
import { hostBuildOf, parseHost, type HostRecord } from './hostRecord'
import { HOST, NAME, releaseFolder, releaseId, type Site } from './siteLayout'
import { labelOf, type Build, type Part } from './environmentRevision'
import { isRange, isVersion, notARange, notAVersion } from './versions'

export type ReleaseRecord = Release | HostRecord

export const isHost = (record: ReleaseRecord): record is HostRecord => record.name === HOST

interface Publishing {
  inTurn: (work: () => Promise<boolean>) => Promise<boolean>
  accept?: ((folder: string) => Promise<void>) | undefined
}

/**
 * Copies a built folder into the site. A published release is complete and never overwritten.
 * @param inTurn runs the last step, which puts the release into its place
 * @param accept refuses the complete release, with its compressed files, within that step
 * @returns the release, whether it was there already, and the path of a site without environments: a mistyped
 * path makes one
 * @throws CommandError where the folder holds no valid release, or another one has the same version and build
 */
export async function publishFolder(
  site: Site,
  dist: string,
  { inTurn, accept }: Publishing = { inTurn: (work) => work() },
) {
  if (!(await isThere(dist))) throw new CommandError(`${dist} is not a folder.`)
  const record = await readRecord(dist)
  refuseInvalidNames(record)
  refuseIf(tooManyScreens(record))
  const own = isHost(record) ? ['host.json', 'index.html'] : ['release.json']
  // an interrupted or edited build differs from its record
  refuseIf([
    ...(await fileProblems(dist, record.files)),
    ...(await foreignFiles(dist, record.files, own)),
    ...(isHost(record) ? [] : await takenProblems(site, record)),
  ])
  const folder = releaseFolder(site, record.name, releaseId(record))
  const before =
    (await isPublished(folder, record)) || !(await copyIntoPlace(dist, folder, record, { inTurn, accept }))
  const isNewSite = (await environmentsOf(site)).length === 0
  return { release: labelOf(record.name, record), before, ...(isNewSite && { newSite: site.root }) }
}

/** @throws CommandError where the folder holds another release, or a corrupt copy of this one */
async function isPublished(folder: string, record: ReleaseRecord): Promise<boolean> {
  if (!(await isThere(folder))) return false
  const there = await readRecord(folder)
  const already = `${labelOf(record.name, record)} is published already`
  if (!isSame(there.files, record.files))
    throw new CommandError(`${already}, with other files: a release never changes. Raise its version.`)
  if (!isSame(promisesOf(there), promisesOf(record)))
    throw new CommandError(
      `${already}, with another ${isHost(record) ? 'host.json' : 'release.json'}: a release never changes. Build it again.`,
    )
  const corrupt = (await fileProblems(folder, record.files)).map(inWords)
  if (corrupt.length > 0) throw new CommandError([...corrupt, `Delete ${folder}, then publish it again.`])
  return true
}

/** Atomic: a release that is there is complete. @returns false if it was put there meanwhile */
async function copyIntoPlace(
  dist: string,
  folder: string,
  record: ReleaseRecord,
  { inTurn, accept }: Publishing,
): Promise<boolean> {
  const unfinished = join(dirname(folder), `.${basename(folder)}.${randomUUID().slice(0, 8)}`)
  try {
    await mkdir(unfinished, { recursive: true })
    await copyFolder(dist, unfinished)
    await precompress(unfinished)
    await syncTree(unfinished)
    return await inTurn(async () => {
      if (await isPublished(folder, record)) return false
      await accept?.(unfinished)
      await rename(unfinished, folder)
      for (const above of [dirname(folder), dirname(dirname(folder))]) await sync(above)
      return true
    })
  } finally {
    // an unfinished copy would keep a full disk full
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Each is opened by `verify`, which has a deadline for all. */
const MAX_SCREENS = 40

export const tooManyScreens = (record: ReleaseRecord): Problem[] =>
  isHost(record) || record.screens.length <= MAX_SCREENS
    ? []
    : [
        problem('screens')(
          `${record.name} has ${record.screens.length} screens, and ${MAX_SCREENS} at most are allowed`,
        ),
      ]

/** Two containers of one name in a page: the second would get the first one's modules. */
export async function takenProblems(site: Site, release: Release): Promise<Problem[]> {
  const { container, name } = release
  if (container === undefined) return []
  return (await remotesIn(site))
    .filter((other) => other.name !== name || releaseId(other) !== releaseId(release))
    .filter((other) => globalNameOf(other) === container)
    .map(
      (other) => `${container} is the global name of ${labelOf(other.name, other)}: give each build its own`,
    )
    .map(problem('container'))
}

/** Skips damaged records. */
async function remotesIn(site: Site): Promise<Release[]> {
  const found: Release[] = []
  for (const name of await publishedNames(site))
    for (const id of await releasesOf(site, name)) {
      try {
        const record = await readRecord(releaseFolder(site, name, id))
        if (!isHost(record)) found.push(record)
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
      }
    }
  return found
}

export const buildOf = (record: ReleaseRecord): { part: Part; build: Build } =>
  isHost(record) ? { part: HOST, build: hostBuildOf(record) } : { part: record.name, build: record }

/** No slash and no leading dot: it becomes part of a folder's name. */
const BUILD = /^\w[\w.+-]*$/
/** Two of them, and what is put around them, make a folder's name. */
const MAX_LENGTH = 100

/** @throws CommandError for words that would lead to a folder elsewhere, or are invalid */
function refuseInvalidNames(record: ReleaseRecord): void {
  const { name, version, build } = record
  const isReserved = name === 'environments' || name in {}
  const fault = isReserved
    ? 'this name is reserved'
    : !NAME.test(name) && 'use lower-case letters, digits and dashes'
  if (fault) throw new CommandError(`'${name}' cannot be a remote's name: ${fault}.`)
  for (const [field, text] of Object.entries({ name, version, build }))
    if (text.length > MAX_LENGTH)
      throw new CommandError(`${field}: it has ${MAX_LENGTH} characters at most, not ${text.length}.`)
  if (!isVersion(version)) throw new CommandError(`version: ${notAVersion(version)}`)
  if (!BUILD.test(build)) throw new CommandError(`'${build}' cannot be part of a release's folder.`)
  if (isHost(record)) return
  for (const part of ['kernel', 'react'] as const)
    if (!isRange(record[part])) throw new CommandError(`${part}: ${notARange(record[part])}`)
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Without the time of the commit: another commit may have the same build. */
const promisesOf = ({ builtAt: _builtAt, ...promises }: ReleaseRecord) => promises

/** @throws CommandError without a valid `release.json` or `host.json` */
export async function readRecord(folder: string): Promise<ReleaseRecord> {
  const [remote, host] = ['release.json', 'host.json'].map((name) => join(folder, name))
  try {
    if (await isThere(host!)) return parseHost(new Fields('host.json', '', await readJson(host!)))
    const release = parseRelease(new Fields('release.json', '', await readJson(remote!)))
    if (release.name === HOST) throw new CommandError(`${remote}: no remote can be named '${HOST}'.`)
    return release
  } catch (error) {
    if (error instanceof CommandError || isPermissionDenied(error)) throw error
    if (error instanceof DocumentFault || error instanceof SyntaxError) {
      throw new CommandError(`${folder}: ${error.message}`)
    }
    throw new CommandError(`${folder} has neither release.json nor host.json. Is it built?`)
  }
}

/** Folders below the site, such as `users/1.4.0-3f9c2a1b`, of the host and the remotes. */
export const releasesIn = ({ host, remotes }: Environment): string[] => [
  ...[host, host?.previous, host?.canary].flatMap((one) => (one ? [`${HOST}/${releaseId(one)}`] : [])),
  ...Object.entries(remotes).flatMap(([name, remote]) =>
    [remote, remote.previous, remote.canary].flatMap((one) =>
      one ? [`${name}/${releaseId(one.release)}`] : [],
    ),
  ),
]

export async function publishedNames(site: Site): Promise<string[]> {
  const names: string[] = []
  for (const name of (await isThere(site.root)) ? await readdir(site.root) : [])
    if (name !== 'environments' && NAME.test(name) && (await releasesOf(site, name)).length > 0)
      names.push(name)
  return names
}

/** Sorted by time of publication, the latest last. */
export async function releasesOf(site: Site, name: string): Promise<string[]> {
  const folder = join(site.root, name)
  if (!(await statsOf(folder))?.isDirectory()) return []
  const found: { id: string; at: number }[] = []
  for (const id of await readdir(folder)) {
    const stats = id.startsWith('.') ? null : await statsOf(join(folder, id))
    if (stats?.isDirectory()) found.push({ id, at: stats.mtimeMs })
  }
  return found.sort((one, other) => one.at - other.at).map(({ id }) => id)
}

export const unfinishedOf = async (site: Site, name: string): Promise<string[]> =>
  (await readdir(join(site.root, name))).filter((id) => id.startsWith('.'))

/** `users@1.4.0` or `users@1.4.0-3f9c2a1b`. @throws CommandError if none or several builds match */
export async function findRelease(
  site: Site,
  reference: string,
): Promise<{ folder: string; record: ReleaseRecord }> {
  const [, name, wanted] = /^([a-z][a-z0-9-]*)@([\w.+-]+)$/.exec(reference) ?? []
  if (name === undefined || wanted === undefined) {
    throw new CommandError(`'${reference}' is not a release: use name@version or name@version-build.`)
  }
  const ids = await releasesOf(site, name)
  const found = ids.includes(wanted)
    ? [wanted]
    : ids.filter((id) => id.slice(0, id.lastIndexOf('-')) === wanted)
  if (found.length === 0) {
    throw new CommandError(
      ids.length > 0
        ? `${reference} is not published. Of ${name} there are: ${ids.join(', ')}.`
        : `${reference} is not published, and no other release of ${name}: publish its folder first.`,
    )
  }
  if (found.length > 1) throw new CommandError(`${reference} matches several builds: ${found.join(', ')}.`)
  const folder = releaseFolder(site, name, found[0]!)
  return { folder, record: await readRecord(folder) }
}
