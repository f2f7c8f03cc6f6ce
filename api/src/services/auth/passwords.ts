import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Limiter } from '@console/shared-kernel/lock'
import { hash, verify, type Options } from '@node-rs/argon2'
import { MIN_PASSWORD_LENGTH } from '@console/shared-kernel/contracts'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { UpdateUserRequest } from '@console/shared-kernel/schemas'
import { Counts } from '../../foundation/counts'
import { overloaded, validationError, forbidden, tooMany } from '../../foundation/httpError'
import { PASSWORD as DEMO_PASSWORD } from '../../foundation/demoAccounts'
import { foldName } from './userName'
import type { Caller, UnknownCaller, TreeNode } from '../tree'
import type { Db } from '../../db/schema'
import type { LoginLimits } from './loginLimits'
import { writeFailedSignIn } from './refusals'

interface Sizes {
  running: number
  waiting: number
  /** Running or waiting. */
  perOwner: number
}

export class HashQueue {
  private readonly sizes: Sizes
  private readonly limiter: Limiter
  private readonly held = new Counts()

  constructor(sizes: Sizes) {
    this.sizes = sizes
    this.limiter = new Limiter(sizes.running)
  }

  get waiting(): number {
    return this.limiter.waiting
  }

  /** @throws HttpError 503 where the queue, or the owner's part of it, is full */
  async run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    if (this.held.of(owner) >= this.sizes.perOwner || this.limiter.waiting >= this.sizes.waiting)
      throw overloaded(1, 'passwords')
    this.held.add(owner, 1)
    try {
      return await this.limiter.run(task)
    } finally {
      this.held.add(owner, -1)
    }
  }
}

/** argon2id (the package's default), 19 MiB and two passes. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** More hashes at a time would only slow each other down, and take 19 MiB each. */
const CORES = availableParallelism()
/** At up to 60 ms each, the last of a full queue waits less than 5 s, the longest delay of a sign-in. */
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
  const fits = await queue.run(owner, () => verify(expected, password))
  return fits && storedHash !== null
}

let nothing: Promise<string> | undefined

/** Also called at start, so that the first unknown name does not take longer. */
export const dummyHash = (): Promise<string> =>
  (nothing ??= hashPassword(randomBytes(32).toString('hex'), 'server'))

/** In lower case, like the list. Shorter ones are refused for their length. */
const COMMON = new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH))

export type PasswordProblem = 'common' | 'own name'

/** Null for an acceptable password. @param allowDemo accepts the password of the demo accounts */
export function passwordProblem(
  password: string,
  userName: string,
  allowDemo: boolean,
): PasswordProblem | null {
  if (foldName(password) === foldName(userName)) return 'own name'
  if (password === DEMO_PASSWORD) return allowDemo ? null : 'common'
  return COMMON.has(password.toLowerCase()) ? 'common' : null
}

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
  caller: Caller,
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
  if (caller.userId === target.userId) {
    await verifyCurrent(db, checks.limits, caller, user, currentPassword)
  }
  return hashPassword(password, `user ${caller.userId}`)
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
  caller: UnknownCaller,
  { user_id: userId, user_name, password_hash }: Stored,
  current: string | undefined,
): Promise<void> {
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
