import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from '@console/shared-kernel/command'

/** Like `existsSync`, which also answers false for what this user may not look at. @throws Error for that */
export function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return false
    throw error
  }
}

/** What this user may not read is not lost: a command that went on without it would undo what others did. */
export const isPermissionDenied = (error: unknown): boolean =>
  ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Sorted paths inside the folder, with slashes on every system. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
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
export function writeWhole(file: string, text: string, assertHeld?: () => void, mode = 0o666): void {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = assertHeld ? `${file}.${randomUUID().slice(0, 8)}.new` : `${file}.new`
  try {
    writeFileSync(unfinished, text, { flush: true, mode })
    const changed = laterThan(file)
    utimesSync(unfinished, changed, changed)
    assertHeld?.()
    renameSync(unfinished, file)
    sync(dirname(file))
  } catch (error) {
    discard(unfinished)
    // the unfinished file is gone: another process has the lock
    assertHeld?.()
    throw error
  }
}

/** Waits until the disk has it, so that a power cut loses nothing. Of a folder: the names in it. */
export function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** All below, without blocking. */
export async function syncTree(folder: string): Promise<void> {
  for (const path of [...readdirSync(folder, { recursive: true, encoding: 'utf8' }), '']) {
    const file = openSync(join(folder, path), 'r')
    try {
      await promisify(fsync)(file)
    } finally {
      closeSync(file)
    }
  }
}

function discard(unfinished: string): void {
  try {
    rmSync(unfinished, { force: true })
  } catch {
    // why the write failed is what counts
  }
}

/** Removes what a process left that was killed or lost its lock. */
export function removeUnfinished(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (UNFINISHED.test(name)) rmSync(join(folder, name), { force: true })
}

/**
 * Now, or a second after the last change: web servers build ETags from the second and the length, so a browser
 * would keep the first of two versions written within one second.
 */
function laterThan(file: string): Date {
  const last = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return new Date(Math.max(Date.now(), last + 1000))
}

/** @throws CommandError where the file is damaged */
export function readJson(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new CommandError(`${file} is damaged: ${(error as Error).message}`)
  }
}

export async function copyFolder(from: string, to: string): Promise<void> {
  for (const path of filesBelow(from)) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await copyFile(join(from, path), join(to, path))
  }
}

/** Null where there is no file. */
export const sizeOf = async (file: string): Promise<number | null> =>
  (await stat(file).catch(() => null))?.size ?? null

/** Of the files below, without unfinished ones. What is removed meanwhile does not count. */
export async function bytesIn(folder: string): Promise<number> {
  const gone = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  }
  let bytes = 0
  for (const path of (await readdir(folder, { recursive: true }).catch(gone)) ?? []) {
    const found = path.startsWith('.') ? undefined : await stat(join(folder, path)).catch(gone)
    if (found?.isFile()) bytes += found.size
  }
  return bytes
}

/** Atomic. Not a hard link: an edit of one file would change the other. @returns the folder, if it has changed */
export function copyWhole(from: string, to: string): string[] {
  if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) return []
  mkdirSync(dirname(to), { recursive: true })
  const unfinished = `${to}.${randomUUID().slice(0, 8)}.new`
  try {
    copyFileSync(from, unfinished)
    sync(unfinished)
    renameSync(unfinished, to)
    return [dirname(to)]
  } catch (error) {
    discard(unfinished)
    throw error
  }
}
