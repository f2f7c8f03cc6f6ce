import { afterAll, beforeAll } from '@jest/globals'
import { startCluster, type Cluster } from './cluster'

declare global {
  /** Set by jest.config for the `postgres` project. */
  var postgresPrograms: string
}

/**
 * A PostgreSQL cluster only for this test file, which may restart, freeze and kill it; its servers use it.
 */
export function ownCluster(): () => Cluster {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(globalThis.postgresPrograms)
    process.env['TEST_POSTGRES'] = cluster.url
  })
  afterAll(() => cluster?.stop())
  return () => cluster
}
