import { createHash, randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import {
  access,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'
import { type FileLock, LockBusy, type LockWait, takeFileLock } from '@console/shared-kernel/lock'

/**
 * A site is a plain folder that any web server or object store can serve:
 *
 *     users/1.4.0-3f9c2a1b/          a release of a remote, as it was built; never changed again
 *     host/2.3.0-77aa01cd/           a release of the host
 *     environments/production/
 *       public/                      the root of the console: index.html, environment.json, the host's files
 *       history/000042.json          who made the revision, when and why, and its complete content
 *       verified/users/1.4.0-3f9c2a1b.json   who verified a release for this environment, and against which host
 *       change.lock                  exists while somebody is changing the environment
 */
export interface Site {
  root: string
}

export const HOST = 'host'

/** Names of environments, remotes and teams; they occur in paths and in reports from tabs. */
export const NAME = /^[a-z][a-z0-9-]{0,254}$/

export const releaseId = ({ version, build }: { version: string; build: string }): string =>
  `${version}-${build}`

export const releaseFolder = (site: Site, name: string, id: string): string => join(site.root, name, id)

export function environmentPaths(site: Site, name: string) {
  const folder = join(site.root, 'environments', name)
  const publicFolder = join(folder, 'public')
  return {
    folder,
    publicFolder,
    history: join(folder, 'history'),
    verified: join(folder, 'verified'),
    lock: join(folder, 'change.lock'),
    page: join(publicFolder, 'index.html'),
    document: join(publicFolder, 'environment.json'),
  }
}

/** Also false for paths that this user may not access. */
export const isAccessible = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** @throws Error for a path that this user may not access */
export const exists = async (path: string): Promise<boolean> => (await statsOf(path)) !== null

/** Null if the path does not exist. @throws Error for a path that this user may not access */
export const statsOf = (path: string): Promise<Stats | null> =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code ?? '')) return null
    throw error
  })

/** An unreadable file is not a missing one: a command that took it for missing would undo others' changes. */
export const isPermissionDenied = (error: unknown): boolean =>
  ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Sorted paths inside the folder, with slashes on every system. */
export async function filesBelow(folder: string): Promise<string[]> {
  return (await readdir(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

/** Files that were written but not renamed into place. */
const UNFINISHED = /\.[0-9a-f]{8}\.new$/

/**
 * Atomic: a crash leaves either the old content or the new one.
 * @param assertHeld runs right before the rename. A process that takes the lock over removes unfinished files,
 * so that the rename fails in a process that was suspended after the check
 */
export async function writeAtomically(
  file: string,
  text: string,
  assertHeld?: () => void,
  mode = 0o666,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const unfinished = assertHeld ? `${file}.${randomUUID().slice(0, 8)}.new` : `${file}.new`
  try {
    await writeFile(unfinished, text, { flush: true, mode })
    const changed = await mtimeAfter(file)
    await utimes(unfinished, changed, changed)
    assertHeld?.()
    await rename(unfinished, file)
    await sync(dirname(file))
  } catch (error) {
    await discard(unfinished)
    // the unfinished file is gone: another process has the lock
    assertHeld?.()
    throw error
  }
}

/**
 * Waits until the data is on the disk, so that a power cut loses nothing. For a folder, the data is its list
 * of entries.
 */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncs all files and folders below a path. */
export async function syncTree(folder: string): Promise<void> {
  for (const path of [...(await readdir(folder, { recursive: true })), '']) await sync(join(folder, path))
}

/** The error to report is why the write failed, so a failure to remove the file is ignored. */
const discard = (unfinished: string): Promise<void> => rm(unfinished, { force: true }).catch(() => {})

/** Removes unfinished files of a process that was killed or lost its lock. */
export async function removeUnfinished(folder: string): Promise<void> {
  if (!(await isAccessible(folder))) return
  for (const name of await readdir(folder))
    if (UNFINISHED.test(name)) await rm(join(folder, name), { force: true })
}

/**
 * Now, or a second after the last change: web servers build ETags from the second and the length, so a browser would
 * keep the first of two versions written within one second.
 */
async function mtimeAfter(file: string): Promise<Date> {
  const last = (await statsOf(file))?.mtimeMs ?? 0
  return new Date(Math.max(Date.now(), last + 1000))
}

/** @throws CommandError if the file is damaged */
export async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8')
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new CommandError(`${file} is damaged: ${(error as Error).message}`)
  }
}

export async function copyFolder(from: string, to: string): Promise<void> {
  for (const path of await filesBelow(from)) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await copyFile(join(from, path), join(to, path))
  }
}

