import { entityToWire, field, normaliserOf, type EntityOf } from './wireFields'
import {
  asRecord,
  isRecord,
  readBoolean,
  readChoice,
  readInteger,
  readNumber,
  type Reader,
  type WireRecord,
} from './wireReaders'

export const PAYMENT_VALIDATIONS = ['code', 'pin', 'none'] as const
export type PaymentValidation = (typeof PAYMENT_VALIDATIONS)[number]

const readGameId: Reader<number> = (value) => readInteger(isRecord(value) ? value['id'] : value)

function itemsOf(sent: unknown): readonly unknown[] {
  if (Array.isArray(sent)) return sent
  if (typeof sent !== 'string') return [sent]
  try {
    const parsed: unknown = JSON.parse(sent)
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch {
    return sent.replace(/[[\]"'\s]/g, '').split(',')
  }
}

/** An array, a JSON array as text, or comma-separated ids. */
const readGameIds: Reader<readonly string[]> = (sent) => {
  const ids = itemsOf(sent).map(readGameId)
  return [...new Set(ids.filter((id) => id !== undefined))].map(String)
}

/** Amounts are plain numbers as typed; nothing is calculated with them. */
export const MACHINE_CONFIG_FIELDS = {
  pingBrowserSeconds: field('pingBrowser', readNumber, 30),
  pingGamesSeconds: field('pingJuegos', readNumber, 30),
  offlineExpirySeconds: field('addSecondsExpireOffline', readNumber, 120),
  touchScreen: field('touchScreen', readBoolean, true),
  showVolumeButton: field('showBotonVolumen', readBoolean, true),
  serviceMode: field('serviceMode', readBoolean, false),
  /** Ids of the chosen games, as text. */
  gameIds: field('listaJuegos', readGameIds, []),
  gamesListLocked: field('editBlockedListaJuegos', readBoolean, false),
  creditValue: field('valorCentimosDeUnCredito', readNumber, 0.01),
  maxPokerBet: field('maxApuestaPoker', readNumber, 100),
  maxSlotPrize: field('premioMaximoSlot', readNumber, 0),
  paymentValidation: field('tipoValidacionCobro', readChoice(PAYMENT_VALIDATIONS), 'code'),
  profitLowerPercent: field('limiteInferiorProfit', readNumber, 0),
  profitUpperPercent: field('limiteSuperiorProfit', readNumber, 100),
}

export const MACHINE_CONFIG_LABELS: Readonly<Record<keyof typeof MACHINE_CONFIG_FIELDS, string>> = {
  pingBrowserSeconds: 'Ping Browser Interval',
  pingGamesSeconds: 'Ping Games Interval',
  offlineExpirySeconds: 'Offline Expiry Time (seconds)',
  touchScreen: 'Touch Screen',
  showVolumeButton: 'Show Volume Button',
  serviceMode: 'Service Mode',
  gameIds: 'Games',
  gamesListLocked: 'Block Games List Editing',
  creditValue: 'Credit Value',
  maxPokerBet: 'Max Poker Bet',
  maxSlotPrize: 'Max Slot Prize',
  paymentValidation: 'Payment Validation Type',
  profitLowerPercent: 'Profit Lower Limit',
  profitUpperPercent: 'Profit Upper Limit',
}

export interface MachineConfig extends EntityOf<typeof MACHINE_CONFIG_FIELDS> {
  /** As sent: fields that the console does not know survive a save. */
  raw: WireRecord
}

const configOf = normaliserOf(MACHINE_CONFIG_FIELDS)

/** Missing fields get their defaults. */
export const normaliseMachineConfig = (wire: unknown): MachineConfig => ({
  ...configOf(wire),
  raw: asRecord(wire),
})

/** The body that saves a configuration; the games go as JSON text of an array of integers. */
export const machineConfigToWire = (config: MachineConfig): WireRecord => ({
  ...config.raw,
  ...entityToWire(MACHINE_CONFIG_FIELDS, config),
  listaJuegos: JSON.stringify(config.gameIds.map(Number).filter(Number.isSafeInteger)),
})
