import {
  type Activity,
  type ActivitySubject,
  type Machine,
  MACHINE_CONFIG_FIELDS,
} from '@console/shared-kernel/contracts'
import { formatDay, formatUsd } from '@console/shared-kernel/domain'
import { isRecord, nowIn, type WireRecord } from '@console/shared-kernel/rules'

/** The subject's name, or the months for changes to movements, which have no subject. */
export const targetNameOf = ({ subject, after }: Activity): string => subject?.name ?? monthsOf(after ?? {})

/**
 * The API names no subject in rows about notes, because the user whom a note is about must not see its row.
 * The subject is derived from the ids in the row if its name is known.
 */
export function withNoteSubjects(rows: readonly Activity[], records: RecordNames): readonly Activity[] {
  const isNote = ({ kind }: Activity) => kind.startsWith('note.')
  return rows.some(isNote) ? rows.map((row) => (isNote(row) ? withNoteSubject(row, records) : row)) : rows
}

function withNoteSubject(row: Activity, records: RecordNames): Activity {
  const { userId, machineId } = row.after ?? row.before ?? {}
  const user = typeof userId === 'number' ? records.user(userId) : undefined
  const machine = typeof machineId === 'string' ? records.machine(machineId) : undefined
  const subject: ActivitySubject | null = user
    ? { type: 'user', userId: Number(userId), machineId: null, name: user, ownerName: '' }
    : machine
      ? {
          type: 'machine',
          userId: machine.ownerId,
          machineId: machine.id,
          name: machine.name,
          ownerName: machine.userName,
        }
      : null
  return subject ? { ...row, subject, before: null, after: null } : row
}

/** The owner of the machine; '' for other changes. */
export function ownerOf({ subject }: Activity, userName: (id: number) => string | undefined): string {
  if (subject?.type !== 'machine') return ''
  return subject.ownerName || (subject.userId === null ? '' : (userName(subject.userId) ?? ''))
}

/** Lists of monthly tables that operators detach, delete and attach. */
const MONTHS_FIELDS = ['detached', 'dropped', 'attached']

const isMonths = (name: string, value: unknown): value is string[] =>
  MONTHS_FIELDS.includes(name) && Array.isArray(value) && value.every((item) => typeof item === 'string')

const monthsOf = (after: WireRecord): string =>
  Object.entries(after)
    .flatMap(([name, value]) => (isMonths(name, value) ? [monthsText(value)] : []))
    .join(', ')

/** The labels in the machine configuration form. */
const configLabels = (): Record<string, string> =>
  Object.fromEntries(Object.values(MACHINE_CONFIG_FIELDS).map(({ names, label }) => [names[0], label]))

/** Labels of fields that a form calls by another word than the field name. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  creditCents: 'Credit',
  is_blocked: 'Blocked',
  blocked_until: 'Blocked until',
  until: 'Blocked until',
  name_client: 'Client name',
  user_name: 'Username',
  quit_pass: 'Remove password',
  block_disabled: 'Block button disabled',
  technician_clients: 'Technician clients',
  country_id: 'Country id',
  parent_id: 'Parent',
  ownerId: 'Owner',
  gameState: 'Active',
  newPassword: 'New password',
  ...configLabels(),
  from: 'Since',
  selectedGames: 'Games',
  jackpotSettings: 'Jackpots',
  otherSettings: 'Other',
  // as labelled in the user jackpots form
  megaJackpot: 'Mega',
  superJackpot: 'Super',
  miniJackpot: 'Mini',
  apMinimum: 'Minimum AP',
  initial: 'Initial Value',
  maximum: 'Maximum Value',
  increasePercentage: 'Increase Percentage',
  increaseBackupPercentage: 'Backup Increase Percentage',
  literalMonedaJackpot: 'Currency Symbol',
}

/** Looks up records by id (undefined if unknown), and formats an instant in the reports' time zone. */
export interface RecordNames {
  game: (id: number) => string | undefined
  user: (id: number) => string | undefined
  machine: (id: string) => Pick<Machine, 'id' | 'name' | 'ownerId' | 'userName'> | undefined
  instant: (iso: string) => string
}

/** Fields whose numbers are ids. */
const ID_FIELDS: Readonly<Record<string, 'game' | 'user'>> = {
  selectedGames: 'game',
  listaJuegos: 'game',
  parent_id: 'user',
  ownerId: 'user',
}

/** Fields of archived, detached and attached periods. */
const INSTANT_FIELDS = ['before', 'from']

/** Internal fields that no user changes. */
const HIDDEN_FIELDS = ['version', 'id']

const inWords = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

