import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Parser, type ReadEntry } from 'tar'
import { CommandError } from '@console/shared-kernel/command'
import type { Site } from '../site/files'
import { openServiceFolder, serviceFolder } from './teams'

/** Ten times the largest release in this repository. */
export const MAX_PACKED_BYTES = 32 * 1024 * 1024
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const MAX_FILES = 5_000
const RECORD = /^(?:\.\/)?(?:release|host)\.json$/
const MAX_RECORD_BYTES = 2 * 1024 * 1024
/** No segment begins with a dot, so no path leaves the folder. */
const SAFE_PATH = /^(?:\.\/)?(?:[\w@+~-][\w.@+~-]*\/)*(?:[\w@+~-][\w.@+~-]*)?$/
const PLAIN_TYPES: readonly unknown[] = ['File', 'OldFile', 'Directory']

const folderOf = (site: Site): string => join(serviceFolder(site), 'uploads')

/** Removes uploads that a killed service has left behind. */
export const removeUploads = (site: Site): Promise<void> =>
  rm(folderOf(site), { recursive: true, force: true })

/**
 * Receives a `.tar.gz` and unpacks it into a folder that exists only during the work.
 * @param inTurn limits how many are unpacked at once; a slow client does not take up a slot
 * @throws CommandError if the archive is invalid, too large, or holds anything but plain files and folders
 */
export async function withUpload<T>(
  site: Site,
  body: Readable,
  inTurn: (work: () => Promise<T>) => Promise<T>,
  work: (folder: string) => Promise<T> | T,
): Promise<T> {
  await openServiceFolder(site)
  await mkdir(folderOf(site), { recursive: true })
  const folder = await mkdtemp(join(folderOf(site), 'release-'))
  const archive = `${folder}.tar.gz`
  try {
    await writeFile(archive, limited(body))
    return await inTurn(async () => {
      await unpack(archive, folder)
      return work(folder)
    })
  } finally {
    for (const path of [archive, folder]) await rm(path, { recursive: true, force: true })
  }
}

async function* limited(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_PACKED_BYTES)
      throw new CommandError(`A release has ${MAX_PACKED_BYTES} bytes at most, packed.`)
    yield chunk
  }
}

const tooLarge = () => new CommandError(`A release has ${MAX_UNPACKED_BYTES} bytes at most, unpacked.`)

/** Writes each piece before it reads the next. Stops at the first entry that is not allowed. */
async function unpack(archive: string, folder: string): Promise<void> {
  let files = 0
  let bytes = 0
  let unpacked = 0
  const filter = (path: string, entry: object): boolean => {
    files += 1
    const { type, size = 0 } = entry as { type?: unknown; size?: number }
    // `Parser` would unpack an archive inside the archive, whose bytes are not counted
    unpacked += size
    if (unpacked > MAX_UNPACKED_BYTES) throw tooLarge()
    if (!PLAIN_TYPES.includes(type) || !SAFE_PATH.test(path))
      throw new CommandError(`The archive is refused: '${path.slice(0, 200)}' cannot be in a release.`)
    if (files > MAX_FILES)
      throw new CommandError(`The archive is refused: a release has ${MAX_FILES} files at most.`)
    if (RECORD.test(path) && size > MAX_RECORD_BYTES)
      throw new CommandError(`The archive is refused: a record has ${MAX_RECORD_BYTES} bytes at most.`)
    return true
  }
  try {
    const complete: { path: string; content: Buffer }[] = []
    const onReadEntry = (entry: ReadEntry) => {
      const read: Buffer[] = []
      entry.on('data', (piece: Buffer) => read.push(piece))
      entry.on('end', () => {
        if (entry.type !== 'Directory') complete.push({ path: entry.path, content: Buffer.concat(read) })
      })
    }
    const target = new Parser({ strict: true, filter, onReadEntry })
    let hasEnded = false
    target.on('eof', () => (hasEnded = true))
    for await (const chunk of pipeline(createReadStream(archive), createGunzip(), () => {})) {
      bytes += (chunk as Buffer).length
      if (bytes > MAX_UNPACKED_BYTES) throw tooLarge()
      // bytes after the end are only counted
      if (!hasEnded) target.write(chunk as Buffer)
      for (const { path, content } of complete.splice(0)) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), content)
      }
    }
    target.end()
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`The archive cannot be unpacked: ${(error as Error).message}`)
  }
}
