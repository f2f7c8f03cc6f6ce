import { csvPieces, type CsvColumn, type CsvForm, type CsvValue } from '../../domain/csv'
import { saveFile } from './saveFile'
import { workbook } from './workbook'

interface Content<Row> {
  /** The title of the sheet. */
  title: string
  heading: readonly (readonly CsvValue[])[]
  columns: readonly CsvColumn<Row>[]
  rows: readonly Row[]
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Lets the page do other work in between. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Loaded when a list is exported. @param name without its extension */
export async function saveRows<Row>(
  name: string,
  form: CsvForm | 'xlsx',
  content: Content<Row>,
): Promise<void> {
  const { title, heading, columns, rows } = content
  if (form === 'xlsx') {
    saveFile(`${name}.xlsx`, XLSX, ...(await workbook({ name: title, heading, columns, rows }, nextTask)))
    return
  }
  const pieces: string[] = []
  for (const piece of csvPieces(columns, rows, heading, form)) {
    pieces.push(piece)
    await nextTask()
  }
  saveFile(`${name}.csv`, 'text/csv;charset=utf-8', ...pieces)
}