/** @param above the label of the parent field; '' for none */
function labelOf(name: string, above: string): string {
  const label = Object.hasOwn(FIELD_LABELS, name) ? FIELD_LABELS[name]! : undefined
  if (above !== '') return `${above}, ${label ?? inWords(name)}`
  return label ?? capitalised(inWords(name))
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** One changed field. '' means no value. */
interface FieldChange {
  field: string
  from: string
  to: string
}

/** The fields that differ, nested ones listed separately, without the months that `targetNameOf` shows. */
export const changesOf = (
  { before, after }: Pick<Activity, 'before' | 'after'>,
  records: RecordNames,
): FieldChange[] => fieldChanges([before ?? {}, after ?? {}], '', records)

function fieldChanges(
  [before, after]: [WireRecord, WireRecord],
  above: string,
  records: RecordNames,
): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  // a sign-in's method comes last: its address says more
  const isLast = (name: string) => Number(name === 'method')
  return names
    .sort((one, other) => isLast(one) - isLast(other))
    .filter((name) => above !== '' || (!HIDDEN_FIELDS.includes(name) && !isMonths(name, own(after, name))))
    .flatMap((name): FieldChange[] => {
      const [from, to] = [own(before, name), own(after, name)]
      const field = labelOf(name, above)
      if (isNested(from) || isNested(to))
        return fieldChanges([isRecord(from) ? from : {}, isRecord(to) ? to : {}], field, records)
      return [{ field, from: valueText(name, from, records), to: valueText(name, to, records) }]
    })
}

const own = (record: WireRecord, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Whether the value is a changed list, for which the audit records what was removed and added. */
const isListChange = (value: unknown): value is WireRecord =>
  isRecord(value) && Object.keys(value).every((name) => name === 'removed' || name === 'added')
const isNested = (value: unknown) => isRecord(value) && !isListChange(value)

function valueText(name: string, value: unknown, records: RecordNames): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return numberText(name, value, records)
  if (typeof value === 'string') return textOf(name, value, records)
  if (Array.isArray(value)) return value.map((item) => valueText(name, item, records)).join(', ')
  return Object.entries(value as WireRecord)
    .map(([how, items]) => [valueText(name, items, records), how] as const)
    .filter(([text]) => text !== '')
    .map(([text, how]) => `${how} ${text}`)
    .join(', ')
}

function textOf(name: string, value: string, records: RecordNames): string {
  // ends of blocks
  if (name.endsWith('until')) return records.instant(value)
  return INSTANT_FIELDS.includes(name) ? instantText(value) : value
}

/**
 * '08-2026 UTC' for the start of a month, otherwise '21-11-2026 23:30 UTC'. Months of movements start in UTC,
 * not in the reports' time zone.
 */
function instantText(value: string): string {
  const instant = Date.parse(value)
  if (Number.isNaN(instant)) return value
  const { day, time } = nowIn('UTC', new Date(instant))
  const isMonth = new Date(instant).toISOString().endsWith('-01T00:00:00.000Z')
  return isMonth ? `${formatDay(day).slice(3)} UTC` : `${formatDay(day)} ${time} UTC`
}

/** '11-2025 to 02-2026, 05-2026' for tables such as `movements_2025_11`; other names stay as they are. */
function monthsText(tables: readonly string[]): string {
  const runs: { first: string; last: string; number: number }[] = []
  for (const table of tables) {
    const [, year, month] = /^movements_(\d{4})_(\d\d)$/.exec(table) ?? []
    const text = month === undefined ? table : `${month}-${year}`
    const number = Number(year) * 12 + Number(month)
    const run = runs.at(-1)
    // false after a table with another name, whose number is NaN
    if (run && number === run.number + 1) Object.assign(run, { last: text, number })
    else runs.push({ first: text, last: text, number })
  }
  return runs.map(({ first, last }) => (first === last ? first : `${first} to ${last}`)).join(', ')
}

/** An unknown id is shown with its kind: 'game 12'. */
function numberText(name: string, value: number, records: RecordNames): string {
  const kind = Object.hasOwn(ID_FIELDS, name) ? ID_FIELDS[name]! : undefined
  if (kind) return records[kind](value) ?? `${kind} ${value}`
  return name.endsWith('Cents') ? formatUsd(value) : String(value)
}

/** 'Credit: $5.00, Blocked: No'. */
export const sideText = (row: Activity, side: 'from' | 'to', records: RecordNames): string =>
  changesOf(row, records)
    .filter((change) => change[side] !== '')
    .map((change) => `${change.field}: ${change[side]}`)
    .join(', ')
