import { readGameId } from './gameId'
import { entityToWire, field, normaliserOf, type EntityOf } from './wireFields'
import { asRecord, readBoolean, readChoice, readNumber, type Reader, type WireRecord } from './wireReaders'

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

export const CONFIG_SECTIONS = ['General', 'Games', 'Payment', 'Security', 'Technical'] as const
export type ConfigSection = (typeof CONFIG_SECTIONS)[number]

interface Shown {
  section: ConfigSection
  label: string
}

interface ShownNumber extends Shown {
  unit?: string
  /** The limits of the form, both inclusive. `machine.schema.ts` has those of the API. */
  min: number
  max?: number
  decimals: 0 | 2
}

const flag = <Name extends string>(name: Name, missing: boolean, shown: Shown & { hint?: string }) => ({
  ...field(name, readBoolean, missing),
  kind: 'flag' as const,
  ...shown,
})

const number = <Name extends string>(name: Name, missing: number, shown: ShownNumber) => ({
  ...field(name, readNumber, missing),
  kind: 'number' as const,
  ...shown,
})

const choice = <Name extends string, Choice extends string>(
  name: Name,
  missing: NoInfer<Choice>,
  shown: Shown & { options: Readonly<Record<Choice, string>> },
) => ({
  ...field(name, readChoice(Object.keys(shown.options) as Choice[]), missing),
  kind: 'choice' as const,
  ...shown,
})

const PING = { section: 'General', unit: 's', min: 5, decimals: 0 } as const
/** A plain number as typed, which is not used in calculations. */
const AMOUNT = { section: 'Payment', min: 0, decimals: 2 } as const
const PERCENT = { section: 'Technical', unit: '%', min: 0, max: 100, decimals: 2 } as const

/**
 * Everything the console knows about each field. Reader, schema, form, bulk form, merge and the Activity
 * labels derive from it. Forms show the fields in this order, with each section's switches first.
 */
export const MACHINE_CONFIG_FIELDS = {
  touchScreen: flag('touchScreen', true, { section: 'General', label: 'Touch Screen' }),
  showVolumeButton: flag('showBotonVolumen', true, { section: 'General', label: 'Show Volume Button' }),
  /** `hint` is shown while the switch is on. */
  serviceMode: flag('serviceMode', false, { section: 'General', label: 'Service Mode', hint: 'Active' }),
  pingBrowserSeconds: number('pingBrowser', 30, { ...PING, label: 'Ping Browser Interval' }),
  pingGamesSeconds: number('pingJuegos', 30, { ...PING, label: 'Ping Games Interval' }),
  offlineExpirySeconds: number('addSecondsExpireOffline', 120, {
    section: 'General',
    label: 'Offline Expiry Time (seconds)',
    min: 10,
    decimals: 0,
  }),
  creditValue: number('valorCentimosDeUnCredito', 0.01, { ...AMOUNT, label: 'Credit Value', min: 0.01 }),
  maxPokerBet: number('maxApuestaPoker', 100, { ...AMOUNT, label: 'Max Poker Bet' }),
  maxSlotPrize: number('premioMaximoSlot', 0, { ...AMOUNT, label: 'Max Slot Prize' }),
  profitLowerPercent: number('limiteInferiorProfit', 0, { ...PERCENT, label: 'Profit Lower Limit' }),
  profitUpperPercent: number('limiteSuperiorProfit', 100, { ...PERCENT, label: 'Profit Upper Limit' }),
  /** Ids of the chosen games, as text. */
  gameIds: {
    ...field('listaJuegos', readGameIds, []),
    kind: 'games' as const,
    section: 'Games' as const,
    label: 'Games',
  },
  gamesListLocked: flag('editBlockedListaJuegos', false, {
    section: 'Games',
    label: 'Block Games List Editing',
  }),
  paymentValidation: choice('tipoValidacionCobro', 'code', {
    section: 'Security',
    label: 'Payment Validation Type',
    options: { code: 'Code Validation', pin: 'PIN Validation', none: 'No Validation' },
  }),
}

export interface MachineConfig extends EntityOf<typeof MACHINE_CONFIG_FIELDS> {
  /** The configuration as sent: fields that the console does not know survive a save. */
  raw: WireRecord
}

const configOf = /* @__PURE__ */ normaliserOf(MACHINE_CONFIG_FIELDS)

/** Missing fields get their defaults. */
export const normaliseMachineConfig = (wire: unknown): MachineConfig => ({
  ...configOf(wire),
  raw: asRecord(wire),
})

/** The body that saves a configuration; the games are sent as JSON text of an array of integers. */
export const machineConfigToWire = (config: MachineConfig): WireRecord => ({
  ...config.raw,
  ...entityToWire(MACHINE_CONFIG_FIELDS, config),
  listaJuegos: JSON.stringify(config.gameIds.map(Number).filter(Number.isSafeInteger)),
})
