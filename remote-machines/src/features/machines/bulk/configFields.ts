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
  isNumberField,
  problemOf,
  type ConfigField,
  type ConfigForm,
} from '../config/model'
import { configParts } from '../config/mergeParts'

export const firstInvalid = (form: ConfigForm, fields: readonly ConfigField[]): ConfigField | undefined =>
  fields.find((field) => isNumberField(field) && problemOf(field, form))

/** A machine's configuration with these fields taken from the form. */
export function withFields(
  config: MachineConfig,
  form: ConfigForm,
  fields: readonly ConfigField[],
): MachineConfig {
  const chosen = Object.fromEntries(fields.map((field) => [field, form[field]]))
  return configOf({ ...formOf(config), ...chosen }, config)
}

/** What applying the fields changes, as shown; '' for nothing. */
export const configChange = (
  now: MachineConfig,
  form: ConfigForm,
  fields: readonly ConfigField[],
  games: readonly Game[],
): string =>
  formDifferences(configParts(games), formOf(now), formOf(withFields(now, form, fields))).join('. ')

/** Only these fields, as the bulk call expects them. */
export function fieldsToWire(form: ConfigForm, fields: readonly ConfigField[]): WireRecord {
  const wire = machineConfigToWire(configOf(form, { raw: {} } as MachineConfig))
  const names = fields.map(
    (field) => MACHINE_CONFIG_FIELDS[field as keyof typeof MACHINE_CONFIG_FIELDS].names[0],
  )
  return Object.fromEntries(names.map((name) => [name, wire[name]]))
}
