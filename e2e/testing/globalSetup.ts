import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveHost, serveRemote } from '@console/delivery/serve'
import { SHORT_LIVED } from '../../api/testing/shortLived'
import { IN_MEMORY, startApi } from '../../scripts/lib/servers'
import { stackPorts } from './addresses'
import { publishBuilds } from './deliverySite'
import { environmentDocument } from './environment'
import { apiFailure, hostDist, remoteDist, runFolder } from './folders'

/**
 * Starts everything once: the host, each remote on its own port, and the API on an in-memory database.
 * `apiReady.ts` waits for the API.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  rmSync(runFolder, { recursive: true, force: true })
  mkdirSync(runFolder, { recursive: true })
  const environmentFile = join(runFolder, 'environment.json')
  writeFileSync(environmentFile, JSON.stringify(environmentDocument()))

  // the API last: if a port is taken, this process ends and would leave the API running
  const servers = await Promise.all([
    serveHost({ root: hostDist, environmentFile, port: stackPorts.host }),
    ...Object.entries(stackPorts.remotes).map(([name, port]) =>
      serveRemote({ root: remoteDist(name), port }),
    ),
  ])
  const api = startApi(stackPorts, IN_MEMORY, [SHORT_LIVED])
  api.ready.catch((error: Error) => writeFileSync(apiFailure, error.message))
  await publishBuilds()
  return async () => {
    await Promise.all(servers.map((server) => server.close()))
    await api.stop()
  }
}
