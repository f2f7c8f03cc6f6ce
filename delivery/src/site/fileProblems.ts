import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { ReleaseFile } from '@console/shared-kernel/remote'
import { problem, type Problem } from '../errors/checkProblem'
import { filesBelow, sizeOf } from './files'

type Files = Record<string, ReleaseFile>

/**
 * Each recorded file must be intact, also its compressed forms, and there must be no other code. Read in pieces:
 * other requests are answered meanwhile, and locks renewed.
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

/** @returns the hash, or null for what has more bytes or cannot be unpacked */
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

/** What the builds of this repository and common plugins write besides code. Nothing of it runs: see REMOTE_HEADERS. */
const ASSET =
  /\.(?:avif|gif|ico|jpe?g|png|svg|webp|woff2?|ttf|otf|mp3|mp4|webm|ogg|wav|map|LICENSE\.txt)$|^third-party-licenses\.txt$|^mf-(?:manifest|stats)\.json$/

/** What a build holds besides its record, its recorded files and plain assets. @param own names of the record and of a page */
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
  isRefused: (path: string) => boolean,
): Promise<string[]> =>
  (await filesBelow(folder))
    .filter((path) => !Object.hasOwn(files, path) && isRefused(path))
    .map((path) => `${path} is in no record`)

const missing = (path: string) => `${path} is missing`
const hasBytes = (path: string, bytes: number, expected: number) =>
  `${path} has ${bytes} bytes instead of ${expected}`
const changed = (path: string) => `${path} was changed: its hash differs from the record`
const packedChanged = (path: string) => `${path} was changed: it does not unpack to the recorded file`
