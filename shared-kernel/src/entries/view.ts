/** A screen's URL state, and what a tab remembers about it. */
export {
  choicePart,
  idPart,
  misreadPart,
  textPart,
  useSecondHistoryEntry,
  useViewState,
  useVisit,
  type ViewPart,
} from '../client/useViewState'
export { createPlaces, useKeptState } from '../client/screenMemory'
export {
  type CloseFunctions,
  liveOpened,
  type Opened,
  type OpenFunctions,
  type OpenKind,
  useClose,
  useOpen,
  useOpened,
} from '../client/opened'
export { isSameOpened } from '../client/openedSearch'
export { useOffersPanel } from '../client/pageContext'
export { FORBIDDEN_ACTION, unknownText, useDrop } from '../client/opened'
export { AddressDialog } from '../client/navigationGuard'
export { OpenLink } from '../ui/OpenLink'
export { useSavedViews } from '../ui/views/useSavedViews'
