import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, errors, type BrowserServer } from 'playwright-core'
import { CommandError } from '@console/shared-kernel/command'
import type { Environment, Release } from '@console/shared-kernel/remote'
import { CHROMIUM_FLAGS, chromiumHere } from '../chromium/chromium'
import { serveHost, serveRemote } from '../localServers/serveBuilds'
import { readSettings } from '../settings/settings'
import { hostRelease } from '../site/environmentStore'
import { releaseId, type Site } from '../site/files'
import { SandboxUnavailable } from './checks'
import { serveStubApi } from './stubApi'

/** The timeout for the browser's start, and for each wait in a check. */
export const TIMEOUT_MS = 20_000

export type Trial = Awaited<ReturnType<typeof startTrial>>

/**
 * An environment's console on loopback.
 *
 * @param environment has a host
 * @param releases replace the stable releases of the same remotes
 */
export async function startTrial(site: Site, environment: Environment, releases: readonly Release[]) {
  const { folder: root } = await hostRelease(site, environment.host!)
  const stable = Object.values(environment.remotes).map(({ release }) => release)
  const named = [...new Map([...stable, ...releases].map((release) => [release.name, release])).values()]
  const pathOf = (release: Release) => `/${release.name}/${releaseId(release)}/`
  const [api, files] = await Promise.all([
    serveStubApi(),
    serveRemote({ root: site.root, port: 0, folders: named.map(pathOf) }),
  ])
  const remotes = named.map(
    // without a fallback, which would hide that a release fails to load
    (release) => [release.name, { baseUrl: files.url + pathOf(release), release }] as const,
  )
  const servers = { apiUrl: api.url, externalReportsUrl: api.url, telemetryUrl: null }
  const document = JSON.stringify({ ...environment, ...servers, remotes: Object.fromEntries(remotes) })
  const host = await serveHost({ root, environment: async () => document, port: 0 })
  const home = await mkdtemp(join(tmpdir(), 'console-verify-'))
  const servings = [api, files, host]
  return {
    url: host.url,
    api,
    /** The ports of all its servers. */
    ports: servings.map(({ port }) => port),
    /** A temporary folder. */
    home,
    close: async () => {
      await Promise.all(servings.map((server) => server.close()))
      await rm(home, { recursive: true })
    },
  }
}

/**
 * A browser that reaches only the trial's servers. It runs a team's code, so it gets none of this process's
 * environment variables.
 * @throws CommandError if there is no browser, SandboxUnavailable if it starts only without its sandbox
 */
export async function startBrowser({ ports, home }: Pick<Trial, 'ports' | 'home'>): Promise<BrowserServer> {
  const executablePath = await chromiumHere()
  if (executablePath === undefined)
    throw new CommandError('No Chromium was found: install one, set CHROMIUM_PATH, or use --no-browser.')
  const start = (chromiumSandbox: boolean) =>
    chromium.launchServer({
      executablePath,
      chromiumSandbox,
      host: '127.0.0.1',
      timeout: TIMEOUT_MS,
      env: { HOME: home, ...(process.platform === 'win32' && { SystemRoot: process.env.SystemRoot }) },
      args: [...CHROMIUM_FLAGS, ...onlyTo(ports)],
    })
  const hasSandbox = readSettings(process.env).VERIFY_SANDBOX
  return start(hasSandbox).catch(async (error: unknown) => {
    // the machine is slow or busy, or the sandbox was not in use
    if (!hasSandbox || error instanceof errors.TimeoutError) throw error
    // error messages of browsers are not stable, so a start without the sandbox shows whether the sandbox is
    // the cause; no code of a release has run yet
    const bare = await start(false).catch(() => null)
    if (bare === null) throw error
    await bare.kill()
    throw new SandboxUnavailable(NO_SANDBOX)
  })
}

const NO_SANDBOX =
  "The browser cannot start with its sandbox: it must not run as root, and needs the system's user namespaces. VERIFY_SANDBOX=off opens screens without it: then code of a release can read what this user can read."

/**
 * Hides the names and addresses of all other servers from the browser, for requests, navigation, web sockets,
 * workers and prefetches. WebRTC, which can send without resolving a name, gets no UDP.
 */
const onlyTo = (ports: readonly number[]): string[] => [
  `--host-resolver-rules=${[...ports.map((port) => `MAP localhost:${port} 127.0.0.1:${port}`), 'MAP * ~NOTFOUND'].join(', ')}`,
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]
