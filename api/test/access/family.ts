import type { MachineResponse, UserResponse } from '@console/shared-kernel/schemas'
import { call, tokenOf } from '../../testing/http'
import { meetPeople, type People } from '../../testing/people'

/** How the user that a call is about is related to the caller. */
export const RELATIONS = [
  'self',
  'child',
  'grandchild',
  'descendant',
  'sibling',
  'ancestor',
  'stranger',
  'unknown id',
] as const
export type Relation = (typeof RELATIONS)[number]
export const LEVELS = [1, 2, 3, 4, 5, 6, 7] as const

/**
 * The level of a relative; null if there is none: the Master has no siblings, ancestors or strangers, and the
 * lowest levels have no descendants.
 */
export function levelOf(level: number, relation: Relation): number | null {
  switch (relation) {
    case 'self':
      return level
    case 'child':
      return level < 6 ? level + 1 : null
    case 'grandchild':
      return level < 5 ? level + 2 : null
    case 'descendant':
      return level < 5 ? 6 : level === 5 ? 7 : null
    case 'sibling':
      return level === 1 ? null : level
    case 'ancestor':
      // the Player is not below the Client
      return level === 1 ? null : level === 7 ? 5 : level - 1
    case 'stranger':
      return level === 1 ? null : 6
    case 'unknown id':
      return 6
  }
}

/** Clients and Players have machines. */
export const hasMachine = (level: number): boolean => level >= 6

export interface Relative {
  userId: number
  level: number
  parent: UserResponse | null
  /** Null for users above the level of Clients. */
  machineId: string | null
}

export interface Family {
  people: People
  tokens: Readonly<Record<number, string>>
  /** Null if there is none: for example, no user is above the Master. */
  relative(level: number, relation: Relation): Relative | null
  /** Creates another user in the same place, with no users or machines below, that a test may delete. */
  copyOf(relative: Relative): Promise<Relative>
}

/** Ids that do not exist. */
const UNKNOWN: Relative = {
  userId: 987_654_321,
  level: 6,
  parent: null,
  machineId: '00000000-0000-4000-8000-000000000000',
}

/**
 * A line from the Master to a Player, with one user on each level, a sibling of each one below the Master,
 * and a line of strangers under another Administrator.
 */
export async function makeFamily(api: string): Promise<Family> {
  const people = await meetPeople(api)
  const master = people.named('master')
  const below = async (top: UserResponse): Promise<UserResponse[]> => {
    const line = [top]
    for (let level = top.level + 1; level <= 7; level += 1) {
      const parent = line.at(-1)!
      // a Player cannot be created under the Client itself: Clients have no users of their own
      line.push(await people.create(level === 7 ? line.at(-2)! : parent, level))
    }
    return line
  }
  const line = await below(master)
  const strangers = await below(await people.create(master, 2))
  const siblings = new Map<number, UserResponse>()
  for (const member of line.slice(1)) {
    const parent = line.find(({ userId }) => userId === member.parentUserId)!
    siblings.set(member.level, await people.create(parent, member.level))
  }
  const machines = await call<MachineResponse[]>(api, 'GET /api/Machines', { token: people.master })
  const machineOf = new Map(machines.body.map(({ userId, idMachine }) => [userId, idMachine]))
  const everybody = new Map([...people.users, ...line, ...strangers].map((user) => [user.userId, user]))

  const toRelative = (user: UserResponse | undefined): Relative | null =>
    user === undefined
      ? null
      : {
          userId: user.userId,
          level: user.level,
          parent: everybody.get(user.parentUserId ?? NaN) ?? null,
          machineId: machineOf.get(user.userId) ?? null,
        }
  const childrenOf = (user: UserResponse | undefined) =>
    line.filter(({ parentUserId }) => parentUserId === user?.userId)
  const relative = (level: number, relation: Relation): Relative | null => {
    const self = line[level - 1]!
    const [child] = childrenOf(self)
    const [grandchild] = childrenOf(child)
    const found: Record<Relation, () => UserResponse | undefined> = {
      self: () => self,
      child: () => child,
      grandchild: () => grandchild,
      descendant: () => (level < 5 ? line[5] : level === 5 ? line[6] : undefined),
      sibling: () => siblings.get(level),
      ancestor: () => everybody.get(self.parentUserId ?? NaN),
      stranger: () => (level === 1 ? undefined : strangers.at(-2)),
      'unknown id': () => undefined,
    }
    return relation === 'unknown id' ? UNKNOWN : toRelative(found[relation]())
  }

  const tokens: Record<number, string> = {}
  for (const { level, userName } of line) tokens[level] = await tokenOf(api, userName)
  const copyOf = async ({ parent, level }: Relative) => {
    const user = await people.create(parent ?? master, level)
    return { ...toRelative(user)!, parent }
  }
  return { people, tokens, relative, copyOf }
}
