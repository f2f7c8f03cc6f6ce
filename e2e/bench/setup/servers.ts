import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { composeEnvironment, readRelease } from '@console/delivery/compose'
import { hostBuildOf, type HostRecord } from '@console/delivery/hostRecord'
import { pageAhead, pageWith, preloadTags } from '@console/delivery/page'
import { serveHost, serveRemote } from '@console/delivery/serve'
import { localAddress, type Ports } from '@console/shared-kernel/ports'
import type { Environment } from '@console/shared-kernel/remote'
import { CommandError } from '@console/shared-kernel/command'
import { paths } from '../../../scripts/lib/paths'
import { startNode } from '../../../packages/emulator/src/processes'
import { bareFolder, deliveredFolder, dist, hostFolder, peerFolder, remoteFolder, spaFolder } from './folders'

/** Origins of the compared builds, with one environment and one API for all of them. */
export interface Served {
  federated: string
  spa: string
  /** Pages as `console-delivery` writes them, with the environment and preloads in the HTML. */
  delivered: { federated: string; spa: string }
  bare: string
  /** The react-admin application. */
  peer: string
  environment: Environment
  /** Replaces the document at `/environment.json`. */
  publish: (environment: Environment) => void
  /** Serves the latest build of the SPA. */
  serveSpaAgain: () => void
}

/** Separate from the remotes' ports, which start 100 above the host's. */
const portsOf = ({ host }: Ports) => ({
  federated: host,
  spa: host + 50,
  bare: host + 51,
  deliveredFederated: host + 52,
  deliveredSpa: host + 53,
  peer: host + 54,
})

/** Never cached: a build takes a second, and its inputs are those of all packages. */
export async function buildWithRsbuild(folder: string, env: Record<string, string> = {}): Promise<void> {
  const child = startNode([paths.rsbuild, 'build'], { cwd: folder, env: { NODE_ENV: 'production', ...env } })
  const { code, words } = await child.ended
  if (code !== 0) throw new CommandError(`${child.tail()}\nThe build of ${folder} ${words}.`)
}

export async function serveCompared(
  all: Ports,
  environmentFile: string,
): Promise<Served & { close: () => Promise<void> }> {
  const environment = environmentDocument(all)
  const publish = (next: Environment) => writeFileSync(environmentFile, JSON.stringify(next, null, 2))
  publish(environment)
  const own = portsOf(all)
  const serve = (root: string, port: number) => serveHost({ root, port, environmentFile })
  const remotes = Object.entries(all.remotes).map(([name, port]) =>
    serveRemote({ root: compressedCopy(name, remoteFolder(name)), port }),
  )
  const ofHost = asDelivered('host', hostFolder, (html, record) =>
    pageWith(html, record, { ...environment, host: hostBuildOf(record) }),
  )
  const ofSpa = asDelivered('spa', spaFolder, (html, record) =>
    pageAhead(html, environment, preloadTags(record)),
  )
  // without the remotes, which only the console needs
  const ofPeer = compressedCopy('peer', peerFolder, (html) =>
    pageAhead(html, { ...environment, remotes: {} }, []),
  )
  const [federated, spa, bare, deliveredFederated, deliveredSpa, peer, ...others] = await Promise.all([
    serve(compressedCopy('federated', hostFolder), own.federated),
    serve(compressedCopy('built-spa', spaFolder), own.spa),
    serve(compressedCopy('bare', bareFolder), own.bare),
    serve(ofHost, own.deliveredFederated),
    serve(ofSpa, own.deliveredSpa),
    serve(ofPeer, own.peer),
    ...remotes,
  ])
  const servers = [federated, spa, bare, deliveredFederated, deliveredSpa, peer, ...others]
  return {
    federated: federated.url,
    spa: spa.url,
    delivered: { federated: deliveredFederated.url, spa: deliveredSpa.url },
    bare: bare.url,
    peer: peer.url,
    environment,
    publish,
    serveSpaAgain: () => void compressedCopy('built-spa', spaFolder),
    close: async () => void (await Promise.all(servers.map((one) => one.close()))),
  }
}

function asDelivered(
  name: string,
  folder: string,
  page: (html: string, record: HostRecord) => string,
): string {
  const record = JSON.parse(readFileSync(join(dist(folder), 'host.json'), 'utf8')) as HostRecord
  return compressedCopy(name, folder, (html) => page(html, record))
}

/** A copy with gzip next to each text file, as web servers send it: loading is timed on a slow network. */
function compressedCopy(name: string, folder: string, page = (html: string) => html): string {
  const copy = deliveredFolder(name)
  rmSync(copy, { recursive: true, force: true })
  cpSync(dist(folder), copy, { recursive: true })
  const index = join(copy, 'index.html')
  if (existsSync(index)) writeFileSync(index, page(readFileSync(index, 'utf8')))
  for (const path of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
    const file = join(copy, path)
    if (/\.(?:css|html|js|json|svg)$/.test(path)) writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)))
  }
  return copy
}

const environmentDocument = (all: Ports): Environment =>
  composeEnvironment({
    name: 'bench',
    apiUrl: localAddress(all.api),
    externalReportsUrl: localAddress(all.external),
    timeZone: 'Europe/Madrid',
    remotes: Object.entries(all.remotes).map(([name, port]) => ({
      // the time of the build must not affect the number of bytes
      release: { ...readRelease(dist(remoteFolder(name))), builtAt: '2026-01-01T00:00:00.000Z' },
      baseUrl: `${localAddress(port)}/`,
    })),
  })
