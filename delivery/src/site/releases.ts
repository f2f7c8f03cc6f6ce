import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { CommandError } from '@console/shared-kernel/command'
import { Limiter } from '@console/shared-kernel/lock'
import { type Environment, globalNameOf, type Release } from '@console/shared-kernel/remote'
import { labelOf } from './environmentChanges'
import {
  copyFolder,
  filesBelow,
  HOST,
  exists,
  NAME,
  releaseFolder,
  releaseId,
  sizeOf,
  statsOf,
  sync,
  syncTree,
  type Site,
} from './files'
import { environmentsOf } from './history'
import {
  fileProblems,
  foreignFiles,
  inWords,
  isHost,
  problem,
  type Problem,
  readRecord,
  rejectIf,
  rejectInvalidNames,
  type ReleaseRecord,
  tooManyScreens,
} from './releaseRecords'

interface Publishing {
  inTurn: (work: () => Promise<boolean>) => Promise<boolean>
  accept?: ((folder: string) => Promise<void>) | undefined
}

/**
 * Copies a built folder into the site. A published release is complete and never overwritten.
 * @param inTurn runs the last step, which puts the release into place
 * @param accept may reject the complete release, with its compressed files, in that step
 * @returns the release, whether it was there already, and the path of a site without environments, because a
 * mistyped path creates such a site
 * @throws CommandError if the folder holds no valid release, or if another one has the same version and build
 */
export async function publishFolder(
  site: Site,
  dist: string,
  { inTurn, accept }: Publishing = { inTurn: (work) => work() },
) {
  if (!(await exists(dist))) throw new CommandError(`${dist} is not a folder.`)
  const record = await readRecord(dist)
  rejectInvalidNames(record)
  rejectIf(tooManyScreens(record))
  const own = isHost(record) ? ['host.json', 'index.html'] : ['release.json']
  // an interrupted or edited build differs from its record
  rejectIf([
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

/** @throws CommandError if the folder holds another release, or a corrupt copy of this one */
async function isPublished(folder: string, record: ReleaseRecord): Promise<boolean> {
  if (!(await exists(folder))) return false
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

/**
 * Copies atomically: a release that is in place is complete.
 * @returns false if another process has put it there in the meantime
 */
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

/** If two containers in a page had the same name, the second would get the modules of the first. */
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

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Omits the time of the commit, because another commit may produce the same build. */
const promisesOf = ({ builtAt: _builtAt, ...promises }: ReleaseRecord) => promises

/** Folders of the host and the remotes below the site, such as `users/1.4.0-3f9c2a1b`. */
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
  for (const name of (await exists(site.root)) ? await readdir(site.root) : [])
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

/** Finds `users@1.4.0` or `users@1.4.0-3f9c2a1b`. @throws CommandError if none or several builds match */
export async function findRelease(
  site: Site,
  reference: string,
): Promise<{ folder: string; record: ReleaseRecord }> {
  const [, name, wanted] = /^([a-z][a-z0-9-]*)@([\w.+-]+)$/.exec(reference) ?? []
  if (name === undefined || wanted === undefined) {
    throw new CommandError(`'${reference}' is not a release: use name@version or name@version-build.`)
  }
  const ids = await releasesOf(site, name)
  const found = ids.includes(wanted) ? [wanted] : await buildsOf(site, name, wanted)
  if (found.length === 0) {
    throw new CommandError(
      ids.length > 0
        ? `${reference} is not published. Available: ${ids.join(', ')}.`
        : `${reference} is not published, and no other release of ${name}: publish its folder first.`,
    )
  }
  if (found.length > 1) throw new CommandError(`${reference} matches several builds: ${found.join(', ')}.`)
  const folder = releaseFolder(site, name, found[0]!)
  return { folder, record: await readRecord(folder) }
}

/** The releases of a version. Versions and builds may contain dashes, so the records tell them apart. */
async function buildsOf(site: Site, name: string, version: string): Promise<string[]> {
  const ids = (await releasesOf(site, name)).filter((id) => id.startsWith(`${version}-`))
  const versions = await Promise.all(
    ids.map((id) =>
      readRecord(releaseFolder(site, name, id)).then(
        (record) => record.version,
        // a damaged release still matches, and is reported when it is read
        () => id.slice(0, id.lastIndexOf('-')),
      ),
    ),
  )
  return ids.filter((_, index) => versions[index] === version)
}

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|map)$/

/** With more text than this, the best compression of a release would take minutes. */
const LARGE_BYTES = 8 * 1024 * 1024

/**
 * Shared by the whole process. zlib compresses in libuv's four threads, which also read and write all files:
 * two always remain for that, however many uploads and checks run.
 */
const threads = new Limiter(2)

type Compress = (content: Buffer) => Promise<Buffer>
const gzipped =
  (level: number): Compress =>
  (content) =>
    promisify(gzip)(content, { level })
const brotlied =
  (quality: number): Compress =>
  (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** Puts `.gz` and `.br` next to each text file, for servers that send precompressed files. */
async function precompress(folder: string): Promise<void> {
  const files = (await filesBelow(folder))
    .filter((path) => COMPRESSIBLE.test(path))
    .map((path) => join(folder, path))
  let bytes = 0
  for (const file of files) bytes += (await stat(file)).size
  const [level, quality] = bytes > LARGE_BYTES ? [6, 5] : [9, 11]
  const compressAll = async (ending: string, compress: Compress) => {
    for (const file of files)
      await threads.run(async () => writeFile(file + ending, await compress(await readFile(file))))
  }
  await Promise.all([compressAll('.gz', gzipped(level)), compressAll('.br', brotlied(quality))])
}

/** The compressed size of a file; a published file has its compressed form next to it. */
export async function gzippedSizeOf(file: string): Promise<number> {
  const published = await sizeOf(`${file}.gz`)
  return published ?? threads.run(async () => (await gzipped(9)(await readFile(file))).length)
}
