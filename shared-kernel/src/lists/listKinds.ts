import {
  hierarchyName,
  normaliseHierarchyMachine,
  type HierarchyMachine,
} from '../contracts/reportFilterNames'
import { machineIdentity, normaliseMachine, type Machine } from '../contracts/machine'
import { normaliseUser, userIdentity, type User } from '../contracts/user'
import { searchKey } from '../domain/search'
import type { Sort, SortColumn } from '../domain/sorting'
import { MACHINE_COLUMNS, USER_COLUMNS } from './sortColumns'

/** A list of one id, at one version; each change of a row makes the next version. */
export interface ListRef {
  id: string
  version: number
}
/** Of a list that is still being received: only its first rows are there. */
export const FIRST_ROWS_VERSION = 0
/** Of a list as it was read. */
export const COMPLETE_VERSION = 1

export type Identity = number | string

/** Rows in one message of a list: the page takes them in some milliseconds. */
export const ROWS_A_MESSAGE = 2_000

/** A change of one row: put in its place (or behind the others, if it is new), or taken out. */
export type RowChange<Row> = { put: Row } | { remove: Identity }

export interface UserFilter {
  levels?: readonly number[]
  /** Everybody below this user. */
  below?: number | null
  /** Everybody but this user. */
  except?: number
  blocked?: boolean
}

export interface MachineFilter {
  /** In lower case; '' for any. */
  status: string
  blocked: '' | 'yes' | 'no'
  /** Whether it is connected. */
  online?: '' | 'yes' | 'no'
  ownerFrom?: OwnerFilter['ownerFrom']
}

export interface OwnerFilter {
  /** Machines of this user and of everybody below, in this list of users. */
  ownerFrom: { users: ListRef; userId: number } | null
}

/** The rows of each kind of list, and what its rows can be filtered by. */
export interface ListRows {
  users: User
  machines: Machine
  /** Machines as the reports know them: their ids and names come from other fields than those of `machines`. */
  hierarchyMachines: HierarchyMachine
}
export interface ListFilters {
  users: UserFilter
  machines: MachineFilter
  hierarchyMachines: OwnerFilter
}
export type ListKindName = keyof ListRows

/** What a screen wants to see of a list. */
export interface ListView<Filter = object> {
  /** The server's order where it is absent. */
  sort?: Sort
  search?: string
  /** Whether the search looks into all that a row is searched by (the default), or into its name alone. */
  searchIn?: 'all' | 'name'
  filter?: Filter
  /** Rows of a tree; the ids of the branches that were opened or closed by hand. Users only. */
  branches?: readonly number[]
  /** This user and everybody below, who alone stands at the top of a tree. Users only. */
  within?: number | null
}

/** What the engine knows of a kind of list. */
export interface ListKind<Row, Filter> {
  /** Null for an item that cannot be used: it is left out. */
  normalise: (item: unknown) => Row | null
  /** Of two rows with one identity the first stays; rows without any (null) all stay. */
  identityOf: (row: Row) => Identity | null
  /** A search cannot hold a line feed: it finds no text that runs from one part into the next. */
  searchTexts: { all: (row: Row) => string; name: (row: Row) => string }
  column: (key: string) => SortColumn<Row>
  /** The columns that are slow to sort: their order is found before it is asked for. */
  nameColumns: readonly string[]
  /** Null: the row does not pass. Else its position; rows with equal positions keep their order. */
  positionOf: (filter: Filter, branches: Branches) => (row: Row, index: number) => number | null
}

/** The branches of the operators' tree: a user, and everybody below. */
export interface Branches {
  /** Positions in the branch by row index, where the list itself holds users; -1 outside. */
  ofThisList: (userId: number) => Int32Array
  /** Positions in the branch by user id, in a list of users. */
  ofUsers: (users: ListRef, userId: number) => ReadonlyMap<number, number>
}

const users: ListKind<User, UserFilter> = {
  normalise: normaliseUser,
  identityOf: userIdentity,
  searchTexts: {
    all: ({ userName, countryName }) => searchKey(`${userName}\n${countryName ?? ''}`),
    name: (user) => searchKey(hierarchyName(user)),
  },
  column: (key) => own(USER_COLUMNS, key) ?? { kind: 'text', read: (user) => own(user, key as keyof User) },
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
  searchTexts: {
    all: ({ userName, name, status, id }) => searchKey([userName, name, status, id].join('\n')),
    name: ({ name }) => searchKey(name),
  },
  column: (key) => own(MACHINE_COLUMNS, key) ?? MACHINE_COLUMNS['userName']!,
  nameColumns: ['userName'],
  positionOf: ({ status, blocked, online = '', ownerFrom = null }, branches) => {
    const isOwned = ownedBy(ownerFrom, branches)
    return (machine) =>
      (status === '' || machine.status.toLowerCase() === status) &&
      (blocked === '' || machine.blocked === (blocked === 'yes')) &&
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

/** Positions by the owner's place in a branch; 0 for all where no branch is asked for. */
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

/** Own fields only: a key may come from an address. */
const own = <Table extends object, Key extends keyof Table>(
  table: Table,
  key: Key,
): Table[Key] | undefined => (Object.hasOwn(table, key) ? table[key] : undefined)
