import type { CreateUserRequest } from '@console/shared-kernel/schemas'
import { childLevels, isEndUser, isManager } from '@console/shared-kernel/levels'
import { sql, type Insertable } from 'kysely'
import { type Caller, findWithin } from '../tree'
import type { Db, Schema } from '../../db/schema'
import { isDuplicate } from '../../db/failures'
import { validationError, HttpError, forbidden } from '../../foundation/httpError'
import { writeAudit } from '../writes/writes'
import { hashAcceptable, type PasswordChecks } from '../auth/passwords'
import { createMachine } from '../machines/changes'
import { foldName, nameKey } from '../auth/userName'
import { childPath } from '../../db/treePath'

const nameTaken = (): HttpError => {
  const message = 'Ya existe un usuario con ese nombre'
  return new HttpError(409, message, { errors: [{ path: 'userName', message }] })
}

/**
 * Hashes the password before a transaction begins.
 * @returns a function that creates the user, with a machine for a Client or Player: it resolves with the
 * user's id, and rejects with HttpError 409 for a taken name
 * @throws HttpError 403 for an invalid parent, 400 for a wrong level or a weak password
 */
export async function prepareUser(
  db: Db,
  checks: PasswordChecks,
  caller: Caller,
  request: CreateUserRequest,
): Promise<(trx: Db) => Promise<number>> {
  const parent = await findWithin(db, caller, request.userIdcriador ?? caller.userId)
  if (!isManager(parent.level)) throw forbidden()
  const levels: readonly number[] = childLevels(parent.level)
  if (!levels.includes(request.levelU)) {
    throw validationError(
      'levelU',
      `Debajo de este usuario solo se crean usuarios de nivel ${levels.join(' o ')}`,
    )
  }
  const passwordHash = await hashAcceptable(checks, caller, request.password, request)
  return async (trx) => {
    try {
      return await createBelow(trx, caller, { parentId: parent.userId, request, passwordHash })
    } catch (error) {
      const isTaken = isDuplicate(error, 'users_name_key') || isDuplicate(error, 'users_name_folded')
      throw isTaken ? nameTaken() : error
    }
  }
}

async function createBelow(
  trx: Db,
  caller: Caller,
  { parentId, request, passwordHash }: { parentId: number; request: CreateUserRequest; passwordHash: string },
): Promise<number> {
  const { userName, levelU: level } = request
  // locked, since the parent may be about to be deleted
  const parent = await trx
    .selectFrom('users')
    .select(['user_id', 'path', 'tree_names', 'country_id'])
    .where('user_id', '=', parentId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!parent) throw forbidden()
  if (await isNameTaken(trx, foldName(userName))) throw nameTaken()
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
  const { userId, path } = await insertUser(trx, parent, { ...user, password_hash: passwordHash })
  await writeAudit(trx, caller, { action: 'user.create', subject: { type: 'user', id: userId }, after: user })
  if (isEndUser(level)) await createMachine(trx, caller, { userId, level, path })
  return userId
}

/** Old names that clashed are in no unique index. */
const isNameTaken = async (trx: Db, nameFolded: string): Promise<boolean> =>
  (await trx
    .selectFrom('users')
    .select('user_id')
    .where('name_folded', '=', nameFolded)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

type User = Insertable<Schema['users']>

/** Adds a user to the tree. @param parent null for a Master. @returns the id and the path */
export async function insertUser(
  trx: Db,
  parent: Pick<User, 'path' | 'tree_names'> | null,
  user: Omit<User, 'user_id' | 'name_key' | 'name_folded' | 'path' | 'tree_names' | 'deleted_at'>,
): Promise<{ userId: number; path: string }> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('users', 'user_id')) as id`.execute(trx)
  const userId = Number(rows[0]?.id)
  const path = childPath(parent?.path ?? null, userId)
  const { user_name } = user
  await trx
    .insertInto('users')
    .values({
      ...user,
      user_id: userId,
      name_key: nameKey(user_name),
      name_folded: foldName(user_name),
      path,
      tree_names: parent ? `${parent.tree_names}/${user_name}` : user_name,
      deleted_at: null,
    })
    .execute()
  return { userId, path }
}
