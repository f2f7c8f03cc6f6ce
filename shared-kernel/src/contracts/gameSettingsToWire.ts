import { entityToWire } from './wireFields'
import {
  JACKPOT_FIELDS,
  OTHER_FIELDS,
  type Jackpot,
  type JackpotSettings,
  type UserGameSettings,
} from './gameSettings'
import { asRecord, type WireRecord } from './wireReaders'

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
