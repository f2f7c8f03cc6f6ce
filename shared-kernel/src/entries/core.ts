/*
 * What every page needs, and what must exist once in it: session, client, theme, router, caches. Host
 * and remotes take these pieces from here and never from the packages behind them.
 */
export { connect, currentConnection, type Connection } from '../client/connection'
export { CurrentUserContext, useCurrentUser } from '../client/currentUser'
export { deadlines } from '../client/deadlines'
export { CallError, isOutcomeUnknown, isUnauthorized, messageOf } from '../client/errors'
export { http } from '../client/http'
export { abortPendingChunks, loadCode } from '../client/pendingCode'
export { patchQueryData } from '../client/patchQueryData'
export { createQueryClient } from '../client/queryClient'
export { fetchList, fetchRecord } from '../client/reads'
export { fetchCurrentUser, logout, sessionQuery, useSession, validateToken } from '../client/session'
export { endSession, leaveSession, sessionStore } from '../client/sessionStorage'
export { createStore, useStore, type Store } from '../client/store'
export { toggleThemeMode, useThemeMode } from '../client/themeMode'
export { showToast } from '../client/toasts'
export { hasUnsavedChanges, unsavedStore } from '../client/unsavedChanges'
export { useApiMutation, type ApiMutation } from '../client/useApiMutation'
export { useNow } from '../client/useNow'

export type { ListRef, ListView, MachineFilter } from '../lists/listKinds'
export { changeFields, listQuery, listsKey, putRow, removeRow, usableList } from '../lists/listQuery'
export { lists, type ListSnapshot } from '../lists/lists'
export { useListRows, type TreeRow } from '../lists/useListRows'

export { ConsoleProviders } from '../ui/ConsoleProviders'
export { lazyWithRetry } from '../ui/lazyWithRetry'
export { LevelChip, LevelDot } from '../ui/LevelChip'
export { createSvgIcon } from '../ui/createSvgIcon'
export { Facts } from '../ui/Facts'
export { focusScreen, useFocusRecovery } from '../ui/focus'
export { useSingleFlight } from '../ui/form/useSingleFlight'
export { avatarColours } from '../ui/levelColours'
export { MessagePage } from '../ui/MessagePage'
export { PageTitle } from '../ui/PageTitle'
export { Screen, ScreenHeader } from '../ui/ScreenHeader'
export { SignInFields } from '../ui/signIn/SignInFields'
export { useSignIn } from '../ui/signIn/useSignIn'
export { CentredSpinner, EmptyState, RetryAlert } from '../ui/states'

export { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
export {
  createBrowserRouter,
  Link,
  matchPath,
  Navigate,
  NavLink,
  Outlet,
  RouterProvider,
  useLocation,
  useNavigate,
} from 'react-router-dom'

export {
  Alert,
  AppBar,
  Avatar,
  Box,
  Button,
  Chip,
  CircularProgress,
  Divider,
  Drawer,
  IconButton,
  List,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Menu,
  MenuItem,
  Paper,
  Stack,
  SvgIcon,
  TextField,
  type Theme,
  Toolbar,
  Tooltip,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material'
