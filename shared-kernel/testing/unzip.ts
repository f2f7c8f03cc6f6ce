import { inflateRawSync } from 'node:zlib'

/** The texts in an archive by path, for example in a workbook that a screen has exported. */
export function unzip(archive: Uint8Array): Map<string, string> {
  const bytes = Buffer.from(archive)
  const files = new Map<string, string>()
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let entry = bytes.readUInt32LE(end + 16)
  for (let remaining = bytes.readUInt16LE(end + 10); remaining > 0; remaining -= 1) {
    const isDeflated = bytes.readUInt16LE(entry + 10) !== 0
    const size = bytes.readUInt32LE(entry + 20)
    const nameLength = bytes.readUInt16LE(entry + 28)
    const name = bytes.subarray(entry + 46, entry + 46 + nameLength).toString()
    const file = bytes.readUInt32LE(entry + 42)
    const start = file + 30 + bytes.readUInt16LE(file + 26) + bytes.readUInt16LE(file + 28)
    const content = bytes.subarray(start, start + size)
    files.set(name, (isDeflated ? inflateRawSync(content) : content).toString())
    entry += 46 + nameLength + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32)
  }
  return files
}
