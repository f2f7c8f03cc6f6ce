import type { MachineConfig, PaymentValidation } from '@console/shared-kernel/contracts'

export const SECTIONS = ['General', 'Games', 'Payment', 'Security', 'Technical'] as const
export type Section = (typeof SECTIONS)[number]

interface NumberRule {
  section: Section
  unit: string
  min: number
  max?: number
  decimals: 0 | 2
}

const RULES = {
  pingBrowserSeconds: { section: 'General', unit: 's', min: 5, decimals: 0 },
  pingGamesSeconds: { section: 'General', unit: 's', min: 5, decimals: 0 },
  offlineExpirySeconds: { section: 'General', unit: '', min: 10, decimals: 0 },
  creditValue: { section: 'Payment', unit: '', min: 0.01, decimals: 2 },
  maxPokerBet: { section: 'Payment', unit: '', min: 0, decimals: 2 },
  maxSlotPrize: { section: 'Payment', unit: '', min: 0, decimals: 2 },
  profitLowerPercent: { section: 'Technical', unit: '%', min: 0, max: 100, decimals: 2 },
  profitUpperPercent: { section: 'Technical', unit: '%', min: 0, max: 100, decimals: 2 },
} satisfies Partial<Record<keyof MachineConfig, NumberRule>>

export type NumberField = keyof typeof RULES
export const NUMBERS: Readonly<Record<NumberField, NumberRule>> = RULES

/** Numbers are text while they are edited. */
export type ConfigForm = Omit<MachineConfig, NumberField | 'raw'> & Record<NumberField, string>

export const NUMBER_FIELDS = Object.keys(NUMBERS) as NumberField[]

const PLAIN = { 0: /^-?\d+$/, 2: /^-?\d+(\.\d{1,2})?$/ } as const

export function problemOf(text: string, { min, max, decimals }: NumberRule): string | undefined {
  const trimmed = text.trim()
  if (!PLAIN[decimals].test(trimmed))
    return decimals === 0 ? 'Enter a whole number' : 'Enter a number with at most two decimals'
  const value = Number(trimmed)
  if (value < min) return `Must be at least ${min}`
  if (max !== undefined && value > max) return `Must be at most ${max}`
  return undefined
}

/** Each profit limit bounds the other. */
export const OTHER_LIMIT: Readonly<Partial<Record<NumberField, NumberField>>> = {
  profitLowerPercent: 'profitUpperPercent',
  profitUpperPercent: 'profitLowerPercent',
}

/** The lower profit limit must not be above the upper one. */
export function limitsProblem(
  name: NumberField,
  { profitLowerPercent, profitUpperPercent }: ConfigForm,
): string | undefined {
  if (!(name in OTHER_LIMIT) || Number(profitLowerPercent) <= Number(profitUpperPercent)) return undefined
  return name === 'profitLowerPercent'
    ? 'Must not be above the upper limit'
    : 'Must not be below the lower limit'
}

export function formOf({ raw: _raw, ...config }: MachineConfig): ConfigForm {
  const texts = NUMBER_FIELDS.map((field) => [field, String(config[field])])
  return { ...config, ...(Object.fromEntries(texts) as Record<NumberField, string>) }
}

/** @param before as read; fields that the console does not know are sent back unchanged */
export function configOf(form: ConfigForm, before: MachineConfig): MachineConfig {
  const numbers = NUMBER_FIELDS.map((field) => [field, Number(form[field])])
  return { ...form, ...(Object.fromEntries(numbers) as Record<NumberField, number>), raw: before.raw }
}

export const VALIDATION_NAMES: Readonly<Record<PaymentValidation, string>> = {
  code: 'Code Validation',
  pin: 'PIN Validation',
  none: 'No Validation',
}
