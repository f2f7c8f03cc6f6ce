import { finish, forEachInSteps, type Steps } from '../contracts/steps'

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

/**
 * Rows as CSV (RFC 4180, UTF-8 with a byte order mark), the headers first; `heading` stands above them
 * and says what the rows are. A text that a spreadsheet would
 * run as a formula gets an apostrophe in front: names come from people nobody vouches for.
 */
export const toCsv = <Row>(...table: Parameters<typeof writingCsv<Row>>): string =>
  finish(writingCsv(...table))

/** The same in steps, for lists whose length would hold up a page. */
export function* writingCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  heading: readonly (readonly CsvValue[])[] = [],
): Steps<string> {
  const lines = heading.map((cells) => cells.map(cellOf).join(','))
  lines.push(columns.map(({ header }) => cellOf(header)).join(','))
  yield* forEachInSteps(rows, (row) => {
    lines.push(columns.map(({ value }) => cellOf(value(row))).join(','))
  })
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}
