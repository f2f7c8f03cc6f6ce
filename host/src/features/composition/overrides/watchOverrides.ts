import { hasUnsavedChanges } from '@console/shared-kernel/core'
import { dropOverride } from '../composition'
import { lastRemoteEvent, onRemoteEvent } from '../events/events'
import { fetchJson } from './fetchJson'
import { addNotice, overrideStore, type ActiveOverride } from './overrideStore'
import { forget } from './wanted'

const LOOK_EVERY_MS = 15_000
/** A dev server that compiles may keep one question waiting. */
const MISSES = 2

/** Ends each override once its address stops answering: seen by asking, or by files that do not come. */
export function watchOverrides(): void {
  const missed = new Map<string, number>()

  async function look({ remote, address }: ActiveOverride): Promise<void> {
    const answers = await fetchJson(`${address}release.json`).then(
      () => true,
      () => false,
    )
    missed.set(remote, answers ? 0 : (missed.get(remote) ?? 0) + 1)
    // whoever fills in a form of that release keeps it until then
    if (missed.get(remote)! >= MISSES && !hasUnsavedChanges()) end(remote)
  }

  const timer = setInterval(() => {
    const { active } = overrideStore.get()
    if (active.length === 0) return clearInterval(timer)
    for (const override of active) void look(override)
  }, LOOK_EVERY_MS)

  onRemoteEvent(() => {
    const event = lastRemoteEvent()
    if (event?.source === 'override' && (event.phase === 'load' || event.phase === 'timeout'))
      end(event.remote)
  })
}

function end(remote: string): void {
  const { active, notices } = overrideStore.get()
  const ended = active.find((override) => override.remote === remote)
  if (!ended) return
  overrideStore.set({ active: active.filter((override) => override !== ended), notices })
  forget(remote)
  addNotice(`${ended.address} ya no responde: "${remote}" vuelve a la versión desplegada.`)
  dropOverride(remote)
}
