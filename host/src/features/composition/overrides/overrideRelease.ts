import { hasUnsavedChanges } from '@console/shared-kernel/host'
import { type DeployedRelease, type Environment, Fields, parseRelease } from '@console/shared-kernel/remote'
import type { EventLog } from '../eventLog/eventLog'

const READ_TIMEOUT_MS = 5_000

/** @throws Error with a message for the user if that remote has no release at the address */
export async function readOverride(
  { name }: Environment,
  remote: string,
  address: string,
): Promise<DeployedRelease> {
  const { href } = new URL(address)
  const baseUrl = href.endsWith('/') ? href : `${href}/`
  const fields = new Fields(`${baseUrl}release.json`, '', await fetchRecord(baseUrl))
  // in development, files change while the page is open, so their hashes cannot be checked
  const off = name === 'development'
  const release = parseRelease(fields, !off)
  if (release.name !== remote) throw new Error(`en ${baseUrl} hay "${release.name}"`)
  return { baseUrl, release, ...(off && { integrity: 'off' as const }) }
}

/** @throws Error with a message for the user if the address does not answer with JSON */
async function fetchRecord(baseUrl: string): Promise<unknown> {
  const address = `${baseUrl}release.json`
  const response = await fetch(address, {
    cache: 'no-store',
    signal: AbortSignal.timeout(READ_TIMEOUT_MS),
  }).catch(() => null)
  if (!response) throw new Error(`${address} no responde`)
  if (!response.ok) throw new Error(`${address} responde ${response.status}`)
  return response.json().catch(() => {
    throw new Error(`${address} no es JSON`)
  })
}

const POLL_MS = 15_000
/** One late answer is allowed: the dev server may be compiling. */
const MISSES = 2

interface Watched {
  remote: string
  address: string
}

interface WatchOptions {
  events: EventLog
  active: () => Watched[]
  end: (override: Watched) => void
}

/**
 * Ends overrides whose address stops answering or whose files fail to load.
 * @returns a function that stops watching
 */
export function endDeadOverrides({ events, active, end }: WatchOptions): () => void {
  const missed = new Map<string, number>()

  async function check(override: Watched): Promise<void> {
    const { remote, address } = override
    const answers = await fetchRecord(address).then(
      () => true,
      () => false,
    )
    missed.set(remote, answers ? 0 : (missed.get(remote) ?? 0) + 1)
    // reloading the screen would lose unsaved edits
    if (missed.get(remote)! >= MISSES && !hasUnsavedChanges()) end(override)
  }

  const timer = setInterval(() => {
    for (const override of active()) void check(override)
  }, POLL_MS)
  const unsubscribe = events.all.subscribe(() => {
    const event = events.last()
    if (event?.source !== 'override' || (event.phase !== 'load' && event.phase !== 'timeout')) return
    const failed = active().find(({ remote }) => remote === event.remote)
    if (failed) end(failed)
  })
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}
