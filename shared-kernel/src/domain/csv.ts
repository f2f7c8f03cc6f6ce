/** A cell: text, a number as it is, or nothing. */
export type CsvValue = string | number | null

export interface CsvColumn<Row> {
  header: string
  value: (row: Row) => CsvValue
}

/** Lets spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[\s]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u

function cellOf(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

const lineOf = (cells: readonly CsvValue[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** Short enough that neither a key nor a frame waits for it. */
const ROWS_A_PIECE = 1_000

/**
 * Rows as CSV (RFC 4180, UTF-8 with a byte order mark), the headers first; `heading` stands above them
 * and says what the rows are. A text that a spreadsheet would
 * run as a formula gets an apostrophe in front: names come from people nobody vouches for.
 *
 * @returns the text in pieces, so that a page can do other work between them
 */
export function* csvPieces<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  heading: readonly (readonly CsvValue[])[] = [],
): Generator<string, void> {
  yield [BYTE_ORDER_MARK, ...heading.map(lineOf), lineOf(columns.map(({ header }) => header))].join('')
  for (let from = 0; from < rows.length; from += ROWS_A_PIECE) {
    const piece = rows.slice(from, from + ROWS_A_PIECE)
    yield piece.map((row) => lineOf(columns.map(({ value }) => value(row)))).join('')
  }
}
