import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  futimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { CommandError } from '../errors'

/** Every file below a folder, by its path inside it, with slashes on every system; sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

/** Names of files that are written but not renamed into place yet. */
const UNFINISHED = /\.[0-9a-f]{8}\.new$/

/**
 * The old content or the new one, and never a part, whenever the machine stops.
 *
 * @param assertHeld is asked right before the file takes its place; the process that takes a lock over removes what is
 *   unfinished, so that a process which stood still after that check does not overwrite anything either
 */
export function writeWhole(file: string, text: string, assertHeld?: () => void): void {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = assertHeld ? `${file}.${randomUUID().slice(0, 8)}.new` : `${file}.new`
  const descriptor = openSync(unfinished, 'w')
  writeFileSync(descriptor, text)
  const changed = laterThan(file)
  futimesSync(descriptor, changed, changed)
  fsyncSync(descriptor)
  closeSync(descriptor)
  try {
    assertHeld?.()
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    // gone: another process has the lock
    assertHeld?.()
    throw error
  }
}

/** Removes what a process that was killed, or has lost its lock, had not finished in a folder. */
export function removeUnfinished(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (UNFINISHED.test(name)) rmSync(join(folder, name), { force: true })
}

/**
 * Now, or a second after the file's last change: web servers distinguish two contents by the second and the
 * length, and of two changes within one second a browser would keep the first.
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

export function copyFolder(from: string, to: string): void {
  for (const path of filesBelow(from)) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    copyFileSync(join(from, path), join(to, path))
  }
}

/**
 * Copies a file in one step. An existing file with other content, corrupt or cut off, is replaced. It is not a hard
 * link: an edit of one file would change the other.
 */
export function copyWhole(from: string, to: string): void {
  if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) return
  mkdirSync(dirname(to), { recursive: true })
  const unfinished = `${to}.${randomUUID().slice(0, 8)}.new`
  copyFileSync(from, unfinished)
  renameSync(unfinished, to)
}

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|map)$/

/** Decompression of the compressed forms next to a file, by extension. */
export const UNPACK: Readonly<Record<string, (packed: Buffer) => Buffer>> = {
  '.gz': (packed) => gunzipSync(packed),
  '.br': (packed) => brotliDecompressSync(packed),
}

/** Puts `.gz` and `.br` next to each text file, for servers that send what they find. */
export function precompress(folder: string): void {
  for (const path of filesBelow(folder).filter((file) => COMPRESSIBLE.test(file))) {
    const file = join(folder, path)
    const content = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }))
    writeFileSync(`${file}.br`, brotliCompressSync(content))
  }
}
