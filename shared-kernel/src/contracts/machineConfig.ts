import {
  asRecord,
  isRecord,
  readBoolean,
  readChoice,
  readInteger,
  readNumber,
  type Reader,
  type WireRecord,
} from './wire'

export const PAYMENT_VALIDATIONS = ['code', 'pin', 'none'] as const
export type PaymentValidation = (typeof PAYMENT_VALIDATIONS)[number]

/** A machine's configuration. Amounts are plain numbers as the operator types them; nothing is reckoned with them. */
export interface MachineConfig {
  pingBrowserSeconds: number
  pingGamesSeconds: number
  offlineExpirySeconds: number
  touchScreen: boolean
  showVolumeButton: boolean
  serviceMode: boolean
  /** Ids of the chosen games, as text: they are keys of checkboxes. */
  gameIds: readonly string[]
  gamesListLocked: boolean
  creditValue: number
  maxPokerBet: number
  maxSlotPrize: number
  paymentValidation: PaymentValidation
  profitLowerPercent: number
  profitUpperPercent: number
  /** As sent, so that fields the console does not know survive a save. */
  raw: WireRecord
}

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

/** The list of games: an array, a JSON array in a text, or ids with commas between. */
const gameIdsOf = (sent: unknown): string[] => {
  const ids = itemsOf(sent).map(readGameId)
  return [...new Set(ids.filter((id) => id !== undefined))].map(String)
}

/** A machine's configuration; what the answer leaves out has its default. */
export function normaliseMachineConfig(wire: unknown): MachineConfig {
  const raw = asRecord(wire)
  return {
    pingBrowserSeconds: readNumber(raw['pingBrowser']) ?? 30,
    pingGamesSeconds: readNumber(raw['pingJuegos']) ?? 30,
    offlineExpirySeconds: readNumber(raw['addSecondsExpireOffline']) ?? 120,
    touchScreen: readBoolean(raw['touchScreen']) ?? true,
    showVolumeButton: readBoolean(raw['showBotonVolumen']) ?? true,
    serviceMode: readBoolean(raw['serviceMode']) ?? false,
    gameIds: gameIdsOf(raw['listaJuegos']),
    gamesListLocked: readBoolean(raw['editBlockedListaJuegos']) ?? false,
    creditValue: readNumber(raw['valorCentimosDeUnCredito']) ?? 0.01,
    maxPokerBet: readNumber(raw['maxApuestaPoker']) ?? 100,
    maxSlotPrize: readNumber(raw['premioMaximoSlot']) ?? 0,
    paymentValidation: readChoice(PAYMENT_VALIDATIONS)(raw['tipoValidacionCobro']) ?? 'code',
    profitLowerPercent: readNumber(raw['limiteInferiorProfit']) ?? 0,
    profitUpperPercent: readNumber(raw['limiteSuperiorProfit']) ?? 100,
    raw,
  }
}

/** The field of a configuration for each name that the server calls it by. */
export const MACHINE_CONFIG_FIELDS = {
  pingBrowser: 'pingBrowserSeconds',
  pingJuegos: 'pingGamesSeconds',
  addSecondsExpireOffline: 'offlineExpirySeconds',
  touchScreen: 'touchScreen',
  showBotonVolumen: 'showVolumeButton',
  serviceMode: 'serviceMode',
  listaJuegos: 'gameIds',
  editBlockedListaJuegos: 'gamesListLocked',
  valorCentimosDeUnCredito: 'creditValue',
  maxApuestaPoker: 'maxPokerBet',
  premioMaximoSlot: 'maxSlotPrize',
  tipoValidacionCobro: 'paymentValidation',
  limiteInferiorProfit: 'profitLowerPercent',
  limiteSuperiorProfit: 'profitUpperPercent',
} as const satisfies Readonly<Record<string, keyof MachineConfig>>

/** The body that saves a configuration; the games go as JSON text of an array of integers. */
export const machineConfigToWire = (config: MachineConfig): WireRecord => ({
  ...config.raw,
  ...Object.fromEntries(Object.entries(MACHINE_CONFIG_FIELDS).map(([name, field]) => [name, config[field]])),
  listaJuegos: JSON.stringify(config.gameIds.map(Number).filter(Number.isSafeInteger)),
})
