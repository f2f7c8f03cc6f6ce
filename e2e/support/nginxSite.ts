import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from '../../api/test/support/cluster'
import { createSite, type DeliverySite } from './deliverySite'
import { listenOn, startNginx, writeServers } from './nginx'
import { startStub, type Stub } from './stubs'

/** A site without builds, served by nginx in front of stubs. */
export interface NginxSite {
  site: DeliverySite
  /** Of what nginx reads. */
  folder: string
  ports: Record<'console' | 'releases' | 'api' | 'reports', number>
  api: [Stub, Stub]
  delivery: Stub
}

const SERVERS = ['console', 'releases', 'api', 'reports'] as const

/** Does the work with a site that is closed afterwards, whatever happens. */
export async function withNginxSite(
  program: string,
  work: (served: NginxSite) => Promise<void>,
): Promise<void> {
  const closing: (() => Promise<void>)[] = []
  try {
    const site = await createSite(0)
    closing.unshift(async () => site.remove())
    const stub = async () => {
      const started = await startStub(await freePort())
      closing.unshift(started.kill)
      return started
    }
    const [first, second, delivery] = [await stub(), await stub(), await stub()]
    const ports = { console: 0, releases: 0, api: 0, reports: 0 }
    for (const server of SERVERS) ports[server] = await freePort()
    const folder = join(site.root, 'nginx')
    const listen = Object.fromEntries(SERVERS.map((server) => [server, listenOn(ports[server])]))
    writeServers(folder, 'console-staging', listen)
    await site.run(
      ...['nginx', '--env', 'staging', '--to', folder, '--webroot', join(site.root, 'webroot')],
      ...[first, second].flatMap(({ port }) => ['--api-upstream', `127.0.0.1:${port}`]),
      ...['--reports-upstream', `127.0.0.1:${second.port}`, '--delivery', `127.0.0.1:${delivery.port}`],
    )
    const nginx = await startNginx(program, folder, ports.console)
    closing.unshift(nginx.stop)
    await work({ site, folder, ports, api: [first, second], delivery })
  } finally {
    for (const close of closing) await close()
  }
}

/** Puts a file below the site. */
export function writeBelow(folder: string, path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** What an operator does to a file that exists. */
export function edit(file: string, ...changes: [from: string | RegExp, to: string][]): void {
  const text = changes.reduce((edited, [from, to]) => edited.replaceAll(from, to), readFileSync(file, 'utf8'))
  writeFileSync(file, text)
}
