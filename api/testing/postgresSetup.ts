import { startCluster, type Cluster } from './cluster'

declare global {
  var apiTestCluster: Cluster | undefined
}

interface Project {
  globals: { postgresPrograms: string }
}

/** Called once per run of the `postgres` project; the test processes inherit the address. */
export default async function postgresSetup(_run: unknown, { globals }: Project): Promise<void> {
  globalThis.apiTestCluster = await startCluster(globals.postgresPrograms)
  process.env['TEST_POSTGRES'] = globalThis.apiTestCluster.url
}
