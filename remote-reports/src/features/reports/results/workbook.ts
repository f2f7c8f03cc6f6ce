import { strToU8, zipSync } from 'fflate'

/** A cell: text, a number as it is, or nothing. */
type CellValue = string | number | null

export interface Cell {
  value: CellValue
  /** Excel's code for how a number is shown, e.g. '#,##0.00'. */
  format?: string | null
  bold?: boolean
}

const NAMESPACE = 'http://schemas.openxmlformats.org'
const MAIN = `xmlns="${NAMESPACE}/spreadsheetml/2006/main"`
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Numbers of an own format begin here; those below are Excel's. */
const FIRST_FORMAT_ID = 164
const COLUMN_WIDTH = 22

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML cannot hold, however they are written. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const escape = (text: string) => text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)

/** Styles of a workbook by what they are made of; each is named by its place. */
class Styles {
  private readonly formats: string[] = []
  private readonly styles = ['0|']

  /** The number of the style of a cell. */
  of({ format, bold = false }: Cell): number {
    const name = `${bold ? 1 : 0}|${format ?? ''}`
    if (!this.styles.includes(name)) this.styles.push(name)
    if (format && !this.formats.includes(format)) this.formats.push(format)
    return this.styles.indexOf(name)
  }

  xml(): string {
    const formats = this.formats.map(
      (format, place) => `<numFmt numFmtId="${FIRST_FORMAT_ID + place}" formatCode="${escape(format)}"/>`,
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

/** Text is inline text: whatever it begins with, a spreadsheet never takes it for a formula. */
function cellXml(cell: Cell, styles: Styles): string {
  const { value } = cell
  if (value === null) return '<c/>'
  const style = styles.of(cell)
  if (typeof value === 'number') return `<c s="${style}"><v>${value}</v></c>`
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`
}

function sheetXml(rows: readonly (readonly Cell[])[], styles: Styles): string {
  const widest = rows.reduce((most, { length }) => Math.max(most, length), 1)
  const lines = rows.map((cells) => `<row>${cells.map((cell) => cellXml(cell, styles)).join('')}</row>`)
  return `${DECLARATION}<worksheet ${MAIN}>
<cols><col min="1" max="${widest}" width="${COLUMN_WIDTH}" customWidth="1"/></cols>
<sheetData>${lines.join('\n')}</sheetData></worksheet>`
}

const relations = (...targets: [type: string, target: string][]) =>
  `${DECLARATION}<Relationships xmlns="${NAMESPACE}/package/2006/relationships">${targets
    .map(
      ([type, target], place) =>
        `<Relationship Id="rId${place + 1}" Type="${NAMESPACE}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
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

const WORKBOOK = `${DECLARATION}<workbook ${MAIN} xmlns:r="${NAMESPACE}/officeDocument/2006/relationships"><sheets><sheet name="Report" sheetId="1" r:id="rId1"/></sheets></workbook>`

/**
 * Rows as an Excel workbook of one sheet (ECMA-376). Libraries that do this compress in workers made of
 * text, which the page's policy forbids.
 */
export function workbook(rows: readonly (readonly Cell[])[]): Uint8Array<ArrayBuffer> {
  const styles = new Styles()
  const sheet = sheetXml(rows, styles)
  const parts = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': WORKBOOK,
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'sheet1.xml'], ['styles', 'styles.xml']),
    'xl/styles.xml': styles.xml(),
    'xl/sheet1.xml': sheet,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}
