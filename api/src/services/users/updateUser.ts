import { hasHiddenCharacters } from '@console/shared-kernel/contracts'
import type { UpdateUserRequest } from '@console/shared-kernel/schemas'
import type { Actor } from '../tree/caller'
import type { Db } from '../../db/schema'
import { forbidden, HttpError, validationError } from '../../foundation/httpError'
import { writeAudit } from '../writes/audit'
import { forgetAddresses, forgetAttempts } from '../auth/loginLimits'
import { writeSecurityEvent } from '../auth/securityEvents'
import { foldName } from '../auth/userName'
import { differences, isUnchanged } from '../writes/differences'
import { endSessions, refuseNewSessions } from '../sessions/endSessions'
import { lockUser } from '../tree/lockUser'
import { refuseStaleUser } from './refuseStaleUser'
import type { TreeNode } from '../tree/treeNode'

/**
 * A new password ends the user's sessions, except the one that sets it, and forgets the addresses that they were
 * started from; one that a manager sets also unlocks the user. A block ends none: see blockedBranch.
 * @param passwordHash null keeps the password
 * @throws HttpError 400 for hidden characters in a new client name, 403 for blocking oneself or a user whose block is disabled, 409 for a stale version
 */
export async function updateUser(
  trx: Db,
  actor: Actor,
  target: TreeNode,
  request: UpdateUserRequest,
  { passwordHash, expected }: { passwordHash: string | null; expected: number | undefined },
): Promise<void> {
  // sessions are locked before users, see lockUser
  if (passwordHash !== null) await endSessions(trx, target.userId, actor.sessionId)
  const stored = await lockUser(trx, target.userId)
  if (passwordHash !== null) await refuseNewSessions(trx, target.userId, actor.sessionId)
  await refuseStaleUser(trx, target.userId, stored.version, expected)
  const { name_client, is_blocked, quit_pass, block_disabled, technician_clients } = stored
  const before = { name_client, is_blocked, quit_pass, block_disabled, technician_clients }
  const after = { ...before, ...changesOf(request, stored, target.userId === actor.userId) }
  const changes = differences(before, after)
  if (passwordHash === null && isUnchanged(changes)) return
  await trx
    .updateTable('users')
    .set({
      ...after,
      version: stored.version + 1,
      ...(passwordHash !== null && { password_hash: passwordHash }),
    })
    .where('user_id', '=', target.userId)
    .execute()
  if (passwordHash !== null) {
    const [userId, actorId] = [target.userId, actor.userId]
    await forgetAddresses(trx, userId)
    // not after one's own: whoever is locked out would get ten more guesses
    if (userId !== actorId) await forgetAttempts(trx, foldName(stored.user_name))
    await writeSecurityEvent(trx, actor, { action: 'user.password', userId, actorId })
  }
  await writeAudit(trx, actor, {
    action: 'user.update',
    subject: { type: 'user', id: target.userId },
    before: changes.before,
    after: passwordHash === null ? changes.after : { ...changes.after, newPassword: true },
  })
}

const blockDisabled = (): HttpError => new HttpError(403, 'El bloqueo de este usuario está deshabilitado')

interface Stored {
  user_name: string
  name_client: string
  is_blocked: boolean
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
  return {
    ...own,
    ...(isBlocked !== undefined && { is_blocked: isBlocked }),
    ...(quitPass !== undefined && { quit_pass: quitPass }),
    ...(botonBlockedDeshabilitado !== undefined && { block_disabled: botonBlockedDeshabilitado }),
    ...(listaClientesTecnico !== undefined && { technician_clients: listaClientesTecnico }),
  }
}
