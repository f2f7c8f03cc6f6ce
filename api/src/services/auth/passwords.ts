import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify, type Options } from '@node-rs/argon2'
import { isPassword } from '@console/shared-kernel/contracts'
import type { UpdateUserRequest } from '@console/shared-kernel/schemas'
import { validationError, forbidden, tooMany } from '../../foundation/httpError'
import { PASSWORD as DEMO_PASSWORD } from '../../foundation/demoAccounts'
import { foldName } from './userName'
import { HashQueue } from './hashQueue'
import { passwordHintScore, passwordScore } from './passwordThread'
import type { UserRateLimit } from '../../foundation/userRateLimit'
import type { Caller, TreeNode } from '../tree'
import type { Db } from '../../db/schema'
import type { LoginLimits } from './loginLimits'
import { writeFailedSignIn } from './refusals'

/** argon2id (the package's default), 19 MiB and two passes. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** More hashes at a time would only slow each other down, and take 19 MiB each. */
const CORES = availableParallelism()
/** At up to 60 ms each, the last one in a full queue waits less than 5 s, the longest delay of a sign-in. */
const queue = new HashQueue({ running: CORES, waiting: 80 * CORES, perOwner: 16 * CORES })

export const passwordsWaiting = (): number => queue.waiting

/** @param owner an address or a user. @throws HttpError 503 */
export const hashPassword = (password: string, owner: string): Promise<string> =>
  queue.run(owner, () => hash(password, COST))

/** Compares with a dummy if there is no hash, so that unknown names take as long. @throws HttpError 503 */
export async function verifyPassword(
  storedHash: string | null,
  password: string,
  owner: string,
): Promise<boolean> {
  const expected = storedHash ?? (await dummyHash())
  const matches = await queue.run(owner, () => verify(expected, password))
  return matches && storedHash !== null
}

let dummy: Promise<string> | undefined

/** Also called at start, so that the first unknown name does not take longer. */
export const dummyHash = (): Promise<string> =>
  (dummy ??= hashPassword(randomBytes(32).toString('hex'), 'server'))

/** The minimum zxcvbn score of an acceptable password. */
const MIN_SCORE = 3

export type PasswordProblem = 'guessable' | 'own name'

/** The names of the password's owner, with which guessing begins. */
export interface Names {
  userName: string
  nameClient: string
}

/**
 * Null for an acceptable password.
 * @param allowDemo accepts the password of the demo accounts
 * @param owner who waits for it, an address or a user
 * @throws HttpError 503
 */
export async function passwordProblem(
  password: string,
  { userName, nameClient }: Names,
  { allowDemo, owner }: { allowDemo: boolean; owner: string },
): Promise<PasswordProblem | null> {
  if (foldName(password) === foldName(userName)) return 'own name'
  if (password === DEMO_PASSWORD && allowDemo) return null
  return (await passwordScore(password, [userName, nameClient], owner)) < MIN_SCORE ? 'guessable' : null
}

/** Passwords rejected for length or as the user name score below the minimum, too. @throws HttpError 503 */
export async function passwordHint(
  password: string,
  { userName, nameClient }: Names,
  userId: number,
): Promise<number> {
  const score = await passwordHintScore(password, [userName, nameClient], userId)
  const isRejected = !isPassword(password) || foldName(password) === foldName(userName)
  return isRejected ? Math.min(score, MIN_SCORE - 1) : score
}

export interface PasswordChecks {
  limits: LoginLimits
  /**
   * Limits how many weak passwords a user may send: each takes up to half a second to estimate, and none
   * counts as a change.
   */
  refusals: UserRateLimit
  allowDemoPassword: boolean
}

const MESSAGES: Readonly<Record<PasswordProblem, string>> = {
  guessable: 'Esta contraseña es demasiado fácil de adivinar. Elige otra, por ejemplo de varias palabras.',
  'own name': 'La contraseña no puede ser el nombre de usuario',
}

/** @returns the hash of an acceptable password. @throws HttpError 400, 429 for too many weak ones, 503 */
export async function hashAcceptable(
  { allowDemoPassword, refusals }: PasswordChecks,
  { userId }: Caller,
  password: string,
  names: Names,
): Promise<string> {
  const owner = `user ${userId}`
  refusals.check(userId)
  const problem = await passwordProblem(password, names, { allowDemo: allowDemoPassword, owner })
  if (!problem) return hashPassword(password, owner)
  refusals.count(userId)
  throw validationError('password', MESSAGES[problem])
}

interface PasswordChange {
  caller: Caller
  target: TreeNode
  request: Pick<UpdateUserRequest, 'password' | 'currentPassword' | 'nameClient'>
}

/**
 * Null without a new password. Changing one's own requires the current one.
 * @throws HttpError 400 for a weak password or a wrong current one, 429 for too many attempts
 */
export async function hashNewPassword(
  db: Db,
  checks: PasswordChecks,
  { caller, target, request }: PasswordChange,
): Promise<string | null> {
  const { password, currentPassword, nameClient } = request
  if (password === '') return null
  const user = await findStored(db, target.userId)
  const names = { userName: user.user_name, nameClient: nameClient ?? user.name_client }
  // first, because it limits wrong current passwords: a guess must not cost a strength estimate
  if (caller.userId === target.userId) {
    await verifyOwnPassword(db, checks.limits, caller, currentPassword)
  }
  return hashAcceptable(checks, caller, password, names)
}

async function findStored(db: Db, userId: number) {
  const user = await db
    .selectFrom('users')
    .select(['user_name', 'name_client', 'password_hash'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw forbidden()
  return user
}

/**
 * Not 401, which would sign the user out. Counted like a sign-in, as it can also be used to guess.
 * @throws HttpError 400 for a wrong password or none, 429 for too many attempts
 */
export async function verifyOwnPassword(
  db: Db,
  limits: LoginLimits,
  caller: Caller,
  current: string | undefined,
): Promise<void> {
  const { userId } = caller
  const { user_name, password_hash } = await findStored(db, userId)
  if (!current) throw validationError('currentPassword', 'Escribe tu contraseña actual')
  const who = { name: foldName(user_name), address: caller.address }
  const outcome = await limits.attempt(who, async () =>
    (await verifyPassword(password_hash, current, `user ${userId}`)) ? true : null,
  )
  if (outcome.found) return
  const { locked } = outcome
  await writeFailedSignIn(db, limits.windowSeconds, caller, { userId, actorId: userId, locked })
  if (locked?.kind === 'pair') throw tooMany(limits.windowSeconds, 'sign-ins')
  throw validationError('currentPassword', 'La contraseña actual no es correcta')
}
