import { CompressionStream } from 'node:stream/web'
import { crc32 } from 'node:zlib'
import { afterEach, describe, expect, test } from '@jest/globals'
import { unzip } from '../../../testing/unzip'
import type { CsvColumn } from '../../domain/csv'
import { workbook } from './workbook'

interface Machine {
  name: string
  cents: number
}
const COLUMNS: CsvColumn<Machine>[] = [
  { header: 'Machine', value: ({ name }) => name },
  {
    header: 'Credit',
    format: '#,##0.00',
    value: ({ cents }) => cents / 100,
    total: (rows) => rows.reduce((sum, { cents }) => sum + cents, 0) / 100,
  },
]
const MACHINES: Machine[] = [
  { name: '<Slot> & "1"', cents: -76544 },
  { name: '=2+2', cents: 7 },
  { name: 'a\u0000b', cents: Number.NaN },
]

const bytesOf = async (name = 'Machines', rows = MACHINES, columns = COLUMNS) =>
  Buffer.concat(await workbook({ name, heading: [['Filter', '=A1'], []], columns, rows }, async () => {}))
const parse = (xml: string) => new DOMParser().parseFromString(xml, 'application/xml')
const cellsOf = (sheet: string) =>
  [...parse(sheet).querySelectorAll('row')].map((row) =>
    [...row.querySelectorAll('c')].map((cell) =>
      cell.getAttribute('t') === 'inlineStr'
        ? cell.textContent
        : cell.textContent === ''
          ? null
          : Number(cell.textContent),
    ),
  )

afterEach(() => void Reflect.deleteProperty(globalThis, 'CompressionStream'))

describe.each([
  ['compressed', CompressionStream],
  ['made by a browser that cannot compress', undefined],
])('a workbook, %s', (_, Stream) => {
  test('has the rows below their headers, the totals at the end, and no formulas', async () => {
    if (Stream) Object.assign(globalThis, { CompressionStream: Stream })
    const bytes = await bytesOf()
    // the compression method of the first file
    expect(bytes.readUInt16LE(8)).toBe(Stream ? 8 : 0)
    const parts = unzip(bytes)
    for (const [name, xml] of parts)
      expect([name, parse(xml).querySelector('parsererror')]).toEqual([name, null])
    expect(cellsOf(parts.get('xl/sheet1.xml')!)).toEqual([
      ['Filter', '=A1'],
      [],
      ['Machine', 'Credit'],
      ['<Slot> & "1"', -765.44],
      ['=2+2', 0.07],
      ['ab', null],
      ['Total', null],
    ])
    expect(parts.get('xl/sheet1.xml')).not.toContain('<f')
    expect(parse(parts.get('xl/styles.xml')!).querySelector('numFmt')!.getAttribute('formatCode')).toBe(
      '#,##0.00',
    )
    const sheet = Buffer.from(parts.get('xl/sheet1.xml')!)
    expect(bytes.includes(littleEndian(crc32(sheet)))).toBe(true)
  })
})

const littleEndian = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

test.each([
  ['Users', 'Users'],
  ['a/b:c[d]', 'a b c d '],
  ['x'.repeat(40), 'x'.repeat(31)],
])('a workbook named %s has a sheet named %s', async (name, expected) => {
  const book = unzip(await bytesOf(name)).get('xl/workbook.xml')!
  expect(parse(book).querySelector('sheet')!.getAttribute('name')).toBe(expected)
})

test('a workbook contains all of many rows, and cuts texts that would break the file', async () => {
  const rows = Array.from({ length: 2_500 }, (_, cents) => ({
    name: 'x'.repeat(cents === 0 ? 40_000 : 1),
    cents,
  }))
  const cells = cellsOf(unzip(await bytesOf('Rows', rows)).get('xl/sheet1.xml')!)
  expect(cells.slice(3, -1).map(([, credit]) => credit)).toEqual(rows.map(({ cents }) => cents / 100))
  expect(cells[3]![0]).toHaveLength(32_767)
  expect(cells.at(-1)).toEqual(['Total', 31_237.5])
})
