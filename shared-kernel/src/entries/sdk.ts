/*
 * What remotes of other repositories may rely on, of what the page has once. It defines nothing: the host makes it of
 * the entries named here (`shareTable.ts`).
 */
export {
  CentredSpinner,
  changeFields,
  countriesQuery,
  DescriptionList,
  EmptyState,
  fetchList,
  fetchRecord,
  gamesQuery,
  http,
  isOutcomeUnknown,
  isStale,
  lazyWithRetry,
  LevelChip,
  type ListView,
  machinesQuery,
  messageOf,
  newKey,
  RetryAlert,
  Screen,
  ScreenHeader,
  showActionToast,
  showToast,
  usableList,
  useApiMutation,
  useCurrentUser,
  useListRows,
  userSetting,
  usersQuery,
  versionHeaders,
} from './core'
export {
  actionColumns,
  CellChip,
  CellLink,
  type Column,
  DataTable,
  ExportButtons,
  FilterBar,
  FilterSelect,
  ListCount,
<<<<<<< HEAD
  RangeFilter,
=======
>>>>>>> c96a4d6c (Filters of a screen's own are loaded with forms, not with the login)
  RefreshControl,
  type RowAction,
  SearchField,
  sortPart,
  TwoLines,
  useRefresh,
<<<<<<< HEAD
  useRowsWhere,
=======
  useViewState,
>>>>>>> c96a4d6c (Filters of a screen's own are loaded with forms, not with the login)
} from './table'
export { choicePart, idPart, rangePart, textPart, useViewState } from './view'
export {
  AmountField,
  ConfirmDialog,
  FormDialog,
  FormField,
  LoadingFormDialog,
  NumberField,
  RangeFilter,
  rangePart,
  SelectField,
  SwitchField,
  useRowsWhere,
} from './form'
