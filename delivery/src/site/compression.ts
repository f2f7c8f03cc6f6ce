import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Limiter } from '@console/shared-kernel/lock'
import { filesBelow, sizeOf } from './files'

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|map)$/

/** The best compression of a release with more text would take minutes. */
const LARGE_BYTES = 8 * 1024 * 1024

/**
 * For the whole process. zlib compresses in the four threads of libuv, which also read and write all files:
 * two remain for them, however many uploads and checks run.
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
export async function precompress(folder: string): Promise<void> {
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

/** What a server sends of a file: of a published one, its compressed form is there. */
export async function gzippedSizeOf(file: string): Promise<number> {
  const published = await sizeOf(`${file}.gz`)
  return published ?? threads.run(async () => (await gzipped(9)(await readFile(file))).length)
}
