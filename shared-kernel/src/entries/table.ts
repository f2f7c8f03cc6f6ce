/** Lists: the windowed table and what stands around it. */
export { DataTable } from '../ui/table/DataTable'
export type { Column, Sort, SortDirection } from '../ui/table/columns'
export { SearchField } from '../ui/SearchField'
export { ExportCsvButton } from '../ui/ExportCsvButton'
export { MOST_PRINTED_ROWS } from '../ui/table/DataTable'
export { saveFile } from '../ui/saveFile'
