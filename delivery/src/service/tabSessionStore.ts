import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isAccessible, readJson, type Site, writeAtomically } from '../site/files'
import type { ErrorLog } from './errorLog'
import { networkOf } from '@console/shared-kernel/schemas'
import { PRIVATE, serviceFolder } from './teams'

/** The limit per release and environment. A few hundred are enough to judge a canary. */
export const MAX_SESSIONS = 20_000
/** Enough for an office behind one address, too few for a flood. */
export const MAX_SESSIONS_OF_ADDRESS = 200

/** A tab that ran a release. */
interface Session {
  /** A hash of the network address, so that a single address cannot fill the store. */
  address: string
  /** Milliseconds since 1970, by the service's clock. */
  seenAt: number
  failedAt?: number
  /** The intended host did not load, so the tab ran this one. */
  fellBack?: true
}

export type Sessions = ReadonlyMap<string, Session>

export const countsOf = (sessions: Sessions): { sessions: number; failed: number; fellBack: number } => ({
  sessions: sessions.size,
  failed: [...sessions.values()].filter(({ failedAt }) => failedAt !== undefined).length,
  fellBack: [...sessions.values()].filter(({ fellBack }) => fellBack).length,
})

interface Seen {
  session: string
  /** The address of the connection; only its hash is stored. */
  address: string
  hasFailed: boolean
  /** The release replaces one that did not load. */
  hasFallenBack: boolean
}

/** Keeps sessions in memory and in one file, keyed by {@link keyOfSessions}. */
export class SessionStore {
  private readonly releases = new Map<string, ReleaseSessions>()
  /** Kept in a separate file: anybody who has the key can reverse the hashes by trying all addresses. */
  private readonly key: string
  private readonly file: string
  private isChanged = false
  private saving: Promise<void> = Promise.resolve()

  private constructor(file: string, key: string, { sessions }: Partial<Stored>) {
    this.file = file
    this.key = key
    for (const [key, known] of Object.entries(sessions ?? {}))
      this.releases.set(key, new ReleaseSessions(Object.entries(known)))
  }

  /** A damaged file is logged and overwritten. */
  static async read(file: string, errors: ErrorLog): Promise<SessionStore> {
    const open = async (stored: Partial<Stored> = {}) =>
      new SessionStore(file, await keyIn(join(dirname(file), 'address-key'), stored.salt), stored)
    const read = async () => open((await isAccessible(file)) ? ((await readJson(file)) as Stored) : {})
    return (await errors.guard('stored sessions', read)) ?? open()
  }

  of = (key: string): Sessions => this.releases.get(key)?.sessions ?? new Map()

  keys = (): string[] => [...this.releases.keys()]

  /** @returns why the event does not count, or null if it does */
  add(key: string, seen: Seen, now: number): 'address' | 'unknown' | null {
    const release = this.releases.get(key) ?? new ReleaseSessions([])
    const reason = release.add({ ...seen, address: this.hashOf(networkOf(seen.address)) }, now)
    if (reason) return reason
    this.releases.set(key, release)
    this.isChanged = true
    return null
  }

  remove(key: string): void {
    if (this.releases.delete(key)) this.isChanged = true
  }

  /** Saves run one at a time. @throws on a full disk, for example; the next call tries again */
  save(): Promise<void> {
    const saved = this.saving.then(() => this.saveChanged())
    this.saving = saved.catch(() => {})
    return saved
  }

  private async saveChanged(): Promise<void> {
    if (!this.isChanged) return
    this.isChanged = false
    const sessions = Object.fromEntries(
      [...this.releases].map(([key, { sessions: known }]) => [key, Object.fromEntries(known)]),
    )
    try {
      await writeAtomically(this.file, JSON.stringify({ sessions } satisfies Stored), undefined, PRIVATE)
    } catch (error) {
      this.isChanged = true
      throw error
    }
  }

  private hashOf = (address: string): string =>
    createHash('sha256').update(this.key).update(address).digest('hex').slice(0, 12)
}

/**
 * Reads what the service has stored, which may be a few seconds old. Must run as the service's user, on its
 * machine.
 * @returns null if no service has run, or if this user may not read its files
 */
export async function readStoredSessions(
  site: Site,
): Promise<((environment: string, release: string) => Sessions) | null> {
  const file = join(serviceFolder(site), 'sessions.json')
  const stored = await readJson(file).catch(() => null)
  if (stored === null) return null
  const { sessions = {} } = stored as Partial<Stored>
  return (environment, release) =>
    new Map(Object.entries(sessions[keyOfSessions(environment, release)] ?? {}))
}

/** @param release its folder below the site, e.g. `users/1.4.0-3f9c2a1b` */
export const keyOfSessions = (environment: string, release: string): string => `${environment} ${release}`

export function partsOfKey(key: string): { environment: string; release: string } {
  const [environment = '', release = ''] = key.split(' ')
  return { environment, release }
}

class ReleaseSessions {
  /** Sessions in order of their first report. */
  readonly sessions: Map<string, Session>
  /** Session ids, in the same order. */
  private readonly byAddress = new Map<string, Set<string>>()

  constructor(sessions: [string, Session][]) {
    this.sessions = new Map(sessions.sort(([, one], [, other]) => one.seenAt - other.seenAt))
    for (const [id, { address }] of this.sessions) this.idsOf(address).add(id)
  }

  /** @param seen with its address hashed */
  add({ session: id, address, hasFailed, hasFallenBack }: Seen, now: number): 'address' | 'unknown' | null {
    const known = this.sessions.get(id)
    // a session that moves to another address is not counted twice
    if (known && known.address !== address) return 'unknown'
    if (!known && (this.byAddress.get(address)?.size ?? 0) >= MAX_SESSIONS_OF_ADDRESS) return 'address'
    if (!known) this.evictFor(address)
    const session = known ?? { address, seenAt: now }
    if (hasFailed) session.failedAt ??= now
    if (hasFallenBack) session.fellBack = true
    this.sessions.set(id, session)
    this.idsOf(address).add(id)
    return null
  }

  /** An address that already has sessions evicts its own oldest one, so it cannot evict those of others. */
  private evictFor(address: string): void {
    if (this.sessions.size < MAX_SESSIONS) return
    const [own] = this.byAddress.get(address) ?? []
    const [oldest] = this.sessions.keys()
    const id = own ?? oldest!
    const evicted = this.sessions.get(id)!
    this.sessions.delete(id)
    const rest = this.idsOf(evicted.address)
    rest.delete(id)
    if (rest.size === 0) this.byAddress.delete(evicted.address)
  }

  private idsOf(address: string): Set<string> {
    const ids = this.byAddress.get(address) ?? new Set()
    this.byAddress.set(address, ids)
    return ids
  }
}

/** @param salt from a session file written by an earlier version */
async function keyIn(file: string, salt = randomBytes(16).toString('hex')): Promise<string> {
  const known = (await isAccessible(file)) ? await readFile(file, 'utf8') : ''
  if (known !== '') return known
  await writeAtomically(file, salt, undefined, PRIVATE)
  return salt
}

interface Stored {
  /** Present in files written by earlier versions. */
  salt?: string
  /** Sessions by environment and release, then by id. */
  sessions: Record<string, Record<string, Session>>
}
