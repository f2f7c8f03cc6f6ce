import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { valid, validRange } from 'semver'
import { CommandError } from '@console/shared-kernel/command'
import {
  DocumentFault,
  Fields,
  type HostBuild,
  parseRecordFiles,
  parseRelease,
  recordPaths,
  type Release,
  type ReleaseFile,
} from '@console/shared-kernel/remote'
import type { App, Build } from './environmentChanges'
import { filesBelow, HOST, isPermissionDenied, exists, NAME, readJson, sizeOf } from './files'

export interface Problem {
  check: 'files' | 'compatibility' | 'screens' | 'budget' | 'container' | 'shared copy' | 'mount'
  what: string
  /** The check timed out, possibly because the machine is slow. */
  isDeadline?: boolean
}

export const problem =
  (check: Problem['check']) =>
  (what: string): Problem => ({ check, what })

export const inWords = ({ check, what }: Problem): string => `${check}: ${what}`

/** @throws CommandError with a line for each problem */
export function rejectIf(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new CommandError(problems.map(inWords))
}

/** `host.json`, written by the host's build. */
export interface HostRecord {
  schema: 1
  name: 'host'
  version: string
  build: string
  /** ISO 8601. */
  builtAt: string
  /** The kernel version that remotes get from this host; likewise `react`. */
  kernel: string
  react: string
  /** Names that each shared module exports; absent in older records. */
  exports?: Record<string, string[]>
  files: Record<string, ReleaseFile>
  /** Scripts and style sheets in the page's HTML, in order. */
  start?: string[]
  login: string[]
  /** Files of the host that the first screen of any remote needs. */
  preload: string[]
}

/** @throws DocumentFault at the first field that is missing or wrong */
export function parseHost(fields: Fields): HostRecord {
  fields.schema(1)
  if (fields.text('name') !== 'host') throw fields.fault('name', 'is not "host"')
  const files = parseRecordFiles(fields.object('files'))
  return {
    schema: 1,
    name: 'host',
    version: fields.text('version'),
    build: fields.text('build'),
    builtAt: fields.text('builtAt'),
    kernel: fields.text('kernel'),
    react: fields.text('react'),
    ...(fields.has('exports') && { exports: namesOf(fields.object('exports')) }),
    files,
    ...(fields.has('start') && { start: recordPaths(fields, 'start', files) }),
    // missing in records that were published before the login screen had a budget
    login: fields.has('login') ? recordPaths(fields, 'login', files) : [],
    preload: recordPaths(fields, 'preload', files),
  }
}

const namesOf = (modules: Fields): Record<string, string[]> =>
  Object.fromEntries(modules.keys().map((module) => [module, modules.texts(module)]))

/** Has no files if the record names none: the page's own HTML then starts the host. */
export const hostBuildOf = ({ version, build, files, start }: HostRecord): HostBuild => ({
  version,
  build,
  ...(start && { files: start.map((path) => ({ path: `/${path}`, integrity: files[path]!.integrity })) }),
})

export type ReleaseRecord = Release | HostRecord

export const isHost = (record: ReleaseRecord): record is HostRecord => record.name === HOST

