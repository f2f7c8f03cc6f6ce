import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { join } from 'node:path'
import type { HeldLock } from '@console/shared-kernel/lock'
import { CommandError } from '@console/shared-kernel/command'
import type { Notified, Opened, QueryOutcome, Reply, Request, SqlFailure, WorkerData } from './embeddedFacts'

/** `code` is the SQLSTATE. */
class SqlError extends Error {
  override name = 'SqlError'
  readonly code: string | undefined
  readonly constraint: string | undefined

  constructor(failure: SqlFailure) {
    super(failure.message)
    this.code = failure.code
    this.constraint = failure.constraint
  }
}

interface Pending {
  resolve: (outcome: QueryOutcome) => void
  reject: (error: Error) => void
}

/** The engine miscounts the bytes of a lone surrogate. On a socket, PostgreSQL gets U+FFFD too. */
const wellFormed = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value

/** The engine's thread. The image is built without it. */
const program = () => new URL('./dbWorker.js', import.meta.url)

/** Runs PGlite in a thread of its own, so that a long statement never stalls the requests. */
export class PgliteClient {
  private readonly worker: Worker
  private readonly lock: HeldLock | null
  private readonly pending = new Map<number, Pending>()
  private onNotified: (channel: string) => void = () => undefined
  private nextId = 1
  private closing = false

  private constructor(worker: Worker, lock: HeldLock | null, onCrash: (error: Error) => void) {
    this.worker = worker
    this.lock = lock
    worker.on('message', (reply: Notified | Reply) => {
      if ('notified' in reply) this.onNotified(reply.notified)
      else if ('failure' in reply && reply.failure.fatal) {
        const why = `The embedded engine has stopped: ${reply.failure.message}. The next start recovers.`
        this.fail(new CommandError(why), onCrash)
      } else this.settle(reply)
    })
    worker.on('error', (error) => this.fail(error, onCrash))
    worker.on('exit', () => this.fail(new Error('The database thread has ended'), onCrash))
  }

  /** Creating a new database takes a few seconds. @param lock null in memory. @throws CommandError */
  static async open(
    location: string,
    lock: HeldLock | null,
    onCrash: (error: Error) => void,
  ): Promise<PgliteClient> {
    const workerData: WorkerData = { location, lock: lock && { path: lock.path, own: lock.own } }
    if (!existsSync(program())) throw new CommandError('This build has no embedded engine: set DATABASE_URL.')
    const worker = new Worker(program(), { workerData })
    const opened = await new Promise<Opened>((resolve) => {
      worker.once('message', resolve)
      worker.once('error', (error) => resolve({ opened: false, message: error.message }))
      worker.once('exit', () => resolve({ opened: false, message: 'its thread ended' }))
    })
    if (!opened.opened) {
      await worker.terminate()
      throw new CommandError(
        `The database in ${location} cannot be opened: ${opened.message}${ownerHint(location)}`,
      )
    }
    worker.removeAllListeners('error').removeAllListeners('exit')
    return new PgliteClient(worker, lock, onCrash)
  }

  query(sql: string, parameters: readonly unknown[]): Promise<QueryOutcome> {
    return this.ask((id) => ({ id, kind: 'query', sql, parameters: parameters.map(wellFormed) }))
  }

  /** @param onNotified called with the channel of each notification, including this session's own */
  async listen(channels: readonly string[], onNotified: (channel: string) => void): Promise<void> {
    this.onNotified = onNotified
    for (const channel of channels) await this.query(`listen ${channel}`, [])
  }

  async close(): Promise<void> {
    if (this.closing) return
    this.closing = true
    await this.ask((id) => ({ id, kind: 'close' }))
  }

  private ask(request: (id: number) => Request): Promise<QueryOutcome> {
    if (this.lock?.isHeld() === false) return Promise.reject(new Error('The data directory is lost'))
    const id = this.nextId++
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject })
      this.worker.postMessage(request(id))
    })
  }

  private settle(reply: Reply): void {
    const pending = this.pending.get(reply.id)
    this.pending.delete(reply.id)
    if ('outcome' in reply) pending?.resolve(reply.outcome)
    else pending?.reject(new SqlError(reply.failure))
  }

  private fail(error: Error, onCrash: (error: Error) => void): void {
    for (const { reject } of this.pending.values()) reject(error)
    this.pending.clear()
    if (!this.closing) {
      this.closing = true
      onCrash(error)
    }
  }
}

/** The engine reports only 'Aborted()' if it may not write, for example after root ran a command. */
function ownerHint(location: string): string {
  const path = existsSync(location) ? foreignFile(location) : null
  return path === null
    ? ''
    : `. ${path} belongs to another user: give all of it to the user of this server (chown -R)`
}

/**
 * The first file in the folder that belongs to another user; null if there is none, or on systems without
 * user ids.
 */
export function foreignFile(folder: string, user = process.getuid?.()): string | null {
  if (user === undefined) return null
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ]
  return paths.find((path) => lstatSync(path).uid !== user) ?? null
}
