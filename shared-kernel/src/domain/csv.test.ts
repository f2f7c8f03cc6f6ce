import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { csvPieces, type CsvForm, type CsvValue } from './csv'

const toCsv = <Row>(...table: Parameters<typeof csvPieces<Row>>) => [...csvPieces(...table)].join('')

const oneCell = (value: CsvValue) =>
  toCsv([{ header: 'h', value: () => value }], [0]).slice('\uFEFFh\r\n'.length, -'\r\n'.length)

test('a file begins with a byte order mark and the headers, and every line ends with a line break', () => {
  const columns = [
    { header: 'Name', value: (row: { name: string }) => row.name },
    { header: 'Letters, all', value: (row: { name: string }) => row.name.length },
  ]
  expect(toCsv(columns, [{ name: 'ana' }, { name: 'Ñandú' }])).toBe(
    '\uFEFFName,"Letters, all"\r\nana,3\r\nÑandú,5\r\n',
  )
})

test('totals come below the rows, in the columns that define them', () => {
  const columns = [
    { header: 'Name', value: (row: { cents: number }) => `of ${row.cents}` },
    { header: 'Note', value: () => 'n' },
    {
      header: 'Credit',
      value: ({ cents }: { cents: number }) => cents / 100,
      total: (rows: readonly { cents: number }[]) => rows.reduce((sum, { cents }) => sum + cents, 0) / 100,
    },
  ]
  const lines = toCsv(columns, [{ cents: 10 }, { cents: 20 }]).split('\r\n')
  expect(lines.slice(1)).toEqual(['of 10,n,0.1', 'of 20,n,0.2', 'Total,,0.3', ''])
  expect(toCsv(columns, [])).toBe('\uFEFFName,Note,Credit\r\n')
})

describe("a cell in a spreadsheet's dialect", () => {
  const columns = [
    { header: 'Name', value: ({ name }: { name: string }) => name },
    { header: 'Number', value: () => -1234.5 },
  ]
  const line = (name: string, form: CsvForm) => toCsv(columns, [{ name }], [], form).split('\r\n')[1]

  test.each<{ name: string; form: CsvForm; expected: string }>([
    { name: 'a;b', form: { separator: ';', decimal: ',' }, expected: '"a;b";-1234,5' },
    { name: 'a,b', form: { separator: ';', decimal: '.' }, expected: '"a,b";-1234.5' },
    { name: 'a\tb', form: { separator: ',', decimal: '.' }, expected: 'a\tb,-1234.5' },
    { name: 'a', form: { separator: ',', decimal: ',' }, expected: 'a,"-1234,5"' },
    { name: '=1;2', form: { separator: ';', decimal: ',' }, expected: `"'=1;2";-1234,5` },
    { name: '-1,5', form: { separator: ';', decimal: ',' }, expected: `"'-1,5";-1234,5` },
  ])('"$name" in $form is "$expected"', ({ name, form, expected }) => expect(line(name, form)).toBe(expected))
})

describe('a cell', () => {
  test.each<[string, CsvValue, string]>([
    ['text', 'Ana', 'Ana'],
    ['a number', -12.5, '-12.5'],
    ['nothing', null, ''],
    ['a comma', 'a,b', '"a,b"'],
    ['a semicolon, which some spreadsheets use as the separator', 'a;b', '"a;b"'],
    ['a quote', 'a"b', '"a""b"'],
    ['a quote next to a comma', 'a",b', '"a"",b"'],
    ['a line break', 'a\nb', '"a\nb"'],
    ['a leading space', ' a', '" a"'],
    ['non-Latin characters', '日本', '日本'],
  ])('%s', (_, value, expected) => expect(oneCell(value)).toBe(expected))

  test('above the headers describes the file, with formulas neutralised too', () =>
    expect(toCsv([{ header: 'H', value: (row: number) => row }], [1], [['Filter', '=A1'], []])).toBe(
      "\uFEFFFilter,'=A1\r\n\r\nH\r\n1\r\n",
    ))
})

test('many rows are written in pieces, each row once', () => {
  const rows = Array.from({ length: 2_001 }, (_, row) => row)
  const pieces = [...csvPieces([{ header: 'h', value: (row: number) => row }], rows)]
  expect(pieces).toHaveLength(4)
  expect(pieces.join('')).toBe(`\uFEFFh\r\n${rows.join('\r\n')}\r\n`)
})

describe('CSV formula injection', () => {
  const SEPARATORS = [',', ';', '\t', '|'] as const
  const FORMS = ([',', ';'] as const).flatMap((separator) =>
    (['.', ','] as const).map((decimal): CsvForm => ({ separator, decimal })),
  )

  /**
   * Reads a file as spreadsheets do: a quote opens a cell only at its start, and text after the closing one is kept.
   */
  function cellsOf(file: string, separator: string): string[] {
    const cells: string[] = []
    let cell = ''
    let quoted = false
    for (let at = 0; at < file.length; at += 1) {
      const letter = file[at]!
      if (quoted && letter === '"' && file[at + 1] === '"') cell += file[++at]!
      else if (letter === '"' && (quoted || cell === '')) quoted = !quoted
      else if (!quoted && (letter === separator || /[\r\n]/.test(letter))) {
        cells.push(cell)
        cell = ''
      } else cell += letter
    }
    return [...cells, cell]
  }

  /** Reads a file without support for quotes. */
  const split = (file: string, separator: string) =>
    file.split(/[\r\n]/).flatMap((line) => line.split(separator).map((cell) => cell.replaceAll('"', '')))

  /** A number as we write it. A tab may follow it: for a reader that splits at commas, that is a space. */
  const NUMBER = /^-\d+(?:[.,]\d+)?(?!\S)/
  const isFormula = (cell: string) => /^[=+\-@＝＋－＠]/u.test(cell.trim()) && !NUMBER.test(cell.trim())

  function formulasIn(name: string): string[] {
    const columns = [
      { header: name, value: () => 'first' },
      { header: 'Number', value: () => -1234.5 },
      { header: 'Name', value: () => name },
      { header: 'Last', value: () => -7 },
    ]
    return FORMS.flatMap((form) => {
      const file = toCsv(columns, [0, 1], [[name], ['Filter', name]], form).slice(1)
      return SEPARATORS.flatMap((separator) =>
        [cellsOf(file, separator), split(file, separator)].flat().filter(isFormula),
      )
    })
  }

  test.each([
    ...['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', ' =1', '＝1', '=HYPERLINK("http://x","y")'],
    ...SEPARATORS.flatMap((separator) => [`x${separator}=1+1${separator}y`, `x${separator} "=1+1"`]),
    ...['x\n=1', 'x\r\n=1', '"=1', '"";=1', 'x;;=1', 'x; ;=1', ',=1;=1|=1'],
  ])('%j never becomes a formula in our files, whatever separator the reader uses', (name) =>
    expect(formulasIn(name)).toEqual([]),
  )

  test('is impossible with random text', () => {
    const piece = fc.constantFrom(
      ...SEPARATORS,
      '"',
      "'",
      '\n',
      '\r',
      ' ',
      '=',
      '+',
      '-',
      '@',
      '＝',
      '1',
      'x',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(formulasIn(pieces.join(''))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test.each(['a-b', 'a = b', 'Slot, 5', '2026-11-28', 'a@b.es', 'x; y'])(
    'text without a formula is not changed: %j',
    (name) => expect(oneCell(name).replaceAll('"', '')).toBe(name),
  )
})
