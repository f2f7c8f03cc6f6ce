import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from '@jest/globals'
import { startCluster, type Cluster } from './cluster'
import { ask, databaseOf, urlOf } from './engine'
import { ownCluster } from './ownCluster'

interface Replica extends Cluster {
  /** The address, on the replica, of a data directory's database. */
  urlOfData(dataDir: string): string
  /** It keeps receiving the log, but replays none of it until it is resumed. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Resolves when it has everything that the primary has at the time of the call. */
  caughtUp(): Promise<void>
  /** The same, or when replay waits for a query. */
  caughtUpOrHeldUp(): Promise<void>
}

/**
 * A PostgreSQL cluster only for this test file, which its servers use, and a streaming replica of it.
 * @param delay how long a query may hold up replay before it is cancelled
 */
export function ownReplica(delay = '0'): { primary: () => Cluster; replica: () => Replica } {
  const primary = ownCluster()
  let cluster: Cluster
  let replica: Replica
  beforeAll(async () => {
    cluster = await startCluster(globalThis.postgresPrograms, {
      replicaOf: primary().url,
      options: { max_standby_streaming_delay: delay },
    })
    const { url } = cluster
    const waitUntilReplayed = async (or = 'false'): Promise<void> => {
      const [now] = await ask<{ at: string }>(primary().url, 'select pg_current_wal_lsn() as at')
      const replayed = `select from pg_last_wal_replay_lsn() at where at >= '${now?.at}' or ${or}`
      while ((await ask(url, replayed)).length === 0) await sleep(20)
    }
    replica = {
      ...cluster,
      urlOfData: (dataDir) => {
        const there = new URL(urlOf(databaseOf(dataDir)))
        there.port = new URL(url).port
        return there.href
      },
      pause: async () => void (await ask(url, 'select pg_wal_replay_pause()')),
      resume: async () => void (await ask(url, 'select pg_wal_replay_resume()')),
      caughtUp: waitUntilReplayed,
      caughtUpOrHeldUp: () => waitUntilReplayed('exists (select from pg_locks where not granted)'),
    }
  })
  afterAll(() => cluster?.stop())
  return { primary, replica: () => replica }
}
