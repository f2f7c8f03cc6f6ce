/*
 * What every page needs, and what must exist once in it: session, client, theme, router, caches. Host
 * and remotes take these pieces from here and never from the packages behind them.
 */
export { connect, currentConnection, type Connection } from '../client/connection'
export { CurrentUserContext, useCurrentUser } from '../client/currentUser'
export { deadlines } from '../client/deadlines'
export { CallError, isAnswerLost, isOutOfDateAfter, isSessionOver, messageOf } from '../client/errors'
export { http } from '../client/http'
export { fetchLongList } from '../client/longList'
export { giveUpPendingCode } from '../client/pendingCode'
export { createQueryClient } from '../client/queryClient'
export { fetchList, fetchRecord } from '../client/reads'
export { fetchCurrentUser, logout, sessionQuery, useSession, validateToken } from '../client/session'
export { endSession, leaveSession, sessionStore } from '../client/sessionStorage'
export { inSlices } from '../client/inSlices'
export { createStore, useStore, type Store } from '../client/store'
export { toggleThemeMode, useThemeMode } from '../client/themeMode'
export { showToast } from '../client/toasts'
export { hasUnsavedChanges, unsavedStore } from '../client/unsavedChanges'
export { useNameRanking } from '../client/useNameRanking'
export { useNow } from '../client/useNow'
export { usePrepared } from '../client/usePrepared'
export { useSearchParams } from '../client/useSearchParams'
export { layOver } from '../client/layOver'
export { useRowWrite, type RowWrite } from '../client/useRowWrite'
export { useWrite } from '../client/useWrite'

export { ConsoleProviders } from '../ui/ConsoleProviders'
export { LevelChip, LevelDot } from '../ui/LevelChip'
export { createSvgIcon } from '../ui/createSvgIcon'
export { dialogOnDemand } from '../ui/dialogOnDemand'
export { focusScreen, useFocusRecovery } from '../ui/focus'
export { useOneAtATime } from '../ui/form/useOneAtATime'
export { avatarColours } from '../ui/levelColours'
export { MessagePage } from '../ui/MessagePage'
export { PageTitle } from '../ui/PageTitle'
export { Screen, ScreenHeader } from '../ui/ScreenHeader'
export { SignInFields } from '../ui/signIn/SignInFields'
export { useSignIn } from '../ui/signIn/useSignIn'
export { CentredSpinner, EmptyState, RetryAlert } from '../ui/states'

export { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
export {
  createBrowserRouter,
  Link,
  matchPath,
  Navigate,
  NavigationType,
  NavLink,
  Outlet,
  RouterProvider,
  useLocation,
  useNavigate,
  useNavigationType,
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
