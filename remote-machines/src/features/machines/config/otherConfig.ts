import type { FormPart } from '@console/shared-kernel/conflicts'
import { MACHINE_CONFIG_FIELDS as FIELDS, normaliseMachineConfig } from '@console/shared-kernel/contracts'
import { namesIn } from '@console/shared-kernel/domain'
import { asRecord, readInteger } from '@console/shared-kernel/rules'
import { CONFIG_FIELDS, configParts, formOf, type ConfigField, type ConfigForm } from './configForm'

/** The most common values of the owner's other machines. */
export interface CommonConfig {
  machines: number
  form: ConfigForm
  /** How many machines have each value. Fields without a single most common value are missing. */
  counts: ReadonlyMap<ConfigField, number>
}

/** @param wire the answer to GET /api/Machines/{machineId}/config/common */
export function normaliseCommonConfig(wire: unknown): CommonConfig {
  const { machines, fields } = asRecord(wire)
  const values: Record<string, unknown> = {}
  const counts = new Map<ConfigField, number>()
  for (const name of CONFIG_FIELDS) {
    const [wireName] = FIELDS[name].names
    const sent = asRecord(asRecord(fields)[wireName])
    const count = readInteger(sent['machines'])
    if (count === undefined || FIELDS[name].read(sent['value']) === undefined) continue
    values[wireName] = sent['value']
    counts.set(name, count)
  }
  return { machines: readInteger(machines) ?? 0, form: formOf(normaliseMachineConfig(values)), counts }
}

/** The value in `other`, or for games the differences; null if both are the same. */
export function otherValue(part: FormPart<ConfigForm>, form: ConfigForm, other: ConfigForm): string | null {
  if (!('items' in part)) return part.read(form) === part.read(other) ? null : part.text(other)
  const [here, there] = [new Set(part.items(form)), new Set(part.items(other))]
  const more = [...there].filter((item) => !here.has(item))
  const less = [...here].filter((item) => !there.has(item))
  const texts = [
    more.length > 0 && `with ${namesIn(more, part.nameOf)}`,
    less.length > 0 && `without ${namesIn(less, part.nameOf)}`,
  ].filter((text) => text !== false)
  return texts.length === 0 ? null : texts.join(', ')
}

const PARTS = configParts([])

/** The fields among `names` in which the two forms differ. */
export const differingFields = (
  form: ConfigForm,
  other: ConfigForm,
  names: Iterable<ConfigField> = CONFIG_FIELDS,
): ConfigField[] => {
  const wanted = new Set(names)
  return CONFIG_FIELDS.filter((name, at) => wanted.has(name) && otherValue(PARTS[at]!, form, other) !== null)
}
