import { createContentKeys, http, isStale, versionHeaders } from '@console/shared-kernel/core'
import { userToWire, type User } from '@console/shared-kernel/contracts'
import { type BlockChange, blockConflict } from '@console/shared-kernel/domain'
import { asRecord, readInteger } from '@console/shared-kernel/rules'
import { completeUser } from '../form/api'

interface BlockAnswer {
  /** Null if the answer has no user. */
  now: User | null
  /** The id of the activity row; null if nothing changed, or if the server sends none. */
  activityId: number | null
}

export const blockOf = ({ isBlocked, blockedUntil }: User) => ({ blocked: isBlocked, blockedUntil })

/**
 * Changes only the block: concurrent changes to other fields are kept.
 *
 * @returns `before` is null if somebody else had made the same change
 * @throws CallError 409 also for a block that would replace somebody else's, or restart one that was lifted
 */
export async function setBlocked(
  user: User,
  isBlocked: boolean,
  extra: BlockChange = {},
): Promise<BlockAnswer & { before: User | null }> {
  try {
    return { ...(await putBlocked(user, isBlocked, extra)), before: user }
  } catch (error) {
    const current = isStale(error) ? completeUser(error.current) : null
    if (!current || (isBlocked && blockConflict(blockOf(user), blockOf(current), extra) !== 'none'))
      throw error
    if (current.isBlocked === isBlocked && extra.until === undefined && extra.reason === undefined)
      return { now: current, activityId: null, before: null }
    return { ...(await putBlocked(current, isBlocked, extra)), before: current }
  }
}

/** Idempotency keys of the changes sent since the last one that succeeded. */
let keyFor = createContentKeys()

/** One attempt, with the version shown. @throws CallError 409 if somebody else has changed the user */
export async function putBlocked(
  user: User,
  isBlocked: boolean,
  { until, reason }: BlockChange = {},
): Promise<BlockAnswer> {
  const changes = {
    isBlocked,
    ...(until !== undefined && { blockedUntil: until }),
    ...(reason && { reason }),
  }
  const key = keyFor([user.userId, user.version, changes])
  const { data } = await http.put<unknown>(`/api/Users/${user.userId}`, userToWire(user, changes), {
    headers: versionHeaders(user.version, key),
  })
  keyFor = createContentKeys()
  return { now: completeUser(data), activityId: readInteger(asRecord(data)['activityId']) ?? null }
}
