export interface ZippedFile {
  name: string
  content: readonly Uint8Array<ArrayBuffer>[]
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

function crcOf(content: readonly Uint8Array[]): number {
  let crc = 0xffffffff
  for (const piece of content) for (const byte of piece) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

const lengthOf = (content: readonly Uint8Array[]): number =>
  content.reduce((sum, { length }) => sum + length, 0)

const STORED = 0
const DEFLATED = 8
/** UTF-8 names, version 2.0, dated 1980-01-01 at midnight. */
const UTF8_NAME = 0x0800
const VERSION = 20
const DAY = 0x21

/** Numbers of two or four bytes. */
function littleEndian(...fields: [bytes: 2 | 4, value: number][]): Uint8Array<ArrayBuffer> {
  const out = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) out.setUint16(at, value, true)
    else out.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(out.buffer)
}

/** Creates an archive, compressed if the browser supports it, otherwise stored. */
export async function zip(files: readonly ZippedFile[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const archive: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, content } of files) {
    const path = new TextEncoder().encode(name)
    const canCompress = 'CompressionStream' in globalThis
    const stored = canCompress ? await deflate(content) : content
    const common: Parameters<typeof littleEndian> = [
      [2, VERSION],
      [2, UTF8_NAME],
      [2, canCompress ? DEFLATED : STORED],
      [2, 0],
      [2, DAY],
      [4, crcOf(content)],
      [4, lengthOf(stored)],
      [4, lengthOf(content)],
      [2, path.length],
      [2, 0],
    ]
    const file = [littleEndian([4, 0x04034b50], ...common), path, ...stored]
    directory.push(
      littleEndian([4, 0x02014b50], [2, VERSION], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      path,
    )
    archive.push(...file)
    offset += lengthOf(file)
  }
  const count = files.length
  const end = littleEndian(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, lengthOf(directory)],
    [4, offset],
    [2, 0],
  )
  return [...archive, ...directory, end]
}

async function deflate(content: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const { readable, writable } = new CompressionStream('deflate-raw')
  const writer = writable.getWriter()
  const write = async () => {
    for (const piece of content) await writer.write(piece)
    await writer.close()
  }
  const read = async () => {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    const reader = readable.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) pieces.push(part.value)
    return pieces
  }
  const [pieces] = await Promise.all([read(), write()])
  return pieces
}
