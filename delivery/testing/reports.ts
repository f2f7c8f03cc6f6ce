import type { Telemetry } from '../src/service/telemetry'
import { served } from './staging'

/* Reports of tabs about the environment that `start` creates. */

export const sessionId = (at: number) => at.toString(16).padStart(16, '0')

export const event = (over: object = {}) => ({
  session: sessionId(1),
  environment: 'staging',
  ...('revision' in over ? {} : { revision: served().revision }),
  remote: 'users',
  version: '1.0.0',
  build: '11111111',
  source: 'current',
  phase: 'mounted',
  ...over,
})

export const take = (telemetry: Telemetry, events: object[], address: string, now?: number) =>
  telemetry.take(JSON.stringify({ schema: 1, events }), address, now)

/** Sessions from addresses of their own, of which the first ones fail. */
export async function takeSessions(
  telemetry: Telemetry,
  count: number,
  failing: number,
  over = {},
  first = 0,
  now?: number,
) {
  // read once: it is a file
  const { revision } = served()
  for (let at = first; at < first + count; at += 1) {
    const mounted = event({ revision, ...over, session: sessionId(at + 1) })
    const events = at - first < failing ? [mounted, { ...mounted, phase: 'render' }] : [mounted]
    await take(telemetry, events, `10.0.${at >> 8}.${at & 255}`, now)
  }
}
