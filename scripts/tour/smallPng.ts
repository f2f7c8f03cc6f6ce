import { crc32, deflateSync, inflateSync } from 'node:zlib'

export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MAX_COLOURS = 256
/** Bytes per pixel by colour type: RGB, palette, RGBA. */
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 3: 1, 6: 4 }

/**
 * Reduces a screenshot to a palette of 256 colours, about a third of its size.
 * @param png as Chromium writes it: 8 bits a channel, not interlaced
 */
export function smallPng(png: Buffer): Buffer {
  const { width, height, colours } = decode(png)
  const { palette, indexOf } = paletteOf(colours)
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) lines[y * (width + 1) + 1 + x] = indexOf.get(colours[y * width + x]!)!
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // bit depth 8, colour type 3 (palette)
  header.set([8, 3], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk(
      'PLTE',
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Antialiasing of text differs by up to this much of 256 from run to run. */
const NOISE = 4

export function looksSame(one: Buffer, other: Buffer): boolean {
  const [before, after] = [decode(one), decode(other)]
  if (before.width !== after.width || before.height !== after.height) return false
  return before.colours.every((colour, at) =>
    [16, 8, 0].every(
      (shift) => Math.abs(channelOf(colour, shift) - channelOf(after.colours[at]!, shift)) <= NOISE,
    ),
  )
}

/** @returns each pixel as 0xRRGGBB */
export function decode(png: Buffer): { width: number; height: number; colours: Uint32Array } {
  const parts: Buffer[] = []
  let header = Buffer.alloc(13)
  let palette = Buffer.alloc(0)
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') header = Buffer.from(data)
    if (type === 'PLTE') palette = Buffer.from(data)
    if (type === 'IDAT') parts.push(data)
    at += length + 12
  }
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const [depth, colourType] = header.subarray(8)
  const channels = CHANNELS[colourType ?? 0]
  if (depth !== 8 || channels === undefined) throw new Error('A PNG of another kind.')
  const bytes = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels)
  const colours = new Uint32Array(width * height)
  for (let point = 0; point < colours.length; point += 1) {
    colours[point] =
      channels === 1 ? palette.readUIntBE(bytes[point]! * 3, 3) : bytes.readUIntBE(point * channels, 3)
  }
  return { width, height, colours }
}

/** Undoes the filter of each line: https://www.w3.org/TR/png/#9Filters */
function unfiltered(data: Buffer, lineLength: number, height: number, channels: number): Buffer {
  const out = Buffer.alloc(lineLength * height)
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (lineLength + 1)]!
    for (let x = 0; x < lineLength; x += 1) {
      const at = y * lineLength + x
      const left = x < channels ? 0 : out[at - channels]!
      const above = y === 0 ? 0 : out[at - lineLength]!
      const corner = x < channels || y === 0 ? 0 : out[at - lineLength - channels]!
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]!
      out[at] = data[y * (lineLength + 1) + 1 + x]! + predicted
    }
  }
  return out
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}

type Counted = readonly [colour: number, count: number]

/** Median cut: sets of colours are split until there are 256, each shown by its most frequent colour. */
function paletteOf(colours: Uint32Array): { palette: number[]; indexOf: Map<number, number> } {
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const sets: Counted[][] = [[...counts].sort(([one], [other]) => one - other)]
  while (sets.length < MAX_COLOURS) {
    const coarsest = sets.reduce((one, other) => (coarseness(other) > coarseness(one) ? other : one))
    if (coarseness(coarsest) === 0) break
    sets.splice(sets.indexOf(coarsest), 1, ...halves(coarsest))
  }
  const palette = sets.map(commonest)
  const indexOf = new Map(sets.flatMap((set, index) => set.map(([colour]) => [colour, index] as const)))
  return { palette, indexOf }
}

const channelOf = (colour: number, shift: number): number => (colour >> shift) & 255
const commonest = (set: Counted[]): number => set.reduce((one, other) => (other[1] > one[1] ? other : one))[0]

/** Weight of a set of colours. Losses are more visible in large areas, such as gradients, than in letters. */
const coarseness = (set: Counted[]): number =>
  spanOf(set).width * set.reduce((sum, [, count]) => sum + count, 0) ** 0.25

function spanOf(set: Counted[]): { shift: number; width: number } {
  let span = { shift: 0, width: 0 }
  for (const shift of [16, 8, 0]) {
    let [low, high] = [255, 0]
    for (const [colour] of set) {
      const value = channelOf(colour, shift)
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
    if (high - low > span.width) span = { shift, width: high - low }
  }
  return span
}

/** Split in the middle of the span, so that rare, distant colours keep a place. */
function halves(set: Counted[]): Counted[][] {
  const { shift } = spanOf(set)
  const values = set.map(([colour]) => channelOf(colour, shift))
  const middle = (Math.min(...values) + Math.max(...values)) / 2
  return [
    set.filter(([colour]) => channelOf(colour, shift) <= middle),
    set.filter(([colour]) => channelOf(colour, shift) > middle),
  ]
}

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
