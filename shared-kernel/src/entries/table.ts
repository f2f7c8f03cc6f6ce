/** The virtualized table, its filters and exports; also `view`, for remotes built before it was an entry. */
export * from './view'
export { DataTable } from '../ui/table/DataTable'
export {
  actionColumns,
  listColumns,
  sortKeys,
  type Column,
  type FoldedRows,
  type ListColumn,
} from '../ui/table/columns'
export { sortPart } from '../ui/table/TableHeader'
export type { Sort, SortDirection } from '../domain/sorting'
export { FilterBar, FilterSelect, UnknownFilterAlert } from '../ui/filters/FilterBar'
export { ListCount, PrintedFilters } from '../ui/ListCount'
export { PrintedHead } from '../ui/table/printed'
export { RefreshControl } from '../ui/RefreshControl'
export { useRefresh } from '../client/useRefresh'
export { SearchField } from '../ui/SearchField'
export { ListHead } from '../ui/listHead/ListHead'
export { ExportButtons } from '../ui/export/ExportButtons'
export { BranchCell, CellChip, CellLink, CellMark, CellText, LevelCell, TwoLines } from '../ui/table/cells'
export { saveFile } from '../ui/export/saveFile'
export { OptionList } from '../ui/combobox/OptionList'
export { Tip } from '../ui/table/useSharedTooltip'
export type { RowAction } from '../ui/table/RowActions'
export { useSelection, type TableSelection } from '../ui/table/selection'
