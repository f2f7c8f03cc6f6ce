import { deflateSync } from 'node:zlib'
import { expect, it, test } from '@jest/globals'
import { chunk, decode, looksSame, SIGNATURE, smallPng } from './smallPng'

const RED = 0xff0000
const GREY = 0x808080

/** As Chromium writes it: each line is the filter and then the errors of its prediction. */
function png(lines: number[][], width: number, channels: 3 | 4): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(lines.length, 4)
  header.set([8, channels === 4 ? 6 : 2], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(lines.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const FIRST = [0, 255, 0, 0, 128, 128, 128]

test.each([
  ['none', [0, 128, 128, 128, 255, 0, 0]],
  ['left', [1, 128, 128, 128, 127, 128, 128]],
  ['above', [2, 129, 128, 128, 127, 128, 128]],
  ['average', [3, 1, 128, 128, 127, 128, 128]],
  ['Paeth', [4, 129, 128, 128, 127, 128, 128]],
])('a line with the filter %s is read', (_, second) =>
  expect([...decode(png([FIRST, second], 2, 3)).colours]).toEqual([RED, GREY, GREY, RED]),
)

it('alpha is dropped', () =>
  expect([...decode(png([[0, 255, 0, 0, 255, 128, 128, 128, 255]], 2, 4)).colours]).toEqual([RED, GREY]))

it('another kind of picture is refused', () => {
  const other = png([FIRST], 2, 3)
  other[SIGNATURE.length + 16] = 16
  expect(() => decode(other)).toThrow('another kind')
})

const shown = (file: Buffer): number[] => [...decode(file).colours]

it('few colours are kept', () => expect(shown(smallPng(png([FIRST], 2, 3)))).toEqual([RED, GREY]))

it('many colours become similar ones, and a rare distinct colour stays', () => {
  const reds = Array.from({ length: 999 }, (_, at) => [at % 250, at >> 8, 0])
  const [seen, last] = [shown(smallPng(png([[0, ...reds.flat(), 0, 0, 255]], 1000, 3))), 0x0000ff]
  expect(new Set(seen).size).toBeLessThanOrEqual(256)
  expect(seen.at(-1)).toBe(last)
  for (const [at, [red = 0]] of reds.entries()) expect(Math.abs((seen[at]! >> 16) - red)).toBeLessThan(10)
})

test.each([
  ['the same', 128, true],
  ['an edge drawn otherwise', 131, true],
  ['another colour', 140, false],
])('%s', (_, grey, same) => {
  const [one, other] = [128, grey].map((value) => smallPng(png([[0, 255, 0, 0, value, 128, 128]], 2, 3)))
  expect(looksSame(one!, other!)).toBe(same)
})

it('a picture of another size differs', () =>
  expect(looksSame(smallPng(png([FIRST], 2, 3)), smallPng(png([FIRST, FIRST], 2, 3)))).toBe(false))
