import type { User } from '../contracts/user'
import { counted } from './texts'

/** What else loses access when a user is blocked. `users` is null until the whole list is loaded. */
export interface BlockImpact {
  users: number | null
  machines: number
}

export const NO_IMPACT: BlockImpact = { users: 0, machines: 0 }

/**
 * What loses access when several users are blocked, each counted once.
 *
 * @param all the whole list
 * @returns `below` counts the users below each blocked user, by id
 */
export function combinedBlockImpact(
  users: readonly User[],
  all: readonly User[],
): { users: number; machines: number; below: ReadonlyMap<number, number> } {
  const chosen = new Set(users.map(({ userId }) => userId))
  const parents = new Map(all.map(({ userId, parentUserId }) => [userId, parentUserId]))
  /** Cycles in the links end the walk. */
  const chosenAbove = ({ userId, parentUserId }: User): number[] => {
    const seen = new Set([userId])
    const found: number[] = []
    for (let at = parentUserId; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
      seen.add(at)
      if (chosen.has(at)) found.push(at)
    }
    return found
  }
  const below = new Map<number, number>()
  let losingAccess = 0
  for (const user of all) {
    const above = chosenAbove(user)
    for (const id of above) below.set(id, (below.get(id) ?? 0) + 1)
    if (above.length > 0 && !chosen.has(user.userId)) losingAccess += 1
  }
  // `machineCount` includes the machines of all users below
  const machines = users
    .filter((user) => chosenAbove(user).length === 0)
    .reduce((sum, { machineCount }) => sum + machineCount, 0)
  return { users: losingAccess, machines, below }
}

/** `users` is null if they are not all known. */
export function blockImpactText({ users, machines }: BlockImpact): string {
  if (users === null)
    return machines === 0
      ? 'Everybody below loses access.'
      : `Everybody below and ${counted(machines, 'machine')} lose access.`
  const parts = [users > 0 && counted(users, 'user'), machines > 0 && counted(machines, 'machine')]
  return `${parts.filter(Boolean).join(' and ')} ${users + machines === 1 ? 'loses' : 'lose'} access.`
}
