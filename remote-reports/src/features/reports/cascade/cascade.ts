import type { HierarchyMachine, User } from '@console/shared-kernel/contracts'

/** The five filters, from the top down. */
export const USER_FIELDS = ['subAdmin', 'distributor', 'subDistributor', 'client'] as const
export const FIELDS = [...USER_FIELDS, 'machine'] as const
export type Field = (typeof FIELDS)[number]
export type UserField = (typeof USER_FIELDS)[number]

export const FIELD_NAMES: Readonly<Record<Field, { label: string; emptyLabel: string }>> = {
  subAdmin: { label: 'Sub-Administrator', emptyLabel: 'All Sub-Administrators' },
  distributor: { label: 'Distributor', emptyLabel: 'All Distributors' },
  subDistributor: { label: 'Sub-Distributor', emptyLabel: 'All Sub-Distributors' },
  client: { label: 'Client/Player', emptyLabel: 'All Clients/Players' },
  machine: { label: 'Machine', emptyLabel: 'All Machines' },
}

/** null means 'All'. */
export interface Selection extends Record<UserField, number | null> {
  machine: string | null
}

export const NOTHING_CHOSEN: Selection = {
  subAdmin: null,
  distributor: null,
  subDistributor: null,
  client: null,
  machine: null,
}

/** The levels that each field offers. */
export const LEVELS: Readonly<Record<UserField, readonly number[]>> = {
  subAdmin: [3],
  distributor: [4],
  subDistributor: [5],
  client: [6, 7],
}

const fieldOf = ({ level }: User): UserField | undefined =>
  USER_FIELDS.find((field) => LEVELS[field].includes(level))

/** The nearest user chosen above a field, whose options are limited to those below this user. */
export const chosenAbove = (selection: Selection, field: Field): number | null =>
  USER_FIELDS.slice(0, FIELDS.indexOf(field))
    .map((above) => selection[above])
    .findLast((id) => id !== null) ?? null

/** A field and those below it. */
export const fieldsFrom = (field: Field): readonly Field[] => FIELDS.slice(FIELDS.indexOf(field))

/** Clears a field and those below it. */
export function clear(selection: Selection, field: Field): Selection {
  const cleared = fieldsFrom(field).map((each) => [each, null])
  return { ...selection, ...Object.fromEntries(cleared) }
}

/** The rules of the five filters. Terminates even with cycles in the hierarchy. */
export interface Cascade {
  user: (id: number | null) => User | null
  machine: (id: string | null) => HierarchyMachine | null
  /** Selects the user and their ancestors and, for a Client, also the Client's first machine. */
  pickUser: (id: number) => Selection
  pickMachine: (id: string) => Selection
  /** Only the user and their ancestors. Null if no field offers the user, or for a Player below a Client. */
  branch: (id: number) => Selection | null
  /** Drops what does not exist or is not below the rest; for a selection from an address. */
  resolveSelection: (selection: Selection) => Selection
}

/** @param machines null if they could not be loaded; then every machine id counts as valid */
export function buildCascade(users: readonly User[], machines: readonly HierarchyMachine[] | null): Cascade {
  const userById = new Map(users.map((user) => [user.userId, user]))

  const user = (id: number | null): User | null => {
    const found = id === null ? undefined : userById.get(id)
    return found && fieldOf(found) ? found : null
  }
  const machine = (id: string | null): HierarchyMachine | null => {
    if (id !== null && machines === null) return { id, name: id, ownerId: null, type: 'machine' }
    return machines?.find((each) => each.id === id) ?? null
  }

  /** The path from a user up to the top. Broken and circular links end it. */
  function pathFrom(id: number | null): User[] {
    const path = new Set<User>()
    let at = id === null ? undefined : userById.get(id)
    while (at !== undefined && !path.has(at)) {
      path.add(at)
      at = at.parentUserId === null ? undefined : userById.get(at.parentUserId)
    }
    const users = [...path]
    return at === undefined ? users : users.slice(0, users.indexOf(at) + 1)
  }

  const isInBranch = (id: number | null, top: number | null): boolean =>
    top === null || pathFrom(id).some(({ userId }) => userId === top)

  /** A user with their ancestors. A Player below a Client is replaced by the Client. */
  function withAncestors(id: number): Selection {
    const selection = { ...NOTHING_CHOSEN }
    if (user(id) === null) return selection
    let lowest = Infinity
    for (const each of pathFrom(id)) {
      const field = fieldOf(each)
      // invalid data may repeat a level or have levels in the wrong order
      if (field === undefined || each.level >= lowest) continue
      selection[field] = each.userId
      lowest = each.level
    }
    return selection
  }

  function pickUser(id: number): Selection {
    const selection = withAncestors(id)
    // a Player was replaced by their Client, whose machine is not preselected
    if (selection.client !== id) return selection
    return { ...selection, machine: machines?.find(({ ownerId }) => ownerId === id)?.id ?? null }
  }

  function branch(id: number): Selection | null {
    const selection = withAncestors(id)
    return USER_FIELDS.some((field) => selection[field] === id) ? selection : null
  }

  function pickMachine(id: string): Selection {
    const ownerId = machine(id)?.ownerId ?? null
    return { ...(ownerId === null ? NOTHING_CHOSEN : withAncestors(ownerId)), machine: id }
  }

  function resolveSelection(selection: Selection): Selection {
    const resolved = { ...NOTHING_CHOSEN }
    for (const field of USER_FIELDS) {
      const chosen = user(selection[field])
      if (chosen === null || fieldOf(chosen) !== field) continue
      if (!isInBranch(chosen.userId, chosenAbove(resolved, field))) continue
      resolved[field] = withAncestors(chosen.userId)[field]
    }
    const chosen = machine(selection.machine)
    const above = chosenAbove(resolved, 'machine')
    if (chosen && (machines === null || isInBranch(chosen.ownerId, above))) resolved.machine = chosen.id
    return resolved
  }

  return { user, machine, pickUser, branch, pickMachine, resolveSelection }
}
