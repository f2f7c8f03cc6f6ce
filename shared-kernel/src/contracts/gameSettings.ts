import {
  asRecord,
  firstOf,
  isRecord,
  readBoolean,
  readChoice,
  readInteger,
  readNumber,
  type Reader,
  type WireRecord,
} from './wire'

export const BROWSERS = ['Chrome', 'Firefox', 'Edge', 'Safari'] as const
export const EXECUTION_MODES = ['Release', 'Debug', 'Test'] as const
export const INITIAL_LOADS = ['AllGames', 'SelectedGames', 'None'] as const
export const MACHINE_CURRENCIES = ['Euro', 'Dollar', 'Pound'] as const
export const CREDITS_FORMATS = ['Credits', 'Money', 'Points'] as const
export const LANGUAGES = ['Spanish', 'English', 'French', 'German', 'Italian', 'Portuguese'] as const
export const CURRENCY_SYMBOLS = ['€', '$', '£', '¥'] as const

type OneOf<T extends readonly string[]> = T[number]

/** Plain numbers as the operator types them, in the jackpot's currency or in percent. */
export interface Jackpot {
  minimumAp: number
  initial: number
  maximum: number
  increasePercent: number
  backupIncreasePercent: number
}

export interface JackpotSettings {
  mega: Jackpot
  super: Jackpot
  mini: Jackpot
  currencySymbol: OneOf<typeof CURRENCY_SYMBOLS>
}

export interface OtherSettings {
  browser: OneOf<typeof BROWSERS>
  executionMode: OneOf<typeof EXECUTION_MODES>
  initialLoad: OneOf<typeof INITIAL_LOADS>
  currency: OneOf<typeof MACHINE_CURRENCIES>
  touchScreen: boolean
  showVolumeButton: boolean
  showLuckHandLogo: boolean
  canCreatePlayer: boolean
  creditsFormat: OneOf<typeof CREDITS_FORMATS>
  languages: readonly OneOf<typeof LANGUAGES>[]
}

export interface UserGameSettings {
  selectedGameIds: readonly number[]
  jackpots: JackpotSettings
  other: OtherSettings
  /** As sent, so that fields the console does not know go back untouched. */
  raw: WireRecord
}

const readGameId: Reader<number> = (value) =>
  isRecord(value) ? firstOf(value, ['id', '_id'], readInteger) : readInteger(value)

/** Whatever was sent, made a list; what is no item of it, or is there twice, left out. */
function listOf<T>(sent: unknown, read: Reader<T>): T[] {
  const items = Array.isArray(sent) ? (sent as readonly unknown[]) : [sent]
  return [...new Set(items.map(read).filter((item) => item !== undefined))]
}

const normaliseJackpot = (wire: WireRecord): Jackpot => ({
  minimumAp: readNumber(wire['apMinimum']) ?? 0,
  initial: readNumber(wire['initial']) ?? 0,
  maximum: readNumber(wire['maximum']) ?? 0,
  increasePercent: readNumber(wire['increasePercentage']) ?? 0,
  backupIncreasePercent: readNumber(wire['increaseBackupPercentage']) ?? 0,
})

const normaliseJackpots = (wire: WireRecord): JackpotSettings => ({
  mega: normaliseJackpot(asRecord(wire['megaJackpot'])),
  super: normaliseJackpot(asRecord(wire['superJackpot'])),
  mini: normaliseJackpot(asRecord(wire['miniJackpot'])),
  currencySymbol: readChoice(CURRENCY_SYMBOLS)(wire['literalMonedaJackpot']) ?? '€',
})

const normaliseOther = (wire: WireRecord): OtherSettings => ({
  browser: readChoice(BROWSERS)(wire['browser']) ?? 'Chrome',
  executionMode: readChoice(EXECUTION_MODES)(wire['executionMode']) ?? 'Release',
  initialLoad: readChoice(INITIAL_LOADS)(wire['initialLoad']) ?? 'AllGames',
  currency: readChoice(MACHINE_CURRENCIES)(wire['currency']) ?? 'Euro',
  touchScreen: readBoolean(wire['touchScreen']) ?? false,
  showVolumeButton: readBoolean(wire['showVolumeButton']) ?? false,
  showLuckHandLogo: readBoolean(wire['logoLuckHand']) ?? false,
  canCreatePlayer: readBoolean(wire['canCreatePlayer']) ?? false,
  creditsFormat: readChoice(CREDITS_FORMATS)(wire['creditsFormat']) ?? 'Credits',
  languages: listOf(wire['languages'], readChoice(LANGUAGES)),
})

/** A user's game settings; what the answer leaves out has its default. */
export function normaliseGameSettings(wire: unknown): UserGameSettings {
  const raw = asRecord(wire)
  return {
    selectedGameIds: listOf(raw['selectedGames'], readGameId),
    jackpots: normaliseJackpots(asRecord(raw['jackpotSettings'])),
    other: normaliseOther(asRecord(raw['otherSettings'])),
    raw,
  }
}
