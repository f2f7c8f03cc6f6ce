import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { localAddress, REMOTES } from '@console/shared-kernel/ports'
import { serveHost, serveRemote } from '@console/delivery/serve'
import { execute } from '../../delivery/src/consoleDelivery'
import { releaseFolder, releaseId } from '../../delivery/src/site/files'
import { readRecord } from '../../delivery/src/site/releaseRecords'
import { root } from '../../scripts/lib/paths'
import { apiPort, ownConsolePort, releasesPort, stackPorts } from './addresses'
import { hostDist, remoteDist, runFolder } from './folders'
import { listenOn, startNginx, writeServers } from './nginx'

const COMMAND = join(root, 'delivery', 'bin', 'console-delivery.mjs')

/** This build's host and remotes. */
export const BUILDS: readonly string[] = [hostDist, ...REMOTES.map(remoteDist)]
/** A site with these builds, published once per run because compressing them takes seconds. */
const PUBLISHED = join(runFolder, 'published')

/** A test's own site, with an environment named staging. */
export interface DeliverySite {
  root: string
  /** Runs `console-delivery` on it; rejects with its error message if it fails. */
  run: (...words: string[]) => Promise<string>
  /** @returns the release, as the other commands name it */
  publish: (folder: string) => Promise<string>
  promote: (release: string, why: string) => Promise<string>
  addEnvironment: (name: string) => Promise<string>
  /** Allows developer overrides from this origin, in pages loaded afterwards. */
  allowOverride: (origin: string) => Promise<string>
  remove: () => void
}

// a process for each command would take most of a second of CPU time
const runInProcess = async (folder: string, ...words: string[]) =>
  (await execute([...words, '--site', folder])).join('\n')

/** Publishes this build once, for the sites of all tests. */
export async function publishBuilds(): Promise<void> {
  for (const dist of BUILDS) await runInProcess(PUBLISHED, 'publish', dist)
}

/** Copies a published build into another site. */
async function copyPublished(dist: string, site: string): Promise<void> {
  const record = await readRecord(dist)
  const [from, to] = [PUBLISHED, site].map((each) =>
    releaseFolder({ root: each }, record.name, releaseId(record)),
  )
  cpSync(from!, to!, { recursive: true })
}

/** @param apiUrl the API that its pages call, by default through nginx */
export async function createSite(
  worker: number,
  apiUrl = localAddress(apiPort(worker)),
): Promise<DeliverySite> {
  const folder = mkdtempSync(join(tmpdir(), 'console-delivery-'))
  // `verify` starts its own browser, which Playwright would mistake for one of the test's
  const run = async (...words: string[]) => {
    if (words[0] !== 'verify') return runInProcess(folder, ...words)
    const args = [COMMAND, ...words, '--site', folder]
    // CI runs as root, for which Chromium has no sandbox
    const env = { ...process.env, VERIFY_SANDBOX: 'off' }
    const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch(
      ({ stderr }: { stderr: string }) => {
        throw new Error(stderr.trim())
      },
    )
    return stdout.trim()
  }
  const addresses = [
    ...['--time-zone', 'Europe/Madrid', '--api-url', apiUrl],
    ...['--reports-url', localAddress(stackPorts.external)],
    ...['--releases-url', `${localAddress(releasesPort(worker))}/`],
  ]
  const addEnvironment = (name: string) => runInProcess(folder, 'init', '--env', name, ...addresses)
  await addEnvironment('staging')
  return {
    root: folder,
    run,
    publish: async (dist) => {
      if (BUILDS.includes(dist)) await copyPublished(dist, folder)
      const output = await runInProcess(folder, 'publish', dist)
      return /^(?:Published )?(\S+?)(?:\.| is published already, .*)$/.exec(output)?.[1] ?? ''
    },
    promote: (release, why) => runInProcess(folder, 'promote', release, '--env', 'staging', '--why', why),
    addEnvironment,
    allowOverride: (origin) =>
      run('settings', '--env', 'staging', '--why', 'override', '--developer', '--override', origin),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

async function promoteAll(site: DeliverySite, builds: readonly string[]): Promise<void> {
  for (const dist of builds) await site.promote(await site.publish(dist), 'first')
}

/** Promotes this build, and serves the site and these API processes with nginx. */
export async function serveWithNginx(
  site: DeliverySite,
  program: string,
  worker: number,
  upstreamPorts: number[],
  extraArgs: string[] = [],
) {
  await promoteAll(site, BUILDS)
  const consolePort = ownConsolePort(worker)
  const folder = join(site.root, 'nginx')
  writeServers(folder, 'console-staging', {
    console: listenOn(consolePort),
    releases: listenOn(releasesPort(worker)),
    api: listenOn(apiPort(worker)),
  })
  const upstreams = upstreamPorts.flatMap((port) => ['--api-upstream', `127.0.0.1:${port}`])
  await site.run('nginx', '--env', 'staging', '--to', folder, ...upstreams, ...extraArgs)
  const nginx = await startNginx(program, folder, consolePort)
  return { consolePort, url: localAddress(consolePort), stop: nginx.stop }
}

/**
 * Promotes builds, and serves their site with this repository's own servers, for tests that need no nginx.
 * @param builds by default this build's host and remotes
 */
export async function serveWithoutNginx(site: DeliverySite, worker: number, builds = BUILDS) {
  await promoteAll(site, builds)
  const folder = join(site.root, 'environments', 'staging', 'public')
  const environmentFile = join(folder, 'environment.json')
  const [host, releases] = await Promise.all([
    serveHost({ root: folder, environmentFile, port: ownConsolePort(worker) }),
    serveRemote({ root: site.root, port: releasesPort(worker) }),
  ])
  const stop = async () => void (await Promise.all([host.close(), releases.close()]))
  return { url: host.url, stop }
}
