import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join, sep } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'
import { lockDirectory } from '../../api/src/db/pglite/embedded'
import { startNode } from '../../packages/emulator/src/processes'
import { paths, root } from './paths'

const MARK = 'demo-data'
const LARGE = 'Large demo data of npm start -- --large.'
const API_FILES = ['pg', 'pg.partial', 'token-secret', 'console-api.lock', 'console-api.owner']
const FACTOR_KEY = 'factor-key'
const ENTRIES: readonly string[] = [MARK, FACTOR_KEY, `${FACTOR_KEY}.partial`, ...API_FILES]

/**
 * Creates and marks a new or empty folder, so that `npm run reset` may remove it.
 * @param large whether for `npm start -- --large`
 * @throws CommandError for a folder that contains other files, or that cannot be created or written
 */
export function prepareDemoFolder(folder: string, large = false): void {
  if (folder.includes('://')) return
  rejectOtherFiles(folder)
  requireDataFolder(folder)
  if (readdirSync(folder).length > 0) return
  const what = large ? LARGE : 'Demo data of npm start.'
  try {
    writeFileSync(join(folder, MARK), `${what} npm run reset removes this folder.\n`)
  } catch {
    // the API reports a full disk
  }
}

/**
 * The setting that allows second factors in demo data: a key that is generated once and kept in the folder.
 * Empty if the shell sets one, or if the data is not in a folder.
 */
export function factorKeyOf(
  folder: string,
  { FACTOR_KEY: own, DATABASE_URL }: NodeJS.ProcessEnv,
): Record<string, string> {
  if (own || DATABASE_URL || folder.includes('://')) return {}
  const file = join(folder, FACTOR_KEY)
  try {
    if (!existsSync(file)) {
      // a full disk may leave a partial file
      writeFileSync(`${file}.partial`, randomBytes(48).toString('base64url'), { mode: 0o600 })
      renameSync(`${file}.partial`, file)
    }
    return { FACTOR_KEY: readFileSync(file, 'utf8') }
  } catch {
    // the API reports a full disk
    return {}
  }
}

/** @throws CommandError for a folder that cannot be created or written */
const requireDataFolder = (folder: string): void =>
  requireWritableFolder(folder, { mode: 0o700, wayOut: 'Name another folder for the data: DATA_DIR=folder' })

function isLargeFolder(folder: string): boolean {
  const mark = join(folder, MARK)
  return folder === paths.largeData || (existsSync(mark) && readFileSync(mark, 'utf8').startsWith(LARGE))
}

/** @throws CommandError for a folder that `npm start` did not create, or that contains other files */
export function requireDemoFolder(folder: string): void {
  const reject = (why: string): never => {
    throw new CommandError(`Nothing was removed. ${folder} ${why}`)
  }
  const entry = lstatSync(folder)
  if (entry.isSymbolicLink()) reject('is a symbolic link: name the folder that it leads to.')
  if (!entry.isDirectory()) reject('is not a folder.')
  const isOwn = folder === paths.data || folder === paths.largeData
  if (!isOwn && !existsSync(join(folder, MARK))) {
    reject(`was not made by npm start (it has no file ${MARK}): if you are sure, remove it yourself.`)
  }
  rejectOtherFiles(folder)
}

function rejectOtherFiles(folder: string): void {
  const entry = lstatSync(folder, { throwIfNoEntry: false })
  if (!entry?.isDirectory()) return
  const other = readdirSync(folder).find((name) => !ENTRIES.includes(name))
  if (other !== undefined)
    throw new CommandError(
      `${folder} holds ${other}, which is not the console's. Name a folder for its data alone (DATA_DIR).`,
    )
}

const SIZE = ['--users', '100000', '--machines', '50000', '--movements', '100000', '--days', '30']

/** The folder in which data is seeded; complete data is renamed to `folder`. */
export const unfinishedSeed = (folder: string): string => `${folder}.seeding`

const holdsData = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0

/**
 * Checks the folder for `npm start -- --large`.
 * @throws CommandError for data in memory, and for a folder that contains other data or cannot be created
 */
export function requireLargeFolder(folder: string): void {
  if (folder.includes('://'))
    throw new CommandError(`--large needs a folder on disk, but DATA_DIR is ${folder}.`)
  if (!holdsData(folder)) {
    // the data is seeded in a folder next to it, which is then renamed
    requireDataFolder(dirname(folder))
  } else if (isLargeFolder(folder)) requireDataFolder(folder)
  else throw new CommandError(`${folder} holds other data. --large needs an empty folder, or its own.`)
}

/**
 * Seeds 100,000 users and 50,000 machines, unless the folder has them already. An interrupted seed starts again.
 * @param folder see {@link requireLargeFolder}
 * @throws CommandError if the seed fails, or if another command is seeding the folder
 */
export async function seedLargeData(folder: string): Promise<void> {
  if (holdsData(folder)) {
    console.log(`The data in ${folder} is kept as it is.`)
    return
  }
  const unfinished = unfinishedSeed(folder)
  // fails if another command is seeding it
  if (existsSync(unfinished)) (await lockDirectory(unfinished, () => undefined)).release()
  if (existsSync(folder)) rmdirSync(folder)
  console.log('Seeding 100,000 users and 50,000 machines, about a minute, once ...')
  rmSync(unfinished, { recursive: true, force: true })
  prepareDemoFolder(unfinished, true)
  const child = startNode([join(root, 'api', 'dist', 'seed.js'), ...SIZE], {
    env: { DATA_DIR: unfinished, DATABASE_URL: '' },
    onLine: (line) => console.log(`[seed] ${line}`),
  })
  const { code, words } = await child.ended
  if (code !== 0) throw new CommandError(`${child.tail()}\nThe seed ${words}.`)
  renameSync(unfinished, folder)
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'the system allows no folder there',
  ENOTDIR: 'there is a file in its place',
}

interface FolderSettings {
  /** The mode of a new folder. */
  mode?: number
  /** What the user can do about it, as a sentence. */
  wayOut?: string
}

/**
 * Creates the folder if it is missing, level by level: Node's own `recursive` never returns below /proc.
 * @throws CommandError naming the folder that cannot be created or written
 */
export function requireWritableFolder(folder: string, settings: FolderSettings = {}): void {
  const { mode, wayOut = '' } = settings
  const isNew = !existsSync(folder)
  if (isNew && dirname(folder) !== folder) requireWritableFolder(dirname(folder), settings)
  try {
    if (isNew) mkdirSync(folder, { mode })
    // with a trailing separator, a file in its place is rejected
    accessSync(folder + sep, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const what = isNew ? 'made' : 'written'
    throw new CommandError(`${folder} cannot be ${what}: ${REASONS[code] ?? message}. ${wayOut}`.trimEnd())
  }
}
