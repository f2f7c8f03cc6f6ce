import { hasHiddenCharacters } from '@console/shared-kernel/contracts'
import type { UpdateUserRequest } from '@console/shared-kernel/schemas'
import type { Db } from '../../db/schema'
import { endText, isSameBlock, newBlockEnd } from '../blockEnds'
import { type Motive, writeAudit } from '../writes/writes'
import { rejectStale, type StaleState } from '../writes/staleVersions'
import { userJson } from '../lists'
import { type Caller, lockUser, type TreeNode } from '../tree'
import { forbidden, HttpError, validationError } from '../../foundation/httpError'
import { forgetAddresses, forgetAttempts } from '../auth/loginLimits'
import { writeSecurityEvent } from '../auth/refusals'
import { foldName } from '../auth/userName'
import { differences, isUnchanged } from '../writes/differences'
import { endSessions, rejectNewSessions } from '../auth/endSessions'

/** Changes that raise a user's version. */
export const USER_ACTIONS = ['user.create', 'user.update', 'user.password', 'user.block-end'] as const

/** @throws HttpError 409 with the user as it is now */
export const rejectStaleUser = (
  trx: Db,
  userId: number,
  versions: Pick<StaleState, 'expected' | 'actual' | 'onlyBlock'>,
): Promise<void> =>
  rejectStale(trx, {
    ...versions,
    current: async () => JSON.parse((await userJson(trx, userId)) ?? '{}') as object,
    subject: { type: 'user', id: userId },
    actions: USER_ACTIONS,
    message: 'El usuario ha cambiado entretanto',
  })

export interface UserChange extends Pick<Motive, 'reverts'> {
  target: TreeNode
  request: UpdateUserRequest
  /** Null keeps the password. */
  passwordHash: string | null
  /** The version that the change is based on; undefined for any. */
  expected: number | undefined
  /** Accepts a version since which only other fields have changed, or the same block was made. */
  onlyBlock?: boolean
}

interface UserChanged {
  /** The call has blocked a user who was not blocked. */
  isBlocked: boolean
  /** Undefined if nothing has changed. */
  activityId: number | undefined
}

const NOTHING_CHANGED: UserChanged = { isBlocked: false, activityId: undefined }

/**
 * A new password ends the user's sessions, except the one that sets it, and forgets the addresses that they
 * were started from; a password that a manager sets also unlocks the user. A block ends no sessions: see
 * isInBlockedBranch in services/tree.
 * @throws HttpError 400 for hidden characters in a new client name or an end of a block that has passed, 403
 * for blocking oneself or a user whose block is disabled, 409 for a stale version
 */
export async function updateUser(
  trx: Db,
  caller: Caller,
  { target, request, passwordHash, expected, onlyBlock, reverts }: UserChange,
): Promise<UserChanged> {
  // sessions are locked before users, see lockUser
  if (passwordHash !== null) await endSessions(trx, target.userId, caller.sessionId)
  const stored = await lockUser(trx, target.userId)
  if (passwordHash !== null) await rejectNewSessions(trx, target.userId, caller.sessionId)
  const { isBlocked, blockedUntil, reason } = request
  const isMade = onlyBlock && isSameBlock(stored, { blocked: isBlocked, until: blockedUntil, reason })
  const versions = { expected: isMade ? undefined : expected, actual: stored.version, onlyBlock }
  await rejectStaleUser(trx, target.userId, versions)
  const { name_client, is_blocked, blocked_until, quit_pass, block_disabled, technician_clients } = stored
  const before = { name_client, is_blocked, blocked_until, quit_pass, block_disabled, technician_clients }
  const after = { ...before, ...changesOf(request, stored, target.userId === caller.userId) }
  const changes = differences(forAudit(before), forAudit(after))
  if (passwordHash === null && isUnchanged(changes)) {
    // a new reason for a block is a change as well, and so is a revert of a block
    if (!(request.isBlocked && request.reason !== undefined) && reverts === undefined) return NOTHING_CHANGED
    // without the flag, which would count as a block
    changes.before = { blocked_until: endText(blocked_until) }
    changes.after = changes.before
  }
  const version = stored.version + 1
  await trx
    .updateTable('users')
    .set({
      ...after,
      version,
      ...(passwordHash !== null && { password_hash: passwordHash }),
    })
    .where('user_id', '=', target.userId)
    .execute()
  if (passwordHash !== null) {
    const [userId, actorId] = [target.userId, caller.userId]
    await forgetAddresses(trx, userId)
    // not for one's own password: an attacker who is locked out would get ten more guesses
    if (userId !== actorId) await forgetAttempts(trx, foldName(stored.user_name))
    await writeSecurityEvent(trx, caller, { action: 'user.password', userId, actorId })
  }
  const activityId = await writeAudit(trx, caller, {
    action: 'user.update',
    subject: { type: 'user', id: target.userId },
    before: changes.before,
    after: passwordHash === null ? changes.after : { ...changes.after, newPassword: true },
    version,
    reason: request.reason,
    reverts,
  })
  return { isBlocked: after.is_blocked && !before.is_blocked, activityId }
}

const forAudit = <Stored extends { blocked_until: Date | null }>(stored: Stored) => ({
  ...stored,
  blocked_until: endText(stored.blocked_until),
})

const blockDisabled = (): HttpError => new HttpError(403, 'El bloqueo de este usuario está deshabilitado')

interface Stored {
  user_name: string
  name_client: string
  is_blocked: boolean
  blocked_until: Date | null
  block_disabled: boolean
}

function changesOf(request: UpdateUserRequest, stored: Stored, isOneself: boolean) {
  const { nameClient, isBlocked, quitPass, botonBlockedDeshabilitado, listaClientesTecnico } = request
  if (nameClient !== undefined && nameClient !== stored.name_client && hasHiddenCharacters(nameClient))
    throw validationError('nameClient', 'No puede contener caracteres invisibles')
  const own = nameClient === undefined ? {} : { name_client: nameClient || stored.user_name }
  if (isOneself) {
    if (isBlocked !== undefined && isBlocked !== stored.is_blocked) throw forbidden()
    return own
  }
  const isNewBlock = isBlocked === true && !stored.is_blocked
  if (isNewBlock && stored.block_disabled && botonBlockedDeshabilitado !== false) throw blockDisabled()
  const blocked = isBlocked ?? stored.is_blocked
  return {
    ...own,
    is_blocked: blocked,
    blocked_until: newBlockEnd(stored, { blocked, asked: request.blockedUntil, field: 'blockedUntil' }),
    ...(quitPass !== undefined && { quit_pass: quitPass }),
    ...(botonBlockedDeshabilitado !== undefined && { block_disabled: botonBlockedDeshabilitado }),
    ...(listaClientesTecnico !== undefined && { technician_clients: listaClientesTecnico }),
  }
}
