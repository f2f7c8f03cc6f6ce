import { hasUnsavedChanges } from '@console/shared-kernel/host'
import type { EventLog } from '../eventLog/eventLog'
import { fetchRecord } from './fetchOverride'

const POLL_MS = 15_000
/** One late answer is allowed: the dev server may be compiling. */
const MISSES = 2

interface Watched {
  remote: string
  address: string
}

export interface WatchOptions {
  events: EventLog
  active: () => Watched[]
  end: (override: Watched) => void
}

/** Polls each overridden address; failed files count too. @returns a function that stops it */
export function endDeadOverrides({ events, active, end }: WatchOptions): () => void {
  const missed = new Map<string, number>()

  async function look(override: Watched): Promise<void> {
    const { remote, address } = override
    const answers = await fetchRecord(address).then(
      () => true,
      () => false,
    )
    missed.set(remote, answers ? 0 : (missed.get(remote) ?? 0) + 1)
    // reloading the screen would lose a changed form
    if (missed.get(remote)! >= MISSES && !hasUnsavedChanges()) end(override)
  }

  const timer = setInterval(() => {
    for (const override of active()) void look(override)
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
