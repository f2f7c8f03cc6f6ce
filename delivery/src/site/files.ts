import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Every file below a folder, by its path inside it, with slashes on every system; sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

/** The old content or the new one, and never a part, whenever the machine stops. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const beside = `${file}.new`
  const descriptor = openSync(beside, 'w')
  writeFileSync(descriptor, text)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(beside, file)
}

export const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8')) as unknown

export function copyFolder(from: string, to: string): void {
  for (const path of filesBelow(from)) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    copyFileSync(join(from, path), join(to, path))
  }
}

/** The same file under a second path, at no cost where the disk can do that. Files there already stay. */
export function shareFile(from: string, to: string): void {
  if (existsSync(to)) return
  mkdirSync(dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|map)$/

/** Puts `.gz` and `.br` beside each text file, for servers that send what they find. */
export function precompress(folder: string): void {
  for (const path of filesBelow(folder).filter((file) => COMPRESSIBLE.test(file))) {
    const file = join(folder, path)
    const content = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }))
    writeFileSync(`${file}.br`, brotliCompressSync(content))
  }
}
