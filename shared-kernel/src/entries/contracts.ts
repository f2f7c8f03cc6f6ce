/* Wire types of the API, and how a client reads and writes them. Pure; each remote bundles what it uses. */
export {
  type Activity,
  type ActivityKind,
  type ActivityPage,
  type ActivitySubject,
  AUDIT_KINDS,
  normaliseActivityPage,
} from '../contracts/activity'
export { centsFromWire, centsToWire } from '../contracts/cents'
export { type Country, DEFAULT_COUNTRIES, DEFAULT_COUNTRY_ID, normaliseCountries } from '../contracts/country'
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
  INITIAL_LOADS,
  type Jackpot,
  type JackpotSettings,
  LANGUAGES,
  MACHINE_CURRENCIES,
  normaliseGameSettings,
  type OtherSettings,
  type UserGameSettings,
} from '../contracts/gameSettings'
export { gameSettingsToWire } from '../contracts/gameSettingsToWire'
export {
  type HierarchyMachine,
  hierarchyName,
  normaliseHierarchyMachine,
} from '../contracts/hierarchyEntries'
export {
  type Machine,
  normaliseBlockToggle,
  normaliseCredit,
  normaliseMachine,
  normaliseMachines,
} from '../contracts/machine'
export {
  MACHINE_CONFIG_FIELDS,
  MACHINE_CONFIG_LABELS,
  type MachineConfig,
  machineConfigToWire,
  normaliseMachineConfig,
  PAYMENT_VALIDATIONS,
  type PaymentValidation,
} from '../contracts/machineConfig'
export { type MovementRow, normaliseMovementRows } from '../contracts/reportMovementRow'
export { FIRST_DAY, LAST_DAY } from '../contracts/reportDayBounds'
export {
  isTotalRow,
  lacksAmounts,
  normaliseReportRows,
  type ReportRow,
  returnPercentage,
} from '../contracts/reportRow'
export {
  type LoginAnswer,
  normaliseLogin,
  normaliseStoredUser,
  type StoredUser,
} from '../contracts/storedUser'
export {
  creatorNames,
  namesBelow,
  normaliseUser,
  normaliseUsers,
  type User,
  userIdentity,
} from '../contracts/user'
export {
  isPassword,
  MAX_PASSWORD_LENGTH,
  MAX_USER_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../contracts/credentialRules'
export { hasHiddenCharacters, userNameProblem, type UserNameProblem } from '../contracts/nameRules'
export { versionOf } from '../contracts/entityVersion'
export { type NewUser, newUserToWire, type UserChanges, userToWire } from '../contracts/userToWire'
