/* What every page needs and must exist only once: session, client, caches, lists, screen layout. */
export { connect, currentConnection, type Connection } from '../client/connect'
export { CurrentUserContext, useCurrentUser } from '../client/currentUser'
export { setDensity, useDensity, type Density } from '../client/density'
export { deadlines } from '../client/loadingDeadlines'
export { CallError, isOutcomeUnknown, isUnauthorized, messageOf } from '../client/errors'
export { http } from '../client/http'
export { abortPendingChunks, loadCode } from '../client/loadCode'
export { patchQueryData } from '../client/patchQueryData'
export { createQueryClient } from '../client/queryClient'
export { fetchList, fetchRecord } from '../client/fetchChecked'
export { countriesQuery, gamesQuery } from '../client/sharedQueries'
export { fetchCurrentUser, logout, sessionQuery, useSession, validateToken } from '../client/session'
export { ServedPathsContext } from '../client/servedPaths'
export { endSession, leaveSession, sessionStore } from '../client/storedSession'
export { createStore, useStore, type Store } from '../client/store'
export { toggleThemeMode, useThemeMode } from '../client/themeMode'
export { showActionToast, showToast, type ToastAction } from '../client/toasts'
export { hasUnsavedChanges, unsavedStore } from '../client/unsavedChanges'
export { useApiMutation, type ApiMutation } from '../client/useApiMutation'
export { isStale, newKey, versionHeaders } from '../client/versionedWrites'
export { useNow } from '../client/useNow'
export { userSetting } from '../client/userSetting'

export type { ListRef, ListView, MachineFilter, UserFilter } from '../lists/listKinds'
export {
  changeFields,
  listQuery,
  listsKey,
  machinesQuery,
  putRow,
  removeRow,
  usableList,
  usersQuery,
} from '../lists/listQueries'
export { lists, type ListSnapshot } from '../lists/listEngineClient'
export { useListRows, type TreeRow } from '../lists/useListRows'

export { ConsoleProviders } from '../ui/ConsoleProviders'
export { lazyWithRetry } from '../ui/lazyWithRetry'
export { LevelChip, LevelDot } from '../ui/LevelChip'
export { isDialogEntry, useDialogHistory } from '../ui/dialogHistory'
export { DescriptionList } from '../ui/DescriptionList'
export { DialogLinks, type DialogLink } from '../ui/DialogLinks'
export { Facts } from '../ui/Facts'
export { focusScreen, useFocusRecovery } from '../ui/focus'
export { useSingleFlight } from '../ui/form/useSingleFlight'
export { avatarColours } from '../ui/levelShades'
export { KeyCap } from '../ui/KeyCap'
export { MessagePage } from '../ui/MessagePage'
export { PageTitle } from '../ui/PageTitle'
export { Screen, ScreenHeader } from '../ui/ScreenHeader'
export { isCovered, isTypedInto } from '../ui/searchShortcut'
export { SignInFields } from '../ui/signIn/SignInFields'
export { useLoginLock, useSignIn } from '../ui/signIn/useSignIn'
export { CentredSpinner, EmptyState, RetryAlert } from '../ui/stateViews'
