import { fieldPart, type FormPart } from '@console/shared-kernel/conflicts'
import {
  type ConfigSection,
  type Game,
  MACHINE_CONFIG_FIELDS as FIELDS,
  type MachineConfig,
  machineConfigToWire,
} from '@console/shared-kernel/contracts'
import { numberProblem, numberText, typedNumber } from '@console/shared-kernel/domain'
import type { WireRecord } from '@console/shared-kernel/rules'

export type ConfigField = keyof typeof FIELDS
type Kind = (typeof FIELDS)[ConfigField]['kind']
export type FieldOf<K extends Kind> = {
  [Name in ConfigField]: (typeof FIELDS)[Name]['kind'] extends K ? Name : never
}[ConfigField]
export type ConfigNumber = FieldOf<'number'>

/** Numbers are text while being edited. */
export type ConfigForm = Omit<MachineConfig, ConfigNumber | 'raw'> & Record<ConfigNumber, string>

export const isOfKind = <K extends Kind>(name: ConfigField, kind: K): name is FieldOf<K> =>
  FIELDS[name].kind === kind

export const CONFIG_FIELDS = Object.keys(FIELDS) as ConfigField[]
export const NUMBER_FIELDS = CONFIG_FIELDS.filter((name) => isOfKind(name, 'number'))

export const sectionOf = (name: ConfigField): ConfigSection => FIELDS[name].section
export const fieldsOf = (section: ConfigSection) =>
  CONFIG_FIELDS.filter((name) => sectionOf(name) === section)

/** Each profit limit bounds the other. */
export const OTHER_LIMIT: Readonly<Partial<Record<ConfigNumber, ConfigNumber>>> = {
  profitLowerPercent: 'profitUpperPercent',
  profitUpperPercent: 'profitLowerPercent',
}

/** NaN if no number is typed. */
const numberOf = (form: ConfigForm, name: ConfigNumber): number => typedNumber(form[name], FIELDS[name])

/** Why a number field's text is invalid. */
export function problemOf(name: ConfigNumber, form: ConfigForm): string | undefined {
  const problem = numberProblem(form[name], FIELDS[name])
  const isCrossed = numberOf(form, 'profitLowerPercent') > numberOf(form, 'profitUpperPercent')
  if (problem !== undefined || !isCrossed || !(name in OTHER_LIMIT)) return problem
  return name === 'profitLowerPercent'
    ? 'Must not be above the upper limit'
    : 'Must not be below the lower limit'
}

/** The fields among `names` whose text is invalid. */
export const invalidFields = (form: ConfigForm, names: readonly ConfigField[] = CONFIG_FIELDS) =>
  names.filter((name) => isOfKind(name, 'number') && problemOf(name, form) !== undefined)

const eachNumber = <T>(valueOf: (name: ConfigNumber) => T) =>
  Object.fromEntries(NUMBER_FIELDS.map((name) => [name, valueOf(name)])) as Record<ConfigNumber, T>

export const formOf = ({ raw: _raw, ...config }: MachineConfig): ConfigForm => ({
  ...config,
  ...eachNumber((name) => numberText(config[name], FIELDS[name])),
})

/** The form with another machine's values, but its own service mode: a machine's state, not a setting. */
export const mergeCopied = (form: ConfigForm, from: MachineConfig): ConfigForm => ({
  ...formOf(from),
  serviceMode: form.serviceMode,
})

/** @param before as loaded; fields that the console does not know are sent back unchanged */
export const configOf = (form: ConfigForm, { raw }: Pick<MachineConfig, 'raw'>): MachineConfig => ({
  ...form,
  ...eachNumber((name) => numberOf(form, name)),
  raw,
})

/** The parts that two operators may change at the same time. @param games for the names of game ids */
export function configParts(games: readonly Game[]): readonly FormPart<ConfigForm>[] {
  const gameNames = new Map(games.map(({ id, name }) => [String(id), name]))
  return CONFIG_FIELDS.map((name): FormPart<ConfigForm> => {
    const field = FIELDS[name]
    if (field.kind === 'games')
      return {
        label: field.label,
        items: ({ gameIds }) => gameIds,
        nameOf: (id) => gameNames.get(String(id)) ?? `game ${id}`,
        withItems: (form, gameIds) => ({ ...form, gameIds: gameIds.map(String) }),
      }
    const read = (value: unknown) =>
      field.kind === 'number' ? typedNumber(String(value), field) : String(value)
    const text = (value: unknown) => {
      if (field.kind === 'flag') return value === true ? 'On' : 'Off'
      if (field.kind === 'choice') return field.options[value as keyof typeof field.options]
      return `${read(value)} ${field.unit ?? ''}`.trim()
    }
    return fieldPart(name, field.label, text, read)
  })
}

/** A machine's configuration with these fields taken from the form. */
export const withFields = (
  config: MachineConfig,
  form: ConfigForm,
  names: readonly ConfigField[],
): MachineConfig =>
  configOf({ ...formOf(config), ...Object.fromEntries(names.map((name) => [name, form[name]])) }, config)

/** Only these fields, as the bulk call expects them. */
export function fieldsToWire(form: ConfigForm, names: readonly ConfigField[]): WireRecord {
  const wire = machineConfigToWire(configOf(form, { raw: {} }))
  return Object.fromEntries(names.map((name) => [FIELDS[name].names[0], wire[FIELDS[name].names[0]]]))
}
