import type {
  HierarchyLevel,
  HierarchyMachine,
  HierarchyUser,
} from '@console/shared-kernel/contracts/hierarchy'
import { ancestorsByLevel, cuttable, orderTree } from './treeOrder'

/** The five filters, from the top down. */
export const USER_FIELDS = ['subAdmin', 'distributor', 'subDistributor', 'client'] as const
export const FIELDS = [...USER_FIELDS, 'machine'] as const
export type Field = (typeof FIELDS)[number]
export type UserField = (typeof USER_FIELDS)[number]

/** What is chosen; null is 'All'. */
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

const FIELD_OF_LEVEL: Readonly<Record<HierarchyLevel, UserField>> = {
  3: 'subAdmin',
  4: 'distributor',
  5: 'subDistributor',
  6: 'client',
  7: 'client',
}

/** The filters above a field, the nearest first. */
const above = (field: Field): UserField[] => USER_FIELDS.slice(0, FIELDS.indexOf(field)).reverse()

/** Without a field and everything below it. */
export function clear(selection: Selection, field: Field): Selection {
  const cleared = FIELDS.slice(FIELDS.indexOf(field)).map((each) => [each, null])
  return { ...selection, ...Object.fromEntries(cleared) }
}

/** The rules of the five filters over one hierarchy. Nothing in it waits, and no data makes it hang. */
export interface Cascade {
  users: (selection: Selection, field: UserField) => readonly HierarchyUser[]
  machines: (selection: Selection) => readonly HierarchyMachine[]
  user: (id: number | null) => HierarchyUser | null
  machine: (id: string | null) => HierarchyMachine | null
  /** What is chosen once a user was picked: its ancestors too, and nothing below but a Client's machine. */
  pickUser: (id: number) => Selection
  pickMachine: (id: string) => Selection
  /** A selection that somebody wrote into an address, without what is not there or not under the rest. */
  settle: (selection: Selection) => Selection
}

export function buildCascade(
  users: readonly HierarchyUser[],
  machines: readonly HierarchyMachine[],
): Cascade {
  const tree = orderTree(users)
  const { hierarchy, stretchOf } = tree
  const listOf = (field: UserField) =>
    cuttable(
      users.filter(({ level }) => FIELD_OF_LEVEL[level] === field),
      ({ userId }) => userId,
      tree,
    )
  const lists: Record<UserField, ReturnType<typeof listOf>> = {
    subAdmin: listOf('subAdmin'),
    distributor: listOf('distributor'),
    subDistributor: listOf('subDistributor'),
    client: listOf('client'),
  }
  const machineList = cuttable(machines, ({ ownerId }) => ownerId, tree)
  const machineById = new Map(machines.map((machine) => [machine.id, machine]))
  const firstMachineOf = new Map<number | null, string>()
  for (const { ownerId, id } of machines) if (!firstMachineOf.has(ownerId)) firstMachineOf.set(ownerId, id)

  const user = (id: number | null) => (id === null ? null : (hierarchy.byId.get(id) ?? null))
  const machine = (id: string | null) => (id === null ? null : (machineById.get(id) ?? null))

  /** Where the nearest chosen filter above a field stands; null where none is chosen. */
  const limit = (selection: Selection, field: Field) => {
    const chosen = above(field).find((each) => selection[each] !== null)
    return chosen === undefined ? null : stretchOf(selection[chosen]!)
  }
  const cut = <Item>(list: ReturnType<typeof cuttable<Item>>, selection: Selection, field: Field) => {
    const stretch = limit(selection, field)
    return stretch === null ? list.all : list.under(stretch)
  }

  /** A user with its ancestors; a Player under a Client stands for that Client. */
  function withAncestors(id: number): Selection {
    const selection = { ...NOTHING_CHOSEN }
    const picked = user(id)
    if (picked === null) return selection
    selection[FIELD_OF_LEVEL[picked.level]] = id
    for (const [level, ancestor] of ancestorsByLevel(id, hierarchy)) {
      selection[FIELD_OF_LEVEL[level]] = ancestor.userId
    }
    return selection
  }

  function pickUser(id: number): Selection {
    const selection = withAncestors(id)
    // a Player under a Client has made way for it, and preselects nothing
    if (selection.client !== id) return selection
    return { ...selection, machine: firstMachineOf.get(id) ?? null }
  }

  function pickMachine(id: string): Selection {
    const ownerId = machine(id)?.ownerId ?? null
    return { ...(ownerId === null ? NOTHING_CHOSEN : withAncestors(ownerId)), machine: id }
  }

  function settle(selection: Selection): Selection {
    const settled = { ...NOTHING_CHOSEN }
    for (const field of FIELDS) {
      const stretch = limit(settled, field)
      if (field === 'machine') {
        const place = stretchOf(machine(selection.machine)?.ownerId ?? NaN)
        const isThere = machine(selection.machine) !== null
        if (isThere && contains(stretch, place)) settled.machine = selection.machine
      } else {
        const chosen = user(selection[field])
        if (chosen === null || FIELD_OF_LEVEL[chosen.level] !== field) continue
        if (contains(stretch, stretchOf(chosen.userId))) settled[field] = withAncestors(chosen.userId)[field]
      }
    }
    return settled
  }

  return {
    users: (selection, field) => cut(lists[field], selection, field),
    machines: (selection) => cut(machineList, selection, 'machine'),
    user,
    machine,
    pickUser,
    pickMachine,
    settle,
  }
}

type Place = { first: number; end: number } | null

/** Everything is under nothing chosen; what has no place is under nobody. */
const contains = (outer: Place, inner: Place): boolean =>
  outer === null || (inner !== null && outer.first <= inner.first && inner.end <= outer.end)