/** Null if the file does not exist. */
export const sizeOf = async (file: string): Promise<number | null> =>
  (await stat(file).catch(() => null))?.size ?? null

/** The total size of the files below a folder, without unfinished ones and those removed meanwhile. */
export async function bytesIn(folder: string): Promise<number> {
  const ignoreMissing = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  }
  let bytes = 0
  for (const path of (await readdir(folder, { recursive: true }).catch(ignoreMissing)) ?? []) {
    const found = path.startsWith('.') ? undefined : await stat(join(folder, path)).catch(ignoreMissing)
    if (found?.isFile()) bytes += found.size
  }
  return bytes
}

/**
 * Copies atomically. Not a hard link: an edit of one file would change the other.
 * @returns the folder, if it has changed
 */
export async function copyAtomically(from: string, to: string): Promise<string[]> {
  if ((await readIfExists(to))?.equals(await readFile(from))) return []
  await mkdir(dirname(to), { recursive: true })
  const unfinished = `${to}.${randomUUID().slice(0, 8)}.new`
  try {
    await copyFile(from, unfinished)
    await sync(unfinished)
    await rename(unfinished, to)
    return [dirname(to)]
  } catch (error) {
    await discard(unfinished)
    throw error
  }
}

/** Null if the file does not exist. */
export const readIfExists = async (file: string): Promise<Buffer | null> =>
  (await isAccessible(file)) ? readFile(file) : null

const WAIT_MS = 60_000

export class LockLost extends CommandError {}

/**
 * Runs work under the exclusive lock at `path`. A holder that was suspended and lost the lock detects it before its
 * next write.
 * @param work receives a check that it must run right before each write that counts
 * @throws CommandError naming the holder when the wait is over; LockLost from the check
 */
export async function withLock<T>(
  path: string,
  who: string,
  work: (assertHeld: () => void) => T | Promise<T>,
  { waitMs = WAIT_MS }: { waitMs?: number } = {},
): Promise<T> {
  await mkdir(dirname(path), { recursive: true })
  const acquiring = takeFileLock(path, `${who}, since ${new Date().toISOString()}`, {
    waitMs,
    onWait: (wait) => console.error(`${describeWait(wait)}: waiting up to ${waitMs / 1000} s ...`),
  })
  const lock = await acquiring.catch((error: unknown) => {
    if (!(error instanceof LockBusy)) throw error
    throw new CommandError(
      `${describeWait(error.wait)}, and did not finish within ${waitMs / 1000} s. Try again. (${path})`,
    )
  })
  try {
    return await work(() => {
      if (!lock.renew()) throw new LockLost(`The lock was lost, and nothing more was changed. (${path})`)
    })
  } finally {
    lock.release()
  }
}

function describeWait({ holder, limitMs }: LockWait): string {
  const takenOver = `its lock is taken over after ${limitMs / 1000} s without a heartbeat`
  return `Another change is under way (${[holder, takenOver].filter(Boolean).join('; ')})`
}

/**
 * Held as long as the service runs: two services on one site would not share their counts, limits and queues.
 * @throws CommandError while another one runs
 */
export async function lockService(path: string, onLost: (lost: string) => void): Promise<FileLock> {
  const other = (wait: LockWait) => `Another service is running on this site (${wait.holder})`
  try {
    return await takeFileLock(path, `process ${process.pid} on ${hostname()}`, {
      onWait: (wait) =>
        console.error(
          `${other(wait)}, or was killed: taking over after ${wait.limitMs / 1000} s of silence ...`,
        ),
      onLost: (why) => onLost(`The service has lost its lock and stops: ${why}. (${path})`),
    })
  } catch (error) {
    if (error instanceof LockBusy) throw new CommandError(`${other(error.wait)}: stop it first.`)
    throw error
  }
}
