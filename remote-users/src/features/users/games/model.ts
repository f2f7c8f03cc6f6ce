import type { Jackpot, JackpotSettings, UserGameSettings } from '@console/shared-kernel/contracts'
import { numberProblem, type NumberRule, numberText, typedNumber } from '@console/shared-kernel/domain'

export const JACKPOTS = ['mega', 'super', 'mini'] as const
export type JackpotName = (typeof JACKPOTS)[number]

type JackpotField = keyof Jackpot

/** Amounts are in the jackpot's currency. */
const AMOUNT: NumberRule = { min: 0, max: 1e9, decimals: 2, fallback: 0 }
const PERCENT: NumberRule = { min: 0, max: 100, fallback: 0 }

/** The fields in the order of the form. */
export const JACKPOT_FIELDS: readonly { field: JackpotField; label: string; rule: NumberRule }[] = [
  { field: 'minimumAp', label: 'Minimum AP', rule: AMOUNT },
  { field: 'initial', label: 'Initial Value', rule: AMOUNT },
  { field: 'maximum', label: 'Maximum Value', rule: AMOUNT },
  { field: 'increasePercent', label: 'Increase Percentage', rule: PERCENT },
  { field: 'backupIncreasePercent', label: 'Backup Increase Percentage', rule: PERCENT },
]

export const isPercent = (rule: NumberRule): boolean => rule === PERCENT

type JackpotForm = Record<JackpotField, string>

/** Numbers are text while they are edited. */
export interface GameSettingsForm extends Omit<UserGameSettings, 'jackpots' | 'raw'> {
  jackpots: Record<JackpotName, JackpotForm> & Pick<JackpotSettings, 'currencySymbol'>
}

export function formOf({ jackpots, selectedGameIds, other }: UserGameSettings): GameSettingsForm {
  const texts = (jackpot: Jackpot) => eachNumber((field, rule) => numberText(jackpot[field], rule))
  return {
    selectedGameIds,
    jackpots: {
      mega: texts(jackpots.mega),
      super: texts(jackpots.super),
      mini: texts(jackpots.mini),
      currencySymbol: jackpots.currencySymbol,
    },
    other,
  }
}

/** @param before as read; fields that the console does not know are sent back unchanged */
export function settingsOf(form: GameSettingsForm, before: UserGameSettings): UserGameSettings {
  const numbers = (jackpot: JackpotForm) => eachNumber((field, rule) => typedNumber(jackpot[field], rule))
  const { mega, super: middle, mini, currencySymbol } = form.jackpots
  return {
    ...form,
    jackpots: { mega: numbers(mega), super: numbers(middle), mini: numbers(mini), currencySymbol },
    raw: before.raw,
  }
}

function eachNumber<T>(valueOf: (field: JackpotField, rule: NumberRule) => T): Record<JackpotField, T> {
  const entries = JACKPOT_FIELDS.map(({ field, rule }) => [field, valueOf(field, rule)] as const)
  return Object.fromEntries(entries) as Record<JackpotField, T>
}

type Jackpots = GameSettingsForm['jackpots']

/** Warnings only: such values can be saved. A maximum of 0 means no maximum. */
export function orderWarnings(jackpot: Jackpots[JackpotName]): string[] {
  const [min, first, max] = [jackpot.minimumAp, jackpot.initial, jackpot.maximum].map((text) =>
    typedNumber(text, AMOUNT),
  ) as [number, number, number]
  return [
    ...(min > first ? ['Minimum AP is above Initial Value'] : []),
    ...(max > 0 && first > max ? ['Initial Value is above Maximum Value'] : []),
  ]
}

/**
 * The first number that cannot be saved. An unchanged number may be out of bounds, as the server accepts it.
 * @param before the form as read
 */
export function firstProblem(
  now: Jackpots,
  before: Jackpots,
): `jackpots.${JackpotName}.${JackpotField}` | undefined {
  for (const jackpot of JACKPOTS)
    for (const { field, rule } of JACKPOT_FIELDS)
      if (now[jackpot][field] !== before[jackpot][field] && numberProblem(now[jackpot][field], rule))
        return `jackpots.${jackpot}.${field}`
  return undefined
}
