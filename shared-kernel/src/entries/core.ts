/* What every page needs and must exist only once: session, client, caches, lists, screen layout. */
export { currentConnection } from '../client/connect'
export { useCurrentUser } from '../client/pageContext'
export { useFeature } from '../client/features'
export { CallError, isOutcomeUnknown, isUnauthorized, messageOf, refusalIn } from '../client/errors'
export { fetchList, fetchRecord } from '../client/fetchChecked'
export { http } from '../client/http'
export { copyText } from '../client/copyText'
export { loadCode } from '../client/loadCode'
export { patchQueryData } from '../lists/listQueries'
export { attentionQuery } from '../client/attentionQuery'
export { countriesQuery, gamesQuery, readAgain } from '../client/sharedQueries'
export { fetchCurrentUser } from '../client/session'
export { createStore, useStore, type Store } from '../client/store'
export { showActionToast, showToast, type ToastAction } from '../client/toasts'
export { useApiMutation, type ApiMutation } from '../client/useApiMutation'
export { createContentKeys, isStale, newKey, versionHeaders } from '../client/useApiMutation'
export { savedViews, type SavedView } from '../client/savedViews'
export { useNow } from '../client/useNow'
export { userSetting } from '../client/userSetting'

export type { List, ListRef, ListView, MachineFilter, SortKeys, UserFilter } from '../lists/listKinds'
export {
  changeFields,
  LIST_STALE_AFTER_MS,
  listQuery,
  listsKey,
  machinesQuery,
  putRow,
  removeRow,
  usableList,
  usersQuery,
} from '../lists/listQueries'
export { clearFilters, countFilters, filterParts, type FilterTable, readFilters } from '../lists/filters'
export { lists } from '../lists/lists'
export { useFilteredList, useListRows, type TreeRow } from '../lists/useListRows'

export { lazyWithRetry } from '../ui/lazyWithRetry'
export { LevelChip } from '../ui/LevelChip'
export { DescriptionList } from '../ui/DescriptionList'
export { DialogLinks, type DialogLink } from '../ui/DialogLinks'
export { useFocusRecovery } from '../ui/focus'
export { useSingleFlight } from '../client/useSingleFlight'
export { Screen, ScreenHeader } from '../ui/ScreenHeader'
export { EmptyState } from '../ui/EmptyState'
export { CentredSpinner, RetryAlert } from '../ui/stateViews'
