import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify, type Options } from '@node-rs/argon2'
import { HashQueue } from './hashQueue'

/** argon2id (the package's default), 19 MiB and two passes. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** More at a time only makes each slower, and takes 19 MiB each. */
const CORES = availableParallelism()
/** At up to 60 ms each the last one of a full queue waits less than the longest delay of a sign-in, 5 s. */
const queue = new HashQueue({ running: CORES, waiting: 80 * CORES, perOwner: 16 * CORES })

export const passwordsWaiting = (): number => queue.waiting

/** @param owner an address or a user: one of them holds a part of the queue only. @throws HttpError 503 */
export const hashPassword = (password: string, owner: string): Promise<string> =>
  queue.run(owner, () => hash(password, COST))

/** Without a hash it compares with a dummy, so that an unknown name takes as long. @throws HttpError 503 */
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

/** Called at start as well, so that the first unknown name does not pay for the making of it. */
export const dummyHash = (): Promise<string> =>
  (nothing ??= hashPassword(randomBytes(32).toString('hex'), 'server'))
