export type CsvValue = string | number | null

export interface CsvColumn<Row> {
  header: string
  value: (row: Row) => CsvValue
  /** Excel's number format in a workbook: '#,##0.00'. */
  format?: string | null
  total?: (rows: readonly Row[]) => CsvValue
}

export interface CsvForm {
  separator: ',' | ';'
  decimal: '.' | ','
}

const STANDARD: CsvForm = { separator: ',', decimal: '.' }

/** Lets spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/**
 * The places where a spreadsheet would start a formula: at the start of a text, or after a separator. Names
 * come from untrusted users, and a spreadsheet may not use the file's separator.
 */
const FORMULA = /(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^|[,;|\t\r\n])[\s"\p{Cc}\p{Cf}]*)/gu

function cellOf(value: CsvValue, { separator, decimal }: CsvForm): string {
  if (value === null) return ''
  if (typeof value === 'number') {
    const number = String(value).replace('.', decimal)
    return number.includes(separator) ? `"${number}"` : number
  }
  const text = value.replace(FORMULA, "'")
  const isQuoted = /[",;\r\n]/.test(text) || text.includes(separator) || text !== text.trim()
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text
}

/** Few enough rows that a piece delays neither a key press nor a frame. */
const ROWS_PER_PIECE = 1_000

export function totalsOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): CsvValue[] | null {
  if (rows.length === 0 || !columns.some(({ total }) => total)) return null
  return columns.map(({ total }, index) => (total ? total(rows) : index === 0 ? 'Total' : null))
}

/**
 * CSV (RFC 4180, UTF-8 with BOM), with the lines of `heading` above the headers. Generated in pieces, so that
 * the page stays responsive. Formulas are prefixed with an apostrophe.
 */
export function* csvPieces<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  heading: readonly (readonly CsvValue[])[] = [],
  form: CsvForm = STANDARD,
): Generator<string, void> {
  const lineOf = (cells: readonly CsvValue[]): string =>
    `${cells.map((cell) => cellOf(cell, form)).join(form.separator)}\r\n`
  const totals = totalsOf(columns, rows)
  yield [BYTE_ORDER_MARK, ...heading.map(lineOf), lineOf(columns.map(({ header }) => header))].join('')
  for (let from = 0; from < rows.length; from += ROWS_PER_PIECE) {
    const piece = rows.slice(from, from + ROWS_PER_PIECE)
    yield piece.map((row) => lineOf(columns.map(({ value }) => value(row)))).join('')
  }
  if (totals) yield lineOf(totals)
}
