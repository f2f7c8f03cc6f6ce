import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { arrayReader, countedLineReader, lineReader, type RowReader } from './listWorker'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Reads a text that arrives in pieces of `pieceBytes` bytes. */
function readAll(reader: RowReader, text: string, pieceBytes: number): unknown[] {
  const bytes = bytesOf(text)
  const items: unknown[] = []
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    items.push(...reader.read(bytes.slice(from, from + pieceBytes)))
  }
  return [...items, ...reader.end()]
}

const linesOf = (items: unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('')
const countedLinesOf = (items: unknown[]) => linesOf([...items, { complete: true, rows: items.length }])

describe.each([
  ['lines', lineReader, linesOf],
  ['counted lines', countedLineReader, countedLinesOf],
  ['an array', arrayReader, (items: unknown[]) => JSON.stringify(items)],
])('%s', (_, newReader, write) => {
  test('are split into the same items at any chunk boundaries', () =>
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 30 }), (items, pieceBytes) => {
        // -0 is 0 in JSON
        const sent = JSON.parse(JSON.stringify(items)) as unknown[]
        expect(readAll(newReader(), write(items), pieceBytes)).toEqual(sent)
      }),
    ))
})

describe('NDJSON', () => {
  test('gives each item as soon as its line is complete', () => {
    const reader = lineReader()
    expect(reader.read(bytesOf('{"a":1}\n{"a'))).toEqual([{ a: 1 }])
    expect(reader.read(bytesOf('":2}\n'))).toEqual([{ a: 2 }])
    expect(reader.end()).toEqual([])
  })

  test('needs no line break at the end, and may have blank lines', () =>
    expect(readAll(lineReader(), '1\r\n\n 2 ', 3)).toEqual([1, 2]))

  test.each([['{"a":1}\n{"a"'], ['<html></html>'], ['[1'], ['1 2\n']])('is not recognised in %j', (text) =>
    expect(() => readAll(lineReader(), text, 5)).toThrow(SyntaxError),
  )
})

describe('counted NDJSON', () => {
  const items = [{ a: 1 }, { complete: true, rows: 9 }, { a: 3 }]

  test('gives each item once the next line is complete', () => {
    const reader = countedLineReader()
    expect(reader.read(bytesOf('{"a":1}\n{"a":2}\n{"a'))).toEqual([{ a: 1 }])
    expect(reader.read(bytesOf('":3}\n'))).toEqual([{ a: 2 }])
  })

  test.each([
    [''],
    [linesOf(items)],
    [linesOf([...items, { complete: true, rows: 2 }])],
    [linesOf([...items, { complete: 'true', rows: 3 }])],
    [linesOf([...items, { complete: true, rows: 3 }, { a: 4 }])],
    [linesOf([...items, null])],
  ])('is rejected as cut off: %j', (text) =>
    expect(() => readAll(countedLineReader(), text, 5)).toThrow('The list was cut off'),
  )

  test('is rejected if it is cut off anywhere before its last line break', () => {
    const text = countedLinesOf(items)
    for (let bytes = 0; bytes < text.length - 1; bytes += 1) {
      expect(() => readAll(countedLineReader(), text.slice(0, bytes), 7)).toThrow(SyntaxError)
    }
  })
})

describe('a JSON array', () => {
  test.each([['{}'], [''], ['[1'], ['[{"a":1}{"b":2}]'], ['<html></html>'], ['1']])(
    'is not recognised in %j',
    (text) => expect(() => readAll(arrayReader(), text, 5)).toThrow(SyntaxError),
  )
})
