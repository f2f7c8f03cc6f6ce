import type { Jackpot, JackpotSettings, UserGameSettings } from '@console/shared-kernel/contracts'
import { numberTyped, problemOf, textOf, type JackpotUnit } from './typedNumbers'

export const JACKPOTS = ['mega', 'super', 'mini'] as const
export type JackpotName = (typeof JACKPOTS)[number]

export type JackpotField = keyof Jackpot

/** In the order of the form. */
export const JACKPOT_FIELDS: readonly { field: JackpotField; label: string; unit: JackpotUnit }[] = [
  { field: 'minimumAp', label: 'Minimum AP', unit: 'amount' },
  { field: 'initial', label: 'Initial Value', unit: 'amount' },
  { field: 'maximum', label: 'Maximum Value', unit: 'amount' },
  { field: 'increasePercent', label: 'Increase Percentage', unit: 'percent' },
  { field: 'backupIncreasePercent', label: 'Backup Increase Percentage', unit: 'percent' },
]

type JackpotForm = Record<JackpotField, string>

/** Numbers are text while they are edited. */
export interface GameSettingsForm extends Omit<UserGameSettings, 'jackpots' | 'raw'> {
  jackpots: Record<JackpotName, JackpotForm> & Pick<JackpotSettings, 'currencySymbol'>
}

export function formOf({ jackpots, selectedGameIds, other }: UserGameSettings): GameSettingsForm {
  const texts = (jackpot: Jackpot) => eachNumber((field, unit) => textOf(jackpot[field], unit))
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
  const numbers = (jackpot: JackpotForm) => eachNumber((field, unit) => numberTyped(jackpot[field], unit))
  const { mega, super: middle, mini, currencySymbol } = form.jackpots
  return {
    ...form,
    jackpots: { mega: numbers(mega), super: numbers(middle), mini: numbers(mini), currencySymbol },
    raw: before.raw,
  }
}

function eachNumber<T>(valueOf: (field: JackpotField, unit: JackpotUnit) => T): Record<JackpotField, T> {
  const entries = JACKPOT_FIELDS.map(({ field, unit }) => [field, valueOf(field, unit)] as const)
  return Object.fromEntries(entries) as Record<JackpotField, T>
}

type Jackpots = GameSettingsForm['jackpots']

/** Warnings only: such values can be saved. A maximum of 0 means no maximum. */
export function orderWarnings(jackpot: Jackpots[JackpotName]): string[] {
  const [least, first, most] = [jackpot.minimumAp, jackpot.initial, jackpot.maximum].map((text) =>
    numberTyped(text, 'amount'),
  ) as [number, number, number]
  return [
    ...(least > first ? ['Minimum AP is above Initial Value'] : []),
    ...(most > 0 && first > most ? ['Initial Value is above Maximum Value'] : []),
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
    for (const { field, unit } of JACKPOT_FIELDS)
      if (now[jackpot][field] !== before[jackpot][field] && problemOf(now[jackpot][field], unit))
        return `jackpots.${jackpot}.${field}`
  return undefined
}
