import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** Holds commits of changes to machines in the database, until it is opened again. */
export interface CommitGate {
  close(): Promise<void>
  /** Resolves when this many commits are held; the database ends one that is held for 4 s. */
  held(count: number): Promise<void>
  open(): Promise<void>
  end(): Promise<void>
}

const KEY = 7_401_882
const GIVE_UP_MS = 3_000

/** Changes of a process that is lost while its commits are held are still made, but were never answered. */
export async function commitGate(connectionString: string): Promise<CommitGate> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(`create function wait_at_commit_gate() returns trigger language plpgsql
    as 'begin perform pg_advisory_xact_lock_shared(${KEY}); return null; end'`)
  await client.query(`create constraint trigger commit_gate after update on machines
    deferrable initially deferred for each row execute function wait_at_commit_gate()`)
  const waiting = async (): Promise<number> => {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from pg_locks where locktype = 'advisory' and objid = ${KEY} and not granted`,
    )
    return Number(rows[0]?.count)
  }
  return {
    close: async () => void (await client.query(`select pg_advisory_lock(${KEY})`)),
    held: async (count) => {
      const start = Date.now()
      while ((await waiting()) < count) {
        if (Date.now() - start > GIVE_UP_MS) throw new Error(`Fewer than ${count} commits are held.`)
        await sleep(20)
      }
    },
    open: async () => void (await client.query(`select pg_advisory_unlock(${KEY})`)),
    end: () => client.end(),
  }
}
