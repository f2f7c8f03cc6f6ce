import { writeFileSync } from 'node:fs'
import { composeEnvironment, readRelease } from '@console/delivery/compose'
import { localAddress, REMOTES, type Ports } from '@console/shared-kernel/build/ports'
import { serveHost, serveRemote } from '@console/delivery/serve'
import type { Environment } from '@console/shared-kernel/remote/documents'
import type { Compared } from './compareBytes'
import { dist, hostFolder, remoteFolder, spaFolder } from './folders'

/** Clear of the remotes' ports, which follow the host's by a hundred. */
const spaPort = (all: Ports): number => all.host + 50

/** The consoles' origins, which the API has to admit. */
export const origins = (all: Ports): string[] => [localAddress(all.host), localAddress(spaPort(all))]

/** Serves host and remotes, and the SPA, as `npm start` does, with one environment document for both. */
export async function serveBoth(
  all: Ports,
  environmentFile: string,
): Promise<Compared & { close: () => Promise<void> }> {
  const environment = environmentDocument(all)
  writeFileSync(environmentFile, JSON.stringify(environment, null, 2))
  const remotes = REMOTES.map((name) =>
    serveRemote({ root: dist(remoteFolder(name)), port: all.remotes[name] }),
  )
  const [federated, spa, ...others] = await Promise.all([
    serveHost({ root: dist(hostFolder), port: all.host, environmentFile }),
    serveHost({ root: dist(spaFolder), port: spaPort(all), environmentFile }),
    ...remotes,
  ])
  const close = async () => void (await Promise.all([federated, spa, ...others].map((one) => one.close())))
  return { federated: federated.url, spa: spa.url, environment, close }
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
