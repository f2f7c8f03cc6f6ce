import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { localAddress, REMOTES } from '@console/shared-kernel/build/ports'
import { ownConsolePort, stackPorts } from './addresses'
import { hostDist, remoteDist, root } from './folders'
import { startNginx } from './nginx'

const COMMAND = join(root, 'delivery', 'bin', 'console-delivery.mjs')
export const RELEASES_PORT = stackPorts.host + 460
export const API_PORT = stackPorts.host + 461

/** A site of one test's own, with an environment named staging. */
export interface DeliverySite {
  root: string
  /** Runs `console-delivery` on it; rejects with what it says where it refuses. */
  run: (...words: string[]) => Promise<string>
  /** @returns the release, as the other commands name it */
  publish: (folder: string) => Promise<string>
  promote: (release: string, why: string) => Promise<string>
  remove: () => void
}

export async function createSite(): Promise<DeliverySite> {
  const folder = mkdtempSync(join(tmpdir(), 'console-delivery-'))
  const run = async (...words: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...words, '--site', folder])
    return stdout.trim()
  }
  const addresses = [
    ...['--api-url', localAddress(API_PORT)],
    ...['--reports-url', localAddress(stackPorts.external)],
    ...['--releases-url', `${localAddress(RELEASES_PORT)}/`],
  ]
  await run('init', '--env', 'staging', ...addresses, '--time-zone', 'Europe/Madrid')
  return {
    root: folder,
    run,
    publish: async (dist) => /^Published (.*)\.$/.exec(await run('publish', dist))?.[1] ?? '',
    promote: (release, why) => run('promote', release, '--env', 'staging', '--why', why),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Promotes this build's host and remotes, and serves them and these processes of the API by nginx. */
export async function serveByNginx(
  site: DeliverySite,
  program: string,
  worker: number,
  upstreamPorts: number[],
) {
  for (const dist of [hostDist, ...REMOTES.map(remoteDist)])
    await site.promote(await site.publish(dist), 'first')
  const consolePort = ownConsolePort(worker)
  const listen = [
    ...['--console', `127.0.0.1:${consolePort}`],
    ...['--releases', `127.0.0.1:${RELEASES_PORT}`],
    ...['--api', `127.0.0.1:${API_PORT}`],
  ]
  const upstreams = upstreamPorts.flatMap((port) => ['--upstream', `127.0.0.1:${port}`])
  const configuration = await site.run('nginx', '--env', 'staging', ...listen, ...upstreams)
  const nginx = await startNginx(program, join(site.root, 'nginx'), configuration, consolePort)
  return { consolePort, url: localAddress(consolePort), stop: nginx.stop }
}
