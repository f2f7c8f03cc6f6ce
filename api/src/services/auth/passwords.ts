import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify, type Options } from '@node-rs/argon2'
import { HashQueue } from './hashQueue'

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
