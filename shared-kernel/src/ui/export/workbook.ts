import { type CsvColumn, type CsvValue, totalsOf } from '../../domain/csv'
import { zip } from './zip'

interface Cell {
  value: CsvValue
  /** Excel's number format, e.g. '#,##0.00'. */
  format?: string | null
  bold?: boolean
}

const NAMESPACE = 'http://schemas.openxmlformats.org'
const MAIN = `xmlns="${NAMESPACE}/spreadsheetml/2006/main"`
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Lower ids are Excel's built-in formats. */
const FIRST_FORMAT_ID = 164
const COLUMN_WIDTH = 22
/** A limit in characters; Excel rejects files with longer texts. */
const MAX_CELL_LENGTH = 32_767
const MAX_SHEET_NAME_LENGTH = 31
const ROWS_PER_PIECE = 1_000

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** XML does not allow these characters, even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const escape = (text: string) => text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)

/** Cells refer to styles by index. */
class Styles {
  private readonly formats: string[] = []
  private readonly styles = ['0|']

  of({ format, bold = false }: Cell): number {
    const name = `${bold ? 1 : 0}|${format ?? ''}`
    if (!this.styles.includes(name)) this.styles.push(name)
    if (format && !this.formats.includes(format)) this.formats.push(format)
    return this.styles.indexOf(name)
  }

  xml(): string {
    const formats = this.formats.map(
      (format, index) => `<numFmt numFmtId="${FIRST_FORMAT_ID + index}" formatCode="${escape(format)}"/>`,
    )
    const styles = this.styles.map((name) => {
      const [font, format] = [name.slice(0, 1), name.slice(2)]
      const id = format === '' ? 0 : FIRST_FORMAT_ID + this.formats.indexOf(format)
      return `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
    })
    const font = '<sz val="11"/><name val="Calibri"/>'
    return `${DECLARATION}<styleSheet ${MAIN}>
${formats.length === 0 ? '' : `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`}
<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>
</styleSheet>`
  }
}

/** Inline text is never evaluated as a formula. */
function cellXml(cell: Cell, styles: Styles): string {
  const { value } = cell
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return '<c/>'
  const style = styles.of(cell)
  if (typeof value === 'number') return `<c s="${style}"><v>${value}</v></c>`
  const text = escape(value.slice(0, MAX_CELL_LENGTH))
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

const rowXml = (cells: readonly Cell[], styles: Styles): string =>
  `<row>${cells.map((cell) => cellXml(cell, styles)).join('')}</row>\n`

const relations = (...targets: [type: string, target: string][]) =>
  `${DECLARATION}<Relationships xmlns="${NAMESPACE}/package/2006/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${NAMESPACE}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const CONTENT_TYPES = `${DECLARATION}<Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
  ['workbook', 'sheet.main'],
  ['styles', 'styles'],
  ['sheet1', 'worksheet'],
]
  .map(
    ([part, type]) =>
      `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
  )
  .join('')}</Types>`

const workbookXml = (sheet: string): string =>
  `${DECLARATION}<workbook ${MAIN} xmlns:r="${NAMESPACE}/officeDocument/2006/relationships"><sheets><sheet name="${escape(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

interface Table<Row> {
  name: string
  heading: readonly (readonly CsvValue[])[]
  columns: readonly CsvColumn<Row>[]
  rows: readonly Row[]
}

/**
 * Writes one sheet (ECMA-376). No library, because libraries compress in blob workers, which the page's
 * policy forbids.
 * @param pause awaited between pieces, so that the page can do other work
 */
export async function workbook<Row>(
  { name, heading, columns, rows }: Table<Row>,
  pause: () => Promise<unknown>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const styles = new Styles()
  const encoder = new TextEncoder()
  const linesOf = (lines: readonly (readonly Cell[])[]) =>
    encoder.encode(lines.map((cells) => rowXml(cells, styles)).join(''))
  const widest = Math.max(columns.length, ...heading.map(({ length }) => length))
  const sheet = [
    encoder.encode(`${DECLARATION}<worksheet ${MAIN}>
<cols><col min="1" max="${widest}" width="${COLUMN_WIDTH}" customWidth="1"/></cols>
<sheetData>`),
    linesOf(heading.map((cells) => cells.map((value) => ({ value })))),
    linesOf([columns.map(({ header }) => ({ value: header, bold: true }))]),
  ]
  for (let from = 0; from < rows.length; from += ROWS_PER_PIECE) {
    const piece = rows.slice(from, from + ROWS_PER_PIECE)
    sheet.push(
      linesOf(piece.map((row) => columns.map(({ value, format = null }) => ({ value: value(row), format })))),
    )
    await pause()
  }
  const totals = totalsOf(columns, rows) ?? []
  if (totals.length > 0)
    sheet.push(
      linesOf([
        totals.map((value, index) => ({ value, format: columns[index]!.format ?? null, bold: true })),
      ]),
    )
  sheet.push(encoder.encode('</sheetData></worksheet>'))
  const file = (path: string, text: string) => ({ name: path, content: [encoder.encode(text)] })
  return zip([
    file('[Content_Types].xml', CONTENT_TYPES),
    file('_rels/.rels', relations(['officeDocument', 'xl/workbook.xml'])),
    file('xl/workbook.xml', workbookXml(name.replace(/[\\/?*[\]:]/g, ' ').slice(0, MAX_SHEET_NAME_LENGTH))),
    file('xl/_rels/workbook.xml.rels', relations(['worksheet', 'sheet1.xml'], ['styles', 'styles.xml'])),
    file('xl/styles.xml', styles.xml()),
    { name: 'xl/sheet1.xml', content: sheet },
  ])
}
