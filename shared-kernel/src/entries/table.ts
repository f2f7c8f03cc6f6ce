/** Lists: the windowed table and what stands around it. */
export { DataTable } from '../ui/table/DataTable'
export type { Column, Sort, SortDirection } from '../ui/table/columns'
export { useListView } from '../ui/table/useListView'
export { SearchField } from '../ui/SearchField'
export { ExportCsvButton } from '../ui/ExportCsvButton'
export { CellChip, LevelCell } from '../ui/table/CellChip'
export { saveFile } from '../ui/saveFile'
export { OptionList } from '../ui/list/OptionList'
export { BranchCell } from '../ui/table/BranchCell'
export { actionColumns } from '../ui/table/actionColumns'
export type { RowAction } from '../ui/table/RowActions'

export { ToggleButton, ToggleButtonGroup } from '@mui/material'
