import type { CreateUserRequest } from '@console/shared-kernel/contracts/user.schema'
import { childLevels, isManager } from '@console/shared-kernel/domain/levels'
import { sql } from 'kysely'
import type { Db } from '../../db/database'
import { isDuplicate } from '../../db/duplicate'
import { childPath } from '../../db/treePath'
import { badField, HttpError, notYours } from '../../http/errors'
import { writeAudit, type Actor } from '../audit'
import { hashPassword } from '../auth/passwords'
import { createMachine } from '../machines/createMachine'
import { findWithin } from './place'
import { nameKey } from './userName'

const nameTaken = (): HttpError => {
  const message = 'Ya existe un usuario con ese nombre'
  return new HttpError(409, message, { errors: [{ path: 'userName', message }] })
}

/**
 * Creates a user below another, and with a Client or Player its machine: both or neither.
 * @returns the new user's id
 * @throws HttpError 403 for a parent that is not the caller's or has no users, 400 for a wrong level, 409 for
 *   a name that is taken
 */
export async function createUser(db: Db, actor: Actor, request: CreateUserRequest): Promise<number> {
  const parent = await findWithin(db, actor, request.userIdcriador ?? actor.userId)
  if (!isManager(parent.level)) throw notYours()
  const levels: readonly number[] = childLevels(parent.level)
  if (!levels.includes(request.levelU)) {
    throw badField('levelU', `Debajo de este usuario solo se crean usuarios de nivel ${levels.join(' o ')}`)
  }
  const passwordHash = await hashPassword(request.password)
  try {
    return await db
      .transaction()
      .execute((trx) => insertUser(trx, actor, parent.userId, request, passwordHash))
  } catch (error) {
    throw isDuplicate(error, 'users_name_key') ? nameTaken() : error
  }
}

async function insertUser(
  trx: Db,
  actor: Actor,
  parentId: number,
  request: CreateUserRequest,
  passwordHash: string,
): Promise<number> {
  const { userName, levelU: level } = request
  // kept in its place until the new user stands below it: it may be about to be deleted
  const parent = await trx
    .selectFrom('users')
    .select(['user_id', 'path', 'tree_names', 'country_id'])
    .where('user_id', '=', parentId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!parent) throw notYours()
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('users', 'user_id')) as id`.execute(trx)
  const userId = Number(rows[0]?.id)
  const path = childPath(parent.path, userId)
  const user = {
    user_name: userName,
    level,
    country_id: parent.country_id,
    parent_id: parent.user_id,
    name_client: request.nameClient || userName,
    is_blocked: request.isBlocked,
    quit_pass: request.quitPass,
    block_disabled: request.botonBlockedDeshabilitado,
    technician_clients: request.listaClientesTecnico,
  }
  await trx
    .insertInto('users')
    .values({
      ...user,
      user_id: userId,
      name_key: nameKey(userName),
      password_hash: passwordHash,
      path,
      tree_names: `${parent.tree_names}/${userName}`,
      deleted_at: null,
    })
    .execute()
  await writeAudit(trx, actor, { action: 'user.create', subject: `user ${userId}`, after: user })
  if (level >= 6) await createMachine(trx, actor, { userId, level, path })
  return userId
}
