import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import subsetFont from 'subset-font'
import { fontFaces, reducedFont } from './fonts'

const require = createRequire(import.meta.url)
const styles = readFileSync(join(import.meta.dirname, '../src/app/fonts.css'), 'utf8')
const GREEK = 'roboto-greek-wght-normal.woff2'

test('each font keeps the weights and letters that its rule names', () => {
  const faces = fontFaces(styles)
  expect([...faces.keys()].map((file) => file.split('-wght')[0])).toEqual([
    'roboto-cyrillic',
    'roboto-greek',
    'roboto-latin-ext',
    'roboto-latin',
  ])
  for (const { weight } of faces.values()) expect(weight).toEqual({ min: 400, max: 600 })
  const { text } = faces.get(GREEK)!
  expect(['Ͱ', 'Ό', 'Ω', 'ω', 'Ͽ'].filter((letter) => !text.includes(letter))).toEqual([])
  expect(text).not.toContain('΋')
})

test('a reduced font keeps its letters and weights in fewer bytes', async () => {
  const face = fontFaces(styles).get(GREEK)!
  const whole = readFileSync(require.resolve(`@fontsource-variable/roboto/files/${GREEK}`))
  const reduced = await reducedFont(whole, face)
  expect(reduced.length).toBeLessThan(whole.length * 0.8)
  const tables = tablesOf(await subsetFont(reduced, face.text, { targetFormat: 'sfnt' }))
  const axis = tables.get('fvar')!
  // after the table's header: the tag, then minimum, default and maximum in 16.16 fixed point
  expect([0, 1, 2].map((index) => axis.readInt32BE(16 + 4 + index * 4) / 65536)).toEqual([400, 400, 600])
  const glyphs = (font: Map<string, Buffer>) => font.get('maxp')!.readUInt16BE(4)
  const unreduced = tablesOf(await subsetFont(whole, face.text, { targetFormat: 'sfnt' }))
  expect(glyphs(tables)).toBe(glyphs(unreduced))
  expect(glyphs(tables)).toBeGreaterThan(70)
})

function tablesOf(font: Buffer): Map<string, Buffer> {
  const records = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16)
  return new Map(
    records.map((at) => {
      const offset = font.readUInt32BE(at + 8)
      return [font.toString('latin1', at, at + 4), font.subarray(offset, offset + font.readUInt32BE(at + 12))]
    }),
  )
}
