import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify, type Options } from '@node-rs/argon2'
import { Semaphore } from '../../semaphore'

/** argon2id (the package's default), 19 MiB and two passes. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** More at a time only makes each slower, and takes 19 MiB each. */
const turns = new Semaphore(availableParallelism())

export const hashPassword = (password: string): Promise<string> => turns.run(() => hash(password, COST))

/** Compares against a hash that nothing fits when there is none, so that an unknown name takes as long. */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const expected = storedHash ?? (await hashOfNothing())
  const fits = await turns.run(() => verify(expected, password))
  return fits && storedHash !== null
}

let nothing: Promise<string> | undefined

/** Called at start as well, so that the first unknown name does not pay for the making of it. */
export const hashOfNothing = (): Promise<string> =>
  (nothing ??= hashPassword(randomBytes(32).toString('hex')))
