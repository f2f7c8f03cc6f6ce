import type { UpdateUserRequest } from '@console/shared-kernel/schemas'
import type { Actor, Origin } from '../tree/caller'
import type { Db } from '../../db/schema'
import { validationError, forbidden, tooMany } from '../../foundation/httpError'
import type { LoginLimits } from '../auth/loginLimits'
import { passwordProblem, type PasswordProblem } from '../auth/guessablePasswords'
import { hashPassword, verifyPassword } from '../auth/passwords'
import { writeFailedSignIn } from '../auth/refusals'
import type { TreeNode } from '../tree/treeNode'
import { foldName } from '../auth/userName'

export interface PasswordChecks {
  limits: LoginLimits
  allowDemoPassword: boolean
}

const MESSAGES: Readonly<Record<PasswordProblem, string>> = {
  common: 'Esta contraseña es demasiado común. Elige otra.',
  'own name': 'La contraseña no puede ser el nombre de usuario',
}

/** @throws HttpError 400 */
export function refuseWeakPassword(
  { allowDemoPassword }: PasswordChecks,
  password: string,
  userName: string,
): void {
  const problem = passwordProblem(password, userName, allowDemoPassword)
  if (problem) throw validationError('password', MESSAGES[problem])
}

/**
 * Null for no new password. One's own requires the current one.
 * @throws HttpError 400 for a weak password or a wrong current one, 429 for too many attempts
 */
export async function hashNewPassword(
  db: Db,
  checks: PasswordChecks,
  actor: Actor,
  target: TreeNode,
  { password, currentPassword }: Pick<UpdateUserRequest, 'password' | 'currentPassword'>,
): Promise<string | null> {
  if (password === '') return null
  const user = await db
    .selectFrom('users')
    .select(['user_id', 'user_name', 'password_hash'])
    .where('user_id', '=', target.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw forbidden()
  refuseWeakPassword(checks, password, user.user_name)
  if (actor.userId === target.userId) {
    await verifyCurrent(db, checks.limits, actor, user, currentPassword)
  }
  return hashPassword(password, `user ${actor.userId}`)
}

interface Stored {
  user_id: number
  user_name: string
  password_hash: string
}

/** Not 401, which would sign the user out. Counted like a sign-in, as it can also be used to guess. */
async function verifyCurrent(
  db: Db,
  limits: LoginLimits,
  origin: Origin,
  { user_id: userId, user_name, password_hash }: Stored,
  current: string | undefined,
): Promise<void> {
  if (!current) throw validationError('currentPassword', 'Escribe tu contraseña actual')
  const who = { name: foldName(user_name), address: origin.address }
  const outcome = await limits.attempt(who, async () =>
    (await verifyPassword(password_hash, current, `user ${userId}`)) ? true : null,
  )
  if (outcome.found) return
  const { locked } = outcome
  await writeFailedSignIn(db, limits.windowSeconds, origin, { userId, actorId: userId, locked })
  if (locked?.kind === 'pair') throw tooMany(limits.windowSeconds, 'sign-ins')
  throw validationError('currentPassword', 'La contraseña actual no es correcta')
}
