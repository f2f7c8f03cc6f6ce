import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Limiter } from '@console/shared-kernel/lock'
import { hash, verify, type Options } from '@node-rs/argon2'
import { Counts } from '../../foundation/counts'
import { overloaded } from '../../foundation/httpError'

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
