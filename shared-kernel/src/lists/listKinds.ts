import {
  hierarchyName,
  normaliseHierarchyMachine,
  type HierarchyMachine,
} from '../contracts/hierarchyEntries'
import { machineIdentity, MACHINE_FIELDS, normaliseMachine, type Machine } from '../contracts/machine'
import { normaliseUser, USER_FIELDS, userIdentity, type User } from '../contracts/user'
import type { ListedField } from '../contracts/wireFields'
import type { IsOwnerBlocked } from '../domain/blockedBranch'
import { searchKey } from '../domain/search'
import type { Sort, SortColumn } from '../domain/sorting'

/* What the page and the list worker agree on: the kinds of rows, and the messages. */

/** A list in one version; each change to a row creates the next version. */
export interface ListRef {
  id: string
  version: number
}
/** The version of a list of which only the first rows have arrived. */
export const FIRST_ROWS_VERSION = 0
export const COMPLETE_VERSION = 1

/** The rows of one server answer. A change creates a new object with the same id and the next version. */
export interface List<Kind extends ListKindName = ListKindName> extends ListRef {
  kind: Kind
  rows: readonly ListRows[Kind][]
  /** Only the first rows have arrived. */
  arriving: boolean
}

export type Identity = number | string

/** `put` replaces the row with the same identity, or adds it unless `ifListed`. */
export type RowChange<Row> = { put: Row; ifListed?: boolean } | { remove: Identity }

export interface UserFilter {
  levels?: readonly number[]
  below?: number | null
  except?: number
  blocked?: boolean
}

export interface MachineFilter {
  /** The status in lower case; '' for any. */
  status: string
  blocked: '' | 'yes' | 'no'
  online?: '' | 'yes' | 'no'
  /** Keeps only these machines. */
  ids?: readonly string[]
  ownerFrom?: OwnerFilter['ownerFrom']
  /** Keeps machines whose owner is blocked. If a machine does not state it, this list of users decides. */
  ownerBlocked?: { users: ListRef | null }
}

export interface OwnerFilter {
  /** Keeps machines of this user and everyone below, according to this list of users. */
  ownerFrom: { users: ListRef; userId: number } | null
}

export interface ListRows {
  users: User
  machines: Machine
  /** Machines in reports, whose ids and names come from other fields. */
  hierarchyMachines: HierarchyMachine
}
export interface ListFilters {
  users: UserFilter
  machines: MachineFilter
  hierarchyMachines: OwnerFilter
}
export type ListKindName = keyof ListRows
export type AnyRow = ListRows[ListKindName]
export type AnyFilter = ListFilters[ListKindName]

export interface ListView<Filter = object> {
  /**
   * Absent: the server's order. The key is a field of the row; machines also accept credit and profit, users
   * pais, dateCreation and creationDate. Machines are sorted by userName if the key names no field.
   */
  sort?: Sort
  search?: string
  /** Searches all searchable texts (default), or only the name. */
  searchIn?: 'all' | 'name'
  filter?: Filter
  /** Makes the view a tree: the branches opened or closed by hand. Users only. */
  branches?: readonly number[]
  /** Limits the view to this user, at the top, and everyone below. Users only. */
  within?: number | null
}

/** The rows that a view shows, by their indexes in the list. */
export interface ViewResult {
  indexes: Uint32Array
  /** Null unless the view asks for a tree. */
  tree: TreeRows | null
}

export interface TreeRows {
  indexes: Uint32Array
  /** Encoded for `placeAt`. */
  places: Int32Array
  /** How many users are below each row, shown or not. */
  below: Uint32Array
}

/** A JSON array, lines, or lines that end with their count. */
export type ListFormat = 'array' | 'lines' | 'counted lines'

/** The page processes this many rows in a few milliseconds. */
export const ROWS_PER_MESSAGE = 2_000

export type ToWorker =
  /** Begins a list. Rows equal to those in `before` are not sent again. */
  | { type: 'read'; id: string; kind: ListKindName; format: ListFormat; before: ListRef | null }
  | { type: 'bytes'; id: string; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'end'; id: string }
  /** Rows that the worker does not know yet, in several messages. */
  | { type: 'add'; kind: ListKindName; list: ListRef; rows: readonly AnyRow[]; last: boolean }
  /** Contains at most one change per row. */
  | { type: 'change'; id: string; version: number; changes: readonly RowChange<AnyRow>[] }
  | { type: 'find'; search: number; list: ListRef; view: ListView<AnyFilter> }
  | { type: 'drop'; id: string }

export type FromWorker =
  | { type: 'ready' }
  /** A number is the index of the same row in the earlier version of the list. */
  | { type: 'rows'; id: string; rows: readonly (AnyRow | number)[] }
  | { type: 'complete'; id: string }
  | { type: 'invalid'; id: string }
  | { type: 'found'; search: number; result: ViewResult }

export interface ListKind<Row, Filter> {
  /** Returns null for an invalid item. */
  normalise: (item: unknown) => Row | null
  /** Of two rows with the same identity the first stays; rows with null all stay. */
  identityOf: (row: Row) => Identity | null
  /** Texts joined by line feeds, which a search cannot contain. */
  searchTexts: { all: (row: Row) => string; name: (row: Row) => string }
  column: (key: string) => SortColumn<Row>
  /** These columns are slow to sort, so they are prepared early. */
  nameColumns: readonly string[]
  /** Returns null to leave a row out; rows with equal positions keep their order. */
  positionOf: (filter: Filter, branches: Branches) => (row: Row, index: number) => number | null
}

