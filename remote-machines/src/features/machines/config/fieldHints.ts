import { MACHINE_CONFIG_FIELDS as FIELDS } from '@console/shared-kernel/contracts'
import type { ConfigField } from './configForm'

/** What the label does not say. */
const MEANING: Partial<Record<ConfigField, string>> = {
  serviceMode: 'Shown in the list of machines',
  offlineExpirySeconds: 'Offline after this long without contact',
  maxSlotPrize: '0 = no limit',
  gamesListLocked: 'While it is on, no game can be changed',
}

/** 'At least 5 s, 30 s by default.' */
export function hintOf(name: ConfigField): string {
  const field = FIELDS[name]
  const meaning = MEANING[name] === undefined ? '' : `${MEANING[name]}. `
  if (field.kind === 'games') return 'None by default.'
  if (field.kind === 'flag') return `${meaning}${field.missing ? 'On' : 'Off'} by default.`
  if (field.kind === 'choice') return `${meaning}${field.options[field.missing]} by default.`
  const withUnit = (value: number) => `${value} ${field.unit ?? ''}`.trim()
  const missing = `${withUnit(field.missing)} by default.`
  if (field.max !== undefined) return `${field.min} to ${withUnit(field.max)}, ${missing}`
  if (field.min === 0) return meaning + missing
  return `${meaning}At least ${withUnit(field.min)}, ${field.min === field.missing ? 'the default.' : missing}`
}
