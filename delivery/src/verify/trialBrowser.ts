import { chromium, errors, type Browser } from 'playwright-core'
import { chromiumHere, CHROMIUM_FLAGS } from '../chromium/chromium'
import { CommandError } from '@console/shared-kernel/command'
import { SandboxUnavailable } from '../errors/outcomes'
import { readSettings } from '../settings/settings'
import type { Trial } from './trialConsole'

const START_MS = 20_000

interface TrialBrowser {
  browser: Browser
  /** Ends it at once, also while a page loops. */
  kill: () => Promise<void>
}

/**
 * A browser that reaches the trial's servers alone. It runs code of a team, so it gets no environment variables
 * of this process.
 * @throws CommandError if there is no browser, SandboxUnavailable if it starts only without its sandbox
 */
export async function startBrowser({
  ports,
  folder,
}: Pick<Trial, 'ports' | 'folder'>): Promise<TrialBrowser> {
  const executablePath = await chromiumHere()
  if (executablePath === undefined)
    throw new CommandError('No Chromium was found: install one, set CHROMIUM_PATH, or use --no-browser.')
  const start = (chromiumSandbox: boolean) =>
    chromium.launchServer({
      executablePath,
      chromiumSandbox,
      host: '127.0.0.1',
      timeout: START_MS,
      env: { HOME: folder, ...(process.platform === 'win32' && { SystemRoot: process.env.SystemRoot }) },
      args: [...CHROMIUM_FLAGS, ...onlyTo(ports)],
    })
  const hasSandbox = readSettings(process.env).VERIFY_SANDBOX
  const server = await start(hasSandbox).catch(async (error: unknown) => {
    // slow or busy, or nothing that the sandbox could be the reason of
    if (!hasSandbox || error instanceof errors.TimeoutError) throw error
    // browsers do not say why in words that last: so it is tried, before any code of a release runs
    const bare = await start(false).catch(() => null)
    if (bare === null) throw error
    await bare.kill()
    throw new SandboxUnavailable(NO_SANDBOX)
  })
  try {
    return { browser: await chromium.connect(server.wsEndpoint()), kill: () => server.kill() }
  } catch (error) {
    await server.kill()
    throw error
  }
}

const NO_SANDBOX =
  "The browser cannot start with its sandbox: it must not run as root, and needs the system's user namespaces. VERIFY_SANDBOX=off opens screens without it: then code of a release can read what this user can read."

/**
 * The names and addresses of all other servers are unknown to the browser, whatever asks for them: a request, a
 * navigation, a web socket, a worker, or a prefetch. WebRTC, which may send without a name, gets no UDP.
 */
const onlyTo = (ports: readonly number[]): string[] => [
  `--host-resolver-rules=${[...ports.map((port) => `MAP localhost:${port} 127.0.0.1:${port}`), 'MAP * ~NOTFOUND'].join(', ')}`,
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]
