import { writeFileSync } from 'node:fs'
import { composeEnvironment, readRelease } from '@console/delivery/compose'
import { localAddress, REMOTES, type Ports } from '@console/shared-kernel/build/ports'
import { serveHost, serveRemote } from '@console/delivery/serve'
import type { Environment } from '@console/shared-kernel/remote/documents'
import { bareFolder, dist, hostFolder, remoteFolder, spaFolder } from './folders'

/** Where the builds are served that are compared: one environment and one API for all of them. */
export interface Served {
  federated: string
  spa: string
  /** The bare list. */
  bare: string
  environment: Environment
}

/** Clear of the remotes' ports, which follow the host's by a hundred. */
const spaPort = (all: Ports): number => all.host + 50
const barePort = (all: Ports): number => all.host + 51

/** The pages' origins, which the API has to admit. */
export const origins = (all: Ports): string[] =>
  [all.host, spaPort(all), barePort(all)].map((port) => localAddress(port))

/** Serves host and remotes, the SPA and the bare list as `npm start` does. */
export async function serveCompared(
  all: Ports,
  environmentFile: string,
): Promise<Served & { close: () => Promise<void> }> {
  const environment = environmentDocument(all)
  writeFileSync(environmentFile, JSON.stringify(environment, null, 2))
  const remotes = REMOTES.map((name) =>
    serveRemote({ root: dist(remoteFolder(name)), port: all.remotes[name] }),
  )
  const [federated, spa, bare, ...others] = await Promise.all([
    serveHost({ root: dist(hostFolder), port: all.host, environmentFile }),
    serveHost({ root: dist(spaFolder), port: spaPort(all), environmentFile }),
    serveHost({ root: dist(bareFolder), port: barePort(all), environmentFile }),
    ...remotes,
  ])
  const servers = [federated, spa, bare, ...others]
  const close = async () => void (await Promise.all(servers.map((one) => one.close())))
  return { federated: federated.url, spa: spa.url, bare: bare.url, environment, close }
}

const environmentDocument = (all: Ports): Environment =>
  composeEnvironment({
    name: 'bench',
    apiUrl: localAddress(all.api),
    externalReportsUrl: localAddress(all.external),
    timeZone: 'Europe/Madrid',
    remotes: REMOTES.map((name) => ({
      // when it was built is no part of the result
      release: { ...readRelease(dist(remoteFolder(name))), builtAt: '2026-01-01T00:00:00.000Z' },
      baseUrl: `${localAddress(all.remotes[name])}/`,
    })),
  })
