/* Wire types of the API, and how a client reads and writes them. Pure; each remote bundles what it uses. */
export {
  type Activity,
  type ActivityKind,
  type ActivityPage,
  type ActivitySubject,
  AUDIT_KINDS,
  normaliseActivityPage,
} from '../contracts/activity'
export {
  EVENT_NAMES,
  type EventName,
  HEARTBEAT_SECONDS,
  LIST_EVENTS,
  type ListChange,
  type ListEventName,
  readServerEvent,
  type ServerEvent,
  STREAM_SECONDS,
} from '../contracts/events'
export { centsFromWire, centsToWire } from '../contracts/cents'
export {
  type Country,
  creatorNames,
  DEFAULT_COUNTRIES,
  DEFAULT_COUNTRY_ID,
  namesBelow,
  normaliseCountries,
  normaliseUser,
  normaliseUsers,
  type User,
  USER_FIELDS,
  userIdentity,
} from '../contracts/user'
export { type NewUser, newUserToWire, type UserChanges, userToWire } from '../contracts/userToWire'
export {
  type Game,
  GAME_TYPES,
  type GameType,
  gameWithStateToWire,
  NEW_GAME,
  type NewGame,
  newGameToWire,
  normaliseGame,
  normaliseGames,
} from '../contracts/game'
export {
  BROWSERS,
  CREDITS_FORMATS,
  CURRENCY_SYMBOLS,
  EXECUTION_MODES,
  gameSettingsToWire,
  INITIAL_LOADS,
  type Jackpot,
  type JackpotSettings,
  LANGUAGES,
  MACHINE_CURRENCIES,
  normaliseGameSettings,
  type OtherSettings,
  type UserGameSettings,
} from '../contracts/gameSettings'
export {
  type HierarchyMachine,
  hierarchyName,
  normaliseHierarchyMachine,
} from '../contracts/hierarchyEntries'
export {
  type Machine,
  MACHINE_FIELDS,
  normaliseBlockToggle,
  normaliseCredit,
  normaliseMachine,
  normaliseMachines,
} from '../contracts/machine'
export {
  CONFIG_SECTIONS,
  type ConfigSection,
  MACHINE_CONFIG_FIELDS,
  type MachineConfig,
  machineConfigToWire,
  normaliseMachineConfig,
} from '../contracts/machineConfig'
export {
  isTotalRow,
  lacksAmounts,
  type MovementRow,
  normaliseMovementRows,
  normaliseReportRows,
  type ReportRow,
  returnPercentage,
} from '../contracts/report'
export {
  FIRST_DAY,
  hasHiddenCharacters,
  isPassword,
  LAST_DAY,
  MAX_PASSWORD_LENGTH,
  MAX_USER_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  userNameProblem,
  type UserNameProblem,
} from '../contracts/inputRules'
export {
  type LoginAnswer,
  normaliseLogin,
  normaliseStoredUser,
  type StoredUser,
} from '../contracts/storedUser'
export { versionOf } from '../contracts/wireFields'
