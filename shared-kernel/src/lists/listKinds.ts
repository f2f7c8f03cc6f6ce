import {
  hierarchyName,
  normaliseHierarchyMachine,
  type HierarchyMachine,
} from '../contracts/hierarchyEntries'
import { machineIdentity, normaliseMachine, type Machine } from '../contracts/machine'
import { normaliseUser, userIdentity, type User } from '../contracts/user'
import type { IsOwnerBlocked } from '../domain/blockedBranch'
import { searchKey } from '../domain/search'
import type { Sort, SortColumn } from '../domain/sorting'
import { MACHINE_COLUMNS, USER_COLUMNS } from './sortColumns'

/** A list at one version; each change of a row makes the next. */
export interface ListRef {
  id: string
  version: number
}
/** Only the first rows are there. */
export const FIRST_ROWS_VERSION = 0
export const COMPLETE_VERSION = 1

export type Identity = number | string

/** The page takes them in some milliseconds. */
export const ROWS_A_MESSAGE = 2_000

/** `put` replaces a row of the same identity or adds it. */
export type RowChange<Row> = { put: Row } | { remove: Identity }

export interface UserFilter {
  levels?: readonly number[]
  below?: number | null
  except?: number
  blocked?: boolean
}

export interface MachineFilter {
  /** In lower case; '' for any. */
  status: string
  blocked: '' | 'yes' | 'no'
  online?: '' | 'yes' | 'no'
  ownerFrom?: OwnerFilter['ownerFrom']
  /** Machines whose owner is blocked. For machines that do not say so, by this list of users. */
  ownerBlocked?: { users: ListRef | null }
}

export interface OwnerFilter {
  /** Machines of this user and of everyone below, by this list of users. */
  ownerFrom: { users: ListRef; userId: number } | null
}

export interface ListRows {
  users: User
  machines: Machine
  /** As in the reports, where ids and names come from other fields. */
  hierarchyMachines: HierarchyMachine
}
export interface ListFilters {
  users: UserFilter
  machines: MachineFilter
  hierarchyMachines: OwnerFilter
}
export type ListKindName = keyof ListRows

export interface ListView<Filter = object> {
  /**
   * Absent: the server's order. Keys of machines: userName, name, credit, serviceMode, profit; any other sorts by
   * userName. Keys of users: userName, level, pais, creationDate; any other field sorts as text.
   */
  sort?: Sort
  search?: string
  /** All searchable texts (default), or the name alone. */
  searchIn?: 'all' | 'name'
  filter?: Filter
  /** Makes the view a tree: the branches opened or closed by hand. Users only. */
  branches?: readonly number[]
  /** Limits the view to this user, at the top, and everyone below. Users only. */
  within?: number | null
}

export interface ListKind<Row, Filter> {
  /** Null for an unusable item. */
  normalise: (item: unknown) => Row | null
  /** The first of two equal ones stays; rows with null all stay. */
  identityOf: (row: Row) => Identity | null
  /** Joined by line feeds, which a search cannot hold. */
  searchTexts: { all: (row: Row) => string; name: (row: Row) => string }
  column: (key: string) => SortColumn<Row>
  /** Slow to sort, so prepared early. */
  nameColumns: readonly string[]
  /** Null leaves the row out; rows with equal positions keep their order. */
  positionOf: (filter: Filter, branches: Branches) => (row: Row, index: number) => number | null
}

export interface Branches {
  /** By row index, where the list itself holds users; -1 outside the branch. */
  ofThisList: (userId: number) => Int32Array
  /** By user id, in a list of users. */
  ofUsers: (users: ListRef, userId: number) => ReadonlyMap<number, number>
  blockedOwnersOf?: ((users: ListRef) => IsOwnerBlocked) | undefined
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
  positionOf: ({ status, blocked, online = '', ownerFrom = null, ownerBlocked }, branches) => {
    const isBlockedOwner =
      (ownerBlocked?.users && branches.blockedOwnersOf?.(ownerBlocked.users)) ?? (() => false)
    const isOwned = ownedBy(ownerFrom, branches)
    return (machine) =>
      (status === '' || machine.status.toLowerCase() === status) &&
      (blocked === '' || machine.blocked === (blocked === 'yes')) &&
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

/** Own fields only: a key may come from an address. */
const own = <Table extends object, Key extends keyof Table>(table: Table, key: Key): Table[Key] | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
