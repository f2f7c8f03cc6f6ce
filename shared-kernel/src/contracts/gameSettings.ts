import { readGameId } from './gameId'
import { type EntityOf, entityToWire, field, normaliserOf } from './wireFields'
import { asRecord, readBoolean, readChoice, type Reader, readNumber, type WireRecord } from './wireReaders'

export const BROWSERS = ['Chrome', 'Firefox', 'Edge', 'Safari'] as const
export const EXECUTION_MODES = ['Release', 'Debug', 'Test'] as const
export const INITIAL_LOADS = ['AllGames', 'SelectedGames', 'None'] as const
export const MACHINE_CURRENCIES = ['Euro', 'Dollar', 'Pound'] as const
export const CREDITS_FORMATS = ['Credits', 'Money', 'Points'] as const
export const LANGUAGES = ['Spanish', 'English', 'French', 'German', 'Italian', 'Portuguese'] as const
export const CURRENCY_SYMBOLS = ['€', '$', '£', '¥'] as const

/** The valid values without duplicates; a single value counts as a list. */
const readListOf =
  <T>(read: Reader<T>): Reader<readonly T[]> =>
  (sent) => {
    const items = Array.isArray(sent) ? (sent as readonly unknown[]) : [sent]
    return [...new Set(items.map(read).filter((item) => item !== undefined))]
  }

/** Plain numbers as the operator types them, in the jackpot's currency or in percent. */
export const JACKPOT_FIELDS = {
  minimumAp: field('apMinimum', readNumber, 0),
  initial: field('initial', readNumber, 0),
  maximum: field('maximum', readNumber, 0),
  increasePercent: field('increasePercentage', readNumber, 0),
  backupIncreasePercent: field('increaseBackupPercentage', readNumber, 0),
}
export type Jackpot = EntityOf<typeof JACKPOT_FIELDS>

const normaliseJackpot = normaliserOf(JACKPOT_FIELDS)
const NO_JACKPOT = normaliseJackpot({})

export const JACKPOTS_FIELDS = {
  mega: field('megaJackpot', normaliseJackpot, NO_JACKPOT),
  super: field('superJackpot', normaliseJackpot, NO_JACKPOT),
  mini: field('miniJackpot', normaliseJackpot, NO_JACKPOT),
  currencySymbol: field('literalMonedaJackpot', readChoice(CURRENCY_SYMBOLS), '€'),
}
export type JackpotSettings = EntityOf<typeof JACKPOTS_FIELDS>

export const OTHER_FIELDS = {
  browser: field('browser', readChoice(BROWSERS), 'Chrome'),
  executionMode: field('executionMode', readChoice(EXECUTION_MODES), 'Release'),
  initialLoad: field('initialLoad', readChoice(INITIAL_LOADS), 'AllGames'),
  currency: field('currency', readChoice(MACHINE_CURRENCIES), 'Euro'),
  touchScreen: field('touchScreen', readBoolean, false),
  showVolumeButton: field('showVolumeButton', readBoolean, false),
  showLuckHandLogo: field('logoLuckHand', readBoolean, false),
  canCreatePlayer: field('canCreatePlayer', readBoolean, false),
  creditsFormat: field('creditsFormat', readChoice(CREDITS_FORMATS), 'Credits'),
  languages: field('languages', readListOf(readChoice(LANGUAGES)), []),
}
export type OtherSettings = EntityOf<typeof OTHER_FIELDS>

export interface UserGameSettings {
  selectedGameIds: readonly number[]
  jackpots: JackpotSettings
  other: OtherSettings
  /** The settings as sent: fields that the console does not know survive a save. */
  raw: WireRecord
}

const readGameIds = readListOf(readGameId)
const normaliseJackpots = normaliserOf(JACKPOTS_FIELDS)
const normaliseOther = normaliserOf(OTHER_FIELDS)

/** Missing fields get their defaults. */
export function normaliseGameSettings(wire: unknown): UserGameSettings {
  const raw = asRecord(wire)
  return {
    selectedGameIds: readGameIds(raw['selectedGames']) ?? [],
    jackpots: normaliseJackpots(raw['jackpotSettings']),
    other: normaliseOther(raw['otherSettings']),
    raw,
  }
}

const jackpotToWire = (jackpot: Jackpot, raw: unknown): WireRecord => ({
  ...asRecord(raw),
  ...entityToWire(JACKPOT_FIELDS, jackpot),
})

const jackpotsToWire = (jackpots: JackpotSettings, raw: WireRecord): WireRecord => ({
  ...raw,
  megaJackpot: jackpotToWire(jackpots.mega, raw['megaJackpot']),
  superJackpot: jackpotToWire(jackpots.super, raw['superJackpot']),
  miniJackpot: jackpotToWire(jackpots.mini, raw['miniJackpot']),
  literalMonedaJackpot: jackpots.currencySymbol,
})

/** The body that saves a user's game settings: chosen games have only their ids, other fields are blank. */
export const gameSettingsToWire = ({
  selectedGameIds,
  jackpots,
  other,
  raw,
}: UserGameSettings): WireRecord => ({
  ...raw,
  selectedGames: selectedGameIds.map((id) => ({ id, name: '', type: '', gameState: true })),
  jackpotSettings: jackpotsToWire(jackpots, asRecord(raw['jackpotSettings'])),
  otherSettings: { ...asRecord(raw['otherSettings']), ...entityToWire(OTHER_FIELDS, other) },
})
