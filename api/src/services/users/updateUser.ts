import type { UpdateUserRequest } from '@console/shared-kernel/contracts/user.schema'
import type { Db } from '../../db/database'
import { badField, notYours } from '../../http/errors'
import { writeAudit, type Actor } from '../audit'
import { hashPassword } from '../auth/passwords'
import type { Caller } from '../auth/session'
import type { UserPlace } from './place'

const FIELDS = ['name_client', 'is_blocked', 'quit_pass', 'block_disabled', 'technician_clients'] as const

/**
 * Changes a user. Of themselves, callers change password and client name alone. A new password ends the
 * user's sessions, but for the one that set it.
 * @throws HttpError 403 for blocking oneself, 400 for an id that is not the path's
 */
export async function updateUser(
  db: Db,
  actor: Actor & Caller,
  target: UserPlace,
  request: UpdateUserRequest,
): Promise<void> {
  if (request.userId !== undefined && request.userId !== target.userId) {
    throw badField('userId', 'No es el usuario de la dirección')
  }
  const passwordHash = request.password === '' ? null : await hashPassword(request.password)
  await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('users')
      .select(['user_name', ...FIELDS])
      .where('user_id', '=', target.userId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notYours()
    const after = { ...before, ...changesOf(request, before, target.userId === actor.userId) }
    const { user_name: _name, ...columns } = after
    await trx
      .updateTable('users')
      .set(passwordHash === null ? columns : { ...columns, password_hash: passwordHash })
      .where('user_id', '=', target.userId)
      .execute()
    if (passwordHash !== null) await endSessions(trx, target.userId, actor.sessionId)
    await writeAudit(trx, actor, {
      action: 'user.update',
      subject: `user ${target.userId}`,
      before,
      after: { ...after, newPassword: passwordHash !== null },
    })
  })
}

interface Stored {
  readonly user_name: string
  readonly is_blocked: boolean
}

function changesOf(request: UpdateUserRequest, stored: Stored, isOneself: boolean) {
  const { nameClient, isBlocked, quitPass, botonBlockedDeshabilitado, listaClientesTecnico } = request
  const own = nameClient === undefined ? {} : { name_client: nameClient || stored.user_name }
  if (isOneself) {
    if (isBlocked !== undefined && isBlocked !== stored.is_blocked) throw notYours()
    return own
  }
  return {
    ...own,
    ...(isBlocked !== undefined && { is_blocked: isBlocked }),
    ...(quitPass !== undefined && { quit_pass: quitPass }),
    ...(botonBlockedDeshabilitado !== undefined && { block_disabled: botonBlockedDeshabilitado }),
    ...(listaClientesTecnico !== undefined && { technician_clients: listaClientesTecnico }),
  }
}

const endSessions = (trx: Db, userId: number, exceptSessionId: string) =>
  trx.deleteFrom('sessions').where('user_id', '=', userId).where('sid', '!=', exceptSessionId).execute()
