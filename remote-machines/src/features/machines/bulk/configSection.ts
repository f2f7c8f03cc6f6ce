import { formDifferences } from '@console/shared-kernel/bulk'
import {
  type Game,
  MACHINE_CONFIG_FIELDS,
  type MachineConfig,
  machineConfigToWire,
} from '@console/shared-kernel/contracts'
import type { WireRecord } from '@console/shared-kernel/rules'
import {
  configOf,
  formOf,
  limitsProblem,
  NUMBER_FIELDS,
  NUMBERS,
  problemOf,
  type ConfigForm,
  type Section,
} from '../config/model'
import { configParts } from '../config/parts'

/** What each section holds apart from the numbers, which say themselves where they stand. */
const OTHERS: Readonly<Record<Section, readonly (keyof ConfigForm)[]>> = {
  General: ['touchScreen', 'showVolumeButton', 'serviceMode'],
  Games: ['gameIds', 'gamesListLocked'],
  Payment: [],
  Security: ['paymentValidation'],
  Technical: [],
}

const numbersOf = (section: Section) => NUMBER_FIELDS.filter((field) => NUMBERS[field].section === section)

const fieldsOf = (section: Section): readonly (keyof ConfigForm)[] => [
  ...OTHERS[section],
  ...numbersOf(section),
]

export const isValidSection = (form: ConfigForm, section: Section): boolean =>
  numbersOf(section).every((field) => !problemOf(form[field], NUMBERS[field]) && !limitsProblem(field, form))

/** A machine's configuration with one section as the form has it. */
export function withSection(config: MachineConfig, form: ConfigForm, section: Section): MachineConfig {
  const chosen = Object.fromEntries(fieldsOf(section).map((field) => [field, form[field]]))
  return configOf({ ...formOf(config), ...chosen }, config)
}

/** What applying it changes, in words; '' where nothing would be another. */
export const configChange = (
  now: MachineConfig,
  form: ConfigForm,
  section: Section,
  games: readonly Game[],
): string =>
  formDifferences(configParts(games), formOf(now), formOf(withSection(now, form, section))).join('. ')

/** The section alone, for many machines. */
export function sectionToWire(form: ConfigForm, section: Section): WireRecord {
  const wire = machineConfigToWire(configOf(form, { raw: {} } as MachineConfig))
  const names = fieldsOf(section).map(
    (field) => MACHINE_CONFIG_FIELDS[field as keyof typeof MACHINE_CONFIG_FIELDS].names[0],
  )
  return Object.fromEntries(names.map((name) => [name, wire[name]]))
}