/** @throws CommandError if there is no valid `release.json` or `host.json` */
export async function readRecord(folder: string): Promise<ReleaseRecord> {
  const [remote, host] = ['release.json', 'host.json'].map((name) => join(folder, name))
  try {
    if (await exists(host!)) return parseHost(new Fields('host.json', '', await readJson(host!)))
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

export const buildOf = (record: ReleaseRecord): { app: App; build: Build } =>
  isHost(record) ? { app: HOST, build: hostBuildOf(record) } : { app: record.name, build: record }

/** Allows no slash and no leading dot, because it becomes part of a folder's name. */
const BUILD = /^\w[\w.+-]*$/
/** A folder name consists of two of these strings and a few more characters. */
const MAX_LENGTH = 100

/** @throws CommandError for fields that are invalid or would make the folder's path lead elsewhere */
export function rejectInvalidNames(record: ReleaseRecord): void {
  const { name, version, build } = record
  const isReserved = name === 'environments' || name in {}
  const fault = isReserved
    ? 'this name is reserved'
    : !NAME.test(name) && 'use lower-case letters, digits and dashes'
  if (fault) throw new CommandError(`'${name}' cannot be a remote's name: ${fault}.`)
  for (const [field, text] of Object.entries({ name, version, build }))
    if (text.length > MAX_LENGTH)
      throw new CommandError(`${field}: must have at most ${MAX_LENGTH} characters, but has ${text.length}.`)
  if (!isVersion(version)) throw new CommandError(`version: ${notAVersion(version)}`)
  if (!BUILD.test(build)) throw new CommandError(`'${build}' cannot be part of a release's folder.`)
  if (isHost(record)) return
  for (const field of ['kernel', 'react'] as const)
    if (!isRange(record[field])) throw new CommandError(`${field}: ${notARange(record[field])}`)
  for (const { path, nav } of record.screens)
    if (nav && !isIcon(nav.icon)) throw new CommandError(`icon of ${path}: ${NOT_AN_ICON}.`)
}

/** SVG path data or, as before kernel 2.2.0, the name of one of the host's icons; nothing else. */
const ICON = /^([MmLlHhVvCcSsQqTtAaZz0-9 ,.-]{1,2048}|[\w-]{1,50})$/

export const isIcon = (text: string): boolean => ICON.test(text)
export const NOT_AN_ICON = 'it must be an SVG path of at most 2048 characters'

export const isVersion = (text: string): boolean => valid(text) !== null
export const isRange = (text: string): boolean => validRange(text) !== null

export const notAVersion = (text: string): string => `'${text}' is not a version such as 1.4.0`
export const notARange = (text: string): string => `'${text}' is not a range of versions such as ^2.1.0`

/** `verify` opens each of them, and has one deadline for all. */
const MAX_SCREENS = 40

export const tooManyScreens = (record: ReleaseRecord): Problem[] =>
  isHost(record) || record.screens.length <= MAX_SCREENS
    ? []
    : [
        problem('screens')(
          `${record.name} has ${record.screens.length} screens, and ${MAX_SCREENS} at most are allowed`,
        ),
      ]

type Files = Record<string, ReleaseFile>

/**
 * Each recorded file must be intact, including its compressed forms, and there must be no other code. Files
 * are read in chunks, so that other requests are answered and locks renewed meanwhile.
 */
export async function fileProblems(folder: string, files: Files): Promise<Problem[]> {
  const wrong: string[] = []
  for (const [path, expected] of Object.entries(files)) {
    const file = join(folder, path)
    const bytes = await sizeOf(file)
    if (bytes === null) wrong.push(missing(path))
    else if (bytes !== expected.bytes) wrong.push(hasBytes(path, bytes, expected.bytes))
    else if ((await streamed(file, expected.bytes)) !== expected.integrity) wrong.push(changed(path))
    else
      for (const [end, unpack] of Object.entries(UNPACKING))
        if (
          (await sizeOf(file + end)) !== null &&
          (await streamed(file + end, expected.bytes, unpack)) !== expected.integrity
        )
          wrong.push(packedChanged(path + end))
  }
  return [...wrong, ...(await unrecorded(folder, files, isCode))].map(problem('files'))
}

const UNPACKING = { '.gz': createGunzip, '.br': createBrotliDecompress }

/** @returns the hash, or null if there are more bytes or unpacking fails */
async function streamed(file: string, bytes: number, unpack?: () => Transform): Promise<string | null> {
  const hash = createHash('sha384')
  let read = 0
  const source = createReadStream(file)
  try {
    // errors end the iteration
    for await (const chunk of unpack ? pipeline(source, unpack(), () => {}) : source) {
      read += (chunk as Buffer).length
      if (read > bytes) return null
      hash.update(chunk as Buffer)
    }
  } catch (error) {
    if (unpack) return null
    throw error
  }
  return `sha384-${hash.digest('base64')}`
}

/**
 * Files that the builds of this repository and common plugins write besides code. The browser runs none of them: see
 * REMOTE_HEADERS.
 */
const ASSET =
  /\.(?:avif|gif|ico|jpe?g|png|svg|webp|woff2?|ttf|otf|mp3|mp4|webm|ogg|wav|map|LICENSE\.txt)$|^third-party-licenses\.txt$|^mf-(?:manifest|stats)\.json$/

/**
 * Lists the files of a build other than its record, its recorded files and plain assets.
 * @param own file names of the record and of the host's page
 */
export async function foreignFiles(folder: string, files: Files, own: readonly string[]): Promise<Problem[]> {
  const found = await unrecorded(folder, files, (path) => {
    const plain = path.replace(/\.(?:gz|br)$/, '')
    return !Object.hasOwn(files, plain) && !own.includes(plain) && !ASSET.test(plain)
  })
  return found.map(problem('files'))
}

const isCode = (path: string): boolean => /\.(?:js|css)$/.test(path)

const unrecorded = async (
  folder: string,
  files: Files,
  isRejected: (path: string) => boolean,
): Promise<string[]> =>
  (await filesBelow(folder))
    .filter((path) => !Object.hasOwn(files, path) && isRejected(path))
    .map((path) => `${path} is not in any record`)

const missing = (path: string) => `${path} is missing`
const hasBytes = (path: string, bytes: number, expected: number) =>
  `${path} has ${bytes} bytes instead of ${expected}`
const changed = (path: string) => `${path} was changed: its hash differs from the record`
const packedChanged = (path: string) => `${path} was changed: it does not unpack to the recorded file`
