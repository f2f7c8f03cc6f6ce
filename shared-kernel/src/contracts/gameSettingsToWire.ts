import type { Jackpot, JackpotSettings, OtherSettings, UserGameSettings } from './gameSettings'
import { asRecord, type WireRecord } from './wire'

const jackpotToWire = (jackpot: Jackpot, raw: WireRecord): WireRecord => ({
  ...raw,
  apMinimum: jackpot.minimumAp,
  initial: jackpot.initial,
  maximum: jackpot.maximum,
  increasePercentage: jackpot.increasePercent,
  increaseBackupPercentage: jackpot.backupIncreasePercent,
})

const jackpotsToWire = (jackpots: JackpotSettings, raw: WireRecord): WireRecord => ({
  ...raw,
  megaJackpot: jackpotToWire(jackpots.mega, asRecord(raw['megaJackpot'])),
  superJackpot: jackpotToWire(jackpots.super, asRecord(raw['superJackpot'])),
  miniJackpot: jackpotToWire(jackpots.mini, asRecord(raw['miniJackpot'])),
  literalMonedaJackpot: jackpots.currencySymbol,
})

const otherToWire = ({ showLuckHandLogo, ...sameNames }: OtherSettings, raw: WireRecord): WireRecord => ({
  ...raw,
  ...sameNames,
  logoLuckHand: showLuckHandLogo,
})

/** The body that saves a user's game settings: each chosen game by its id alone, its other fields blank. */
export const gameSettingsToWire = ({
  selectedGameIds,
  jackpots,
  other,
  raw,
}: UserGameSettings): WireRecord => ({
  ...raw,
  selectedGames: selectedGameIds.map((id) => ({ id, name: '', type: '', gameState: true })),
  jackpotSettings: jackpotsToWire(jackpots, asRecord(raw['jackpotSettings'])),
  otherSettings: otherToWire(other, asRecord(raw['otherSettings'])),
})
