import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase } from '../src/db/connection/database'
import { startCluster, type Cluster } from '../testing/cluster'
import { ask } from '../testing/engine'
import { ownCluster } from '../testing/ownCluster'

/** Two replicas of one primary, one of which becomes the primary. */
const former = ownCluster()
let primary: Cluster
let replica: Cluster
beforeAll(async () => {
  const replicaOf = former().url
  primary = await startCluster(globalThis.postgresPrograms, { replicaOf })
  replica = await startCluster(globalThis.postgresPrograms, { replicaOf })
})
afterAll(async () => {
  await replica?.stop()
  await primary?.stop()
})

test('a replica still on the timeline from before a failover is not used until it follows the new one', async () => {
  // both replicas receive its whole WAL
  await former().end()
  await ask(primary.url, 'select pg_promote()')
  const reasons: (string | null)[] = []
  const database = createDatabase(
    { dataDir: '', databaseUrl: primary.url, databaseDirectUrl: null, databaseConnections: 10 },
    () => undefined,
    { replicaUrl: replica.url, onReplica: (unusedBecause) => reasons.push(unusedBecause) },
  )
  try {
    await database.open()
    while (reasons.length === 0) await sleep(20)
    expect(reasons).toEqual(['it follows timeline 1, and the primary is on 2'])
    await ask(replica.url, `alter system set primary_conninfo = '${primary.url}'`)
    await ask(replica.url, 'select pg_reload_conf()')
    const replayed = `select from pg_stat_replication where replay_lsn = pg_current_wal_flush_lsn()`
    while ((await ask(primary.url, replayed)).length === 0) await sleep(20)
    // happens by itself within checkpoint_timeout
    while (reasons.length === 1) {
      await ask(replica.url, 'checkpoint')
      await sleep(200)
    }
    expect(reasons.slice(1)).toEqual([null])
  } finally {
    await database.close()
  }
}, 60_000)
