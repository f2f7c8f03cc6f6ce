import type { MachineConfig, PaymentValidation } from '@console/shared-kernel/contracts'
import { numberProblem, type NumberRule, numberText, typedNumber } from '@console/shared-kernel/domain'

export const SECTIONS = ['General', 'Games', 'Payment', 'Security', 'Technical'] as const
export type Section = (typeof SECTIONS)[number]

interface ConfigNumber extends NumberRule {
  section: Section
  unit: string
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
} satisfies Partial<Record<keyof MachineConfig, ConfigNumber>>

export type ConfigNumberField = keyof typeof RULES
export const NUMBERS: Readonly<Record<ConfigNumberField, ConfigNumber>> = RULES

/** Numbers are text while they are edited. */
export type ConfigForm = Omit<MachineConfig, ConfigNumberField | 'raw'> & Record<ConfigNumberField, string>

export const NUMBER_FIELDS = Object.keys(NUMBERS) as ConfigNumberField[]

export type ConfigField = keyof ConfigForm

export const isNumberField = (field: ConfigField): field is ConfigNumberField => field in NUMBERS

/** The section of each field that is not in `NUMBERS`. */
const SECTION_OF: Readonly<Record<Exclude<ConfigField, ConfigNumberField>, Section>> = {
  touchScreen: 'General',
  showVolumeButton: 'General',
  serviceMode: 'General',
  gameIds: 'Games',
  gamesListLocked: 'Games',
  paymentValidation: 'Security',
}

export const sectionOf = (field: ConfigField): Section =>
  isNumberField(field) ? NUMBERS[field].section : SECTION_OF[field]

/** The number that is typed into a field; NaN if there is none. */
export const numberOf = (form: ConfigForm, field: ConfigNumberField): number =>
  typedNumber(form[field], NUMBERS[field])

/** Why a number is not accepted. */
export const problemOf = (field: ConfigNumberField, form: ConfigForm): string | undefined =>
  numberProblem(form[field], NUMBERS[field]) ?? limitsProblem(field, form)

/** Each profit limit bounds the other. */
export const OTHER_LIMIT: Readonly<Partial<Record<ConfigNumberField, ConfigNumberField>>> = {
  profitLowerPercent: 'profitUpperPercent',
  profitUpperPercent: 'profitLowerPercent',
}

/** The lower profit limit must not be above the upper one. */
function limitsProblem(name: ConfigNumberField, form: ConfigForm): string | undefined {
  const isCrossed = numberOf(form, 'profitLowerPercent') > numberOf(form, 'profitUpperPercent')
  if (!isCrossed || !(name in OTHER_LIMIT)) return undefined
  return name === 'profitLowerPercent'
    ? 'Must not be above the upper limit'
    : 'Must not be below the lower limit'
}

export function formOf({ raw: _raw, ...config }: MachineConfig): ConfigForm {
  const texts = NUMBER_FIELDS.map((field) => [field, numberText(config[field], NUMBERS[field])])
  return { ...config, ...(Object.fromEntries(texts) as Record<ConfigNumberField, string>) }
}

/** @param before as read; fields that the console does not know are sent back unchanged */
export function configOf(form: ConfigForm, before: MachineConfig): MachineConfig {
  const numbers = NUMBER_FIELDS.map((field) => [field, numberOf(form, field)])
  return { ...form, ...(Object.fromEntries(numbers) as Record<ConfigNumberField, number>), raw: before.raw }
}

export const VALIDATION_NAMES: Readonly<Record<PaymentValidation, string>> = {
  code: 'Code Validation',
  pin: 'PIN Validation',
  none: 'No Validation',
}