export interface Branches {
  /** Positions by row index, if the list itself holds users; -1 outside the branch. */
  ofThisList: (userId: number) => Int32Array
  /** Positions by user id, in a list of users. */
  ofUsers: (users: ListRef, userId: number) => ReadonlyMap<number, number>
  blockedOwnersOf?: ((users: ListRef) => IsOwnerBlocked) | undefined
}

/** Sort keys in addresses and columns that differ from the field's name. */
const SORT_KEYS = {
  users: { pais: 'countryName', dateCreation: 'createdAt', creationDate: 'createdAt' },
  machines: { credit: 'creditCents', profit: 'profitCents' },
} as const

/** The keys by which lists of users and machines can be sorted. */
export interface SortKeys {
  users: keyof User | keyof typeof SORT_KEYS.users
  machines: keyof Machine | keyof typeof SORT_KEYS.machines
}

type ListedFields<Row> = Readonly<Record<keyof Row & string, ListedField>>

/** Reads own fields only, because a key may come from an address. */
const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

function sortColumn<Row>(
  fields: ListedFields<Row>,
  aliases: Readonly<Record<string, keyof Row & string>>,
  key: string,
): SortColumn<Row> | undefined {
  const name = own(aliases, key) ?? (key as keyof Row & string)
  const field = own(fields, name)
  return field && { kind: field.sort, read: (row) => row[name] }
}

function searchedFields<Row>(fields: ListedFields<Row>): (row: Row) => string {
  const names = (Object.keys(fields) as (keyof Row & string)[]).filter((name) => fields[name].search)
  return (row) => {
    let text = ''
    for (const name of names) text += `${String(row[name] ?? '')}\n`
    return searchKey(text)
  }
}

const users: ListKind<User, UserFilter> = {
  normalise: normaliseUser,
  identityOf: userIdentity,
  searchTexts: { all: searchedFields<User>(USER_FIELDS), name: (user) => searchKey(hierarchyName(user)) },
  column: (key) => sortColumn<User>(USER_FIELDS, SORT_KEYS.users, key) ?? { kind: 'text', read: () => '' },
  nameColumns: ['userName', 'pais'],
  positionOf: ({ levels, below, except, blocked }, branches) => {
    const positions = below == null ? null : branches.ofThisList(below)
    return ({ userId, level, isBlocked }, index) => {
      if (userId === except || levels?.includes(level) === false) return null
      if (blocked !== undefined && isBlocked !== blocked) return null
      if (positions === null) return 0
      return positions[index]! > 0 ? positions[index]! : null
    }
  },
}

const machines: ListKind<Machine, MachineFilter> = {
  normalise: normaliseMachine,
  identityOf: machineIdentity,
  searchTexts: { all: searchedFields<Machine>(MACHINE_FIELDS), name: ({ name }) => searchKey(name) },
  column: (key) =>
    sortColumn<Machine>(MACHINE_FIELDS, SORT_KEYS.machines, key) ??
    sortColumn<Machine>(MACHINE_FIELDS, SORT_KEYS.machines, 'userName')!,
  nameColumns: ['userName'],
  positionOf: ({ status, blocked, online = '', ids, ownerFrom = null, ownerBlocked }, branches) => {
    const chosen = ids && new Set(ids)
    const isBlockedOwner =
      (ownerBlocked?.users && branches.blockedOwnersOf?.(ownerBlocked.users)) ?? (() => false)
    const isOwned = ownedBy(ownerFrom, branches)
    return (machine) =>
      (status === '' || machine.status.toLowerCase() === status) &&
      (blocked === '' || machine.blocked === (blocked === 'yes')) &&
      (!chosen || chosen.has(machine.id)) &&
      (!ownerBlocked || (machine.ownerBlocked ?? isBlockedOwner(machine))) &&
      (online === '' || machine.connected === (online === 'yes'))
        ? isOwned(machine)
        : null
  },
}

const machineName = (machine: HierarchyMachine): string => searchKey(machine.name)

const hierarchyMachines: ListKind<HierarchyMachine, OwnerFilter> = {
  normalise: normaliseHierarchyMachine,
  identityOf: ({ id }) => id,
  searchTexts: { all: machineName, name: machineName },
  column: () => ({ kind: 'name', read: ({ name }) => name }),
  nameColumns: [],
  positionOf: ({ ownerFrom }, branches) => ownedBy(ownerFrom, branches),
}

function ownedBy(
  ownerFrom: OwnerFilter['ownerFrom'],
  branches: Branches,
): (machine: { ownerId: number | null }) => number | null {
  if (ownerFrom === null) return () => 0
  const positions = branches.ofUsers(ownerFrom.users, ownerFrom.userId)
  return ({ ownerId }) => (ownerId === null ? null : (positions.get(ownerId) ?? null))
}

export const LIST_KINDS: { [Name in ListKindName]: ListKind<ListRows[Name], ListFilters[Name]> } = {
  users,
  machines,
  hierarchyMachines,
}
