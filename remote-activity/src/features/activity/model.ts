import {
  type Activity,
  type ActivityKind,
  MACHINE_CONFIG_FIELDS,
  MACHINE_CONFIG_LABELS,
} from '@console/shared-kernel/contracts'
import { formatUsd, isReportDay } from '@console/shared-kernel/domain'
import { isRecord, type WireRecord } from '@console/shared-kernel/rules'

export const KIND_LABELS: Readonly<Record<ActivityKind, string>> = {
  'user.create': 'User created',
  'user.update': 'User changed',
  'user.delete': 'User deleted',
  'user.game-settings': 'Game settings changed',
  'user.password': 'Password changed',
  'machine.create': 'Machine created',
  'machine.credit': 'Credit changed',
  'machine.block': 'Machine blocked',
  'machine.unblock': 'Machine unblocked',
  'machine.config': 'Machine configured',
  'game.create': 'Game added',
  'game.update': 'Game changed',
  'game.delete': 'Game deleted',
  'audit.archive': 'Activity archived',
  'session.start': 'Signed in',
  'session.refuse': 'Sign-in refused',
  'session.lock': 'Sign-in locked',
  'session.end': 'Signed out',
}

export const isKnownKind = (kind: string): kind is ActivityKind => Object.hasOwn(KIND_LABELS, kind)

/** In words; a kind that this console does not know goes by its own name. */
export const kindLabel = (kind: string): string => (isKnownKind(kind) ? KIND_LABELS[kind] : kind)

/** What was done. */
export function whatOf({ kind, after }: Activity): string {
  if (kind === 'user.update' && typeof after?.['is_blocked'] === 'boolean')
    return after['is_blocked'] ? 'User blocked' : 'User unblocked'
  return kindLabel(kind)
}

export const whoOf = ({ actor }: Activity): string => actor?.userName || (actor ? `User ${actor.userId}` : '')
export const whomOf = ({ subject }: Activity): string => subject?.name ?? ''

/** As the form of a machine's configuration calls them. */
const configLabels = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(MACHINE_CONFIG_FIELDS).map(([field, { names }]) => [
      names[0],
      MACHINE_CONFIG_LABELS[field as keyof typeof MACHINE_CONFIG_LABELS],
    ]),
  )

/** Of names that a form calls otherwise. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  creditCents: 'Credit',
  is_blocked: 'Blocked',
  name_client: 'Client name',
  user_name: 'Username',
  quit_pass: 'Remove password',
  block_disabled: 'Block button disabled',
  technician_clients: 'Technician clients',
  country_id: 'Country id',
  parent_id: 'Parent id',
  ownerId: 'Owner id',
  gameState: 'Active',
  newPassword: 'New password',
  ...configLabels(),
  selectedGames: 'Games',
  jackpotSettings: 'Jackpots',
  otherSettings: 'Other',
  literalMonedaJackpot: 'Currency Symbol',
}

/** Of a record's own book-keeping: no user has changed it. */
const UNSAID = ['version', 'id']

const labelOf = (name: string): string =>
  Object.hasOwn(FIELD_LABELS, name)
    ? FIELD_LABELS[name]!
    : capitalised(
        name
          .replaceAll('_', ' ')
          .replace(/([a-z])([A-Z])/g, '$1 $2')
          .toLowerCase(),
      )

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** One field that differs; '' where there was, or is, nothing. */
export interface FieldChange {
  field: string
  from: string
  to: string
}

/** The fields in which before and after differ, nested ones by themselves. */
export const changesOf = ({ before, after }: Pick<Activity, 'before' | 'after'>): FieldChange[] =>
  fieldChanges(before ?? {}, after ?? {}, '')

function fieldChanges(before: WireRecord, after: WireRecord, above: string): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => above !== '' || !UNSAID.includes(name))
    .flatMap((name): FieldChange[] => {
      const [from, to] = [own(before, name), own(after, name)]
      const field = above === '' ? labelOf(name) : `${above}, ${labelOf(name).toLowerCase()}`
      if (isNested(from) || isNested(to))
        return fieldChanges(isRecord(from) ? from : {}, isRecord(to) ? to : {}, field)
      return [{ field, from: valueText(name, from), to: valueText(name, to) }]
    })
}

const own = (record: WireRecord, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Of a list the audit has what was removed and what was added. */
const isListChange = (value: unknown): value is WireRecord =>
  isRecord(value) && Object.keys(value).every((name) => name === 'removed' || name === 'added')
const isNested = (value: unknown) => isRecord(value) && !isListChange(value)

function valueText(name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return name.endsWith('Cents') ? formatUsd(value) : String(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((item) => valueText(name, item)).join(', ')
  return Object.entries(value as WireRecord)
    .map(([how, items]) => [valueText(name, items), how] as const)
    .filter(([text]) => text !== '')
    .map(([text, how]) => `${how} ${text}`)
    .join(', ')
}

/** One side of a row's changes on one line: 'Credit: $5.00, Blocked: No'. */
export const sideText = (row: Activity, side: 'from' | 'to'): string =>
  changesOf(row)
    .filter((change) => change[side] !== '')
    .map((change) => `${change.field}: ${change[side]}`)
    .join(', ')

/** The filters as the address has them; '' is any. */
export interface ActivityFilters {
  who: string
  whom: string
  machine: string
  /** One or several, comma-separated. */
  kind: string
  from: string
  to: string
}

const NAMES: Readonly<Record<keyof ActivityFilters, string>> = {
  who: 'actorId',
  whom: 'userId',
  machine: 'machineId',
  kind: 'kind',
  from: 'dateFrom',
  to: 'dateTo',
}

/** The filters as the API takes them. */
export const toParameters = (filters: ActivityFilters): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(NAMES) as (keyof ActivityFilters)[])
      .filter((name) => filters[name] !== '')
      .map((name) => [NAMES[name], filters[name]]),
  )

export const countFilters = (filters: ActivityFilters): number => Object.keys(toParameters(filters)).length

/** Whether a filter holds something in the place of a day, as while it is typed. */
export const isNoDay = (text: string): boolean => text !== '' && !isReportDay(text)

export const isReversed = ({ from, to }: ActivityFilters): boolean =>
  isReportDay(from) && isReportDay(to) && from > to

/** Whether the API can be asked for these days. */
export const areDaysUsable = (filters: ActivityFilters): boolean =>
  !isNoDay(filters.from) && !isNoDay(filters.to) && !isReversed(filters)

/** Those whom the filters name; absent where neither a list nor a row has them. */
export type FilterNames = Readonly<Record<'who' | 'whom' | 'machine', string | undefined>>

/** The kinds of the filter, which has them with commas between. */
export const kindsOf = ({ kind }: ActivityFilters): string[] => (kind === '' ? [] : kind.split(','))

/** What the name of a file is made of: the screen, and what it is narrowed to. */
export const fileNameParts = (filters: ActivityFilters, names: FilterNames): string[] => {
  const { who, whom, machine, from, to } = filters
  return [
    'activity',
    ...kindsOf(filters).map(kindLabel),
    who && `by ${names.who ?? `user ${who}`}`,
    whom && `of ${names.whom ?? `user ${whom}`}`,
    machine && (names.machine ?? `machine ${machine}`),
    from && `from ${from}`,
    to && `to ${to}`,
  ]
}
