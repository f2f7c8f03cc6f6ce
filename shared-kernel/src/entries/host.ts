/*
 * Exports for the host only: startup, session, shell. Remotes cannot use them, and no published package
 * contains them.
 */
export { connect, type Connection, currentConnection } from '../client/connect'
export { useStore } from '../client/store'
export { useSingleFlight } from '../client/useSingleFlight'
export { CurrentUserContext, OfferedPanelsContext, ServedPathsContext } from '../client/pageContext'
export { featuresStore } from '../client/features'
export { noteSearchQuery } from '../client/notes'
export type { Note } from '../contracts/note'
export { attentionTotalQuery } from '../client/attentionQuery'
export { liveStore, pausedAtStore } from '../client/live'
export { setDensity, useDensity } from '../client/userSetting'
export { abortPendingChunks, deadlines } from '../client/loadCode'
export { useDialogOnBack, useNavigationGuard } from '../client/navigationGuard'
export { retryAt } from '../client/errors'
export { createQueryClient } from '../client/queryClient'
export { askForProofStore, proofAskedStore, type AskForProof } from '../client/proof'
export { CODES_REPLACED, confirmRecoveryCodes, offersPasskeys, signInByPasskey } from '../client/secondStep'
export { whenOf } from '../client/lastSignIn'
export {
  loginErrorStore,
  logout,
  secondStepStore,
  sessionQuery,
  useSession,
  validateToken,
} from '../client/session'
export { endSession, leaveSession, sessionStore } from '../client/storedSession'
export { toggleThemeMode, useThemeMode } from '../client/themeMode'
export { useLiveLists } from '../lists/useLiveLists'
export { hasUnsavedChanges, unsavedStore } from '../client/unsavedChanges'

export { ConsoleProviders } from '../ui/ConsoleProviders'
export { focusScreen } from '../ui/focus'
export { KeyCap, isCovered, isTypedInto } from '../ui/shortcuts'
export { LoadingDialog } from '../ui/lazyWithRetry'
export { LevelDot, avatarColours } from '../ui/LevelChip'
export { Logo } from '../ui/Logo'
export { MessagePage } from '../ui/MessagePage'
export { PageTitle } from '../ui/PageTitle'
export { UndoQuestion } from '../ui/form/UndoQuestion'
export { useClosedByEscape } from '../ui/panel/useClosedByEscape'
export { codeHelp, NO_PASSKEYS_HERE } from '../client/secondStep'
export { CodeSetup } from '../ui/signIn/CodeSetup'
export { RecoveryCodes } from '../ui/signIn/RecoveryCodes'
export { usePasskeyFlight } from '../ui/signIn/usePasskeyFlight'
export { useRefusedCode } from '../ui/signIn/useRefusedCode'
export {
  answerPasskey,
  answerPasskeyInField,
  canListPasskeysInField,
  canUsePasskeys,
  createPasskey,
  stopPasskeys,
} from '../client/passkeys'
export { LockTimer, SignInFields, useLoginLock, useSecondsUntil, useSignIn } from '../ui/signIn/SignInFields'
