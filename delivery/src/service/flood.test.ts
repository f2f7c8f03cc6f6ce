import { rmSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { CANARY, event, sessionId, take, takeSessions } from '../../testing/reports'
import { freshSite, publishNext, sitePath, start } from '../../testing/staging'
import { setCanary } from '../site/environmentChanges'
import { commit } from '../site/environmentStore'
import { buildOf, findRelease } from '../site/releases'
import type { Plan } from '../site/environmentRevision'
import { decide, type Sessions } from './canaryDecision'
import { Telemetry } from './telemetry'

const plan: Plan = {
  steps: [10, 50, 100],
  step: 0,
  since: Date.now(),
  holdMs: 600_000,
  maxFailures: 5,
  minSessions: 50,
}

freshSite(start, publishNext, async () => {
  const site = { root: sitePath() }
  const { part, build } = buildOf(findRelease(site, 'users@1.1.0').record)
  await commit(site, 'staging', { who: 'ana', why: 'try' }, setCanary(part, build, 10))
})

/** The limit of one address: 60 requests a minute of 20 events each, for 20 minutes. */
function flood(telemetry: Telemetry, over: object): void {
  const template = event(over)
  const begin = Date.now()
  for (let request = 0; request < 20 * 60; request += 1) {
    const events = Array.from({ length: 20 }, (_, at) => ({
      ...template,
      session: sessionId(0xf0000 + request * 20 + at),
    }))
    take(telemetry, events, '2001:db8::1', begin + request * 1_000)
  }
}

const FAILING = { phase: 'render' }
const FAILING_CANARY = { ...CANARY, ...FAILING }
const FLOODS: [string, object][] = [
  ['failing sessions of the canary', FAILING_CANARY],
  ['healthy sessions of the canary', CANARY],
  ['failing sessions of the stable release', FAILING],
  ['healthy sessions of the stable release', {}],
]

/** Of the canary and of the stable release. */
const sessionsIn = (telemetry: Telemetry): [Sessions, Sessions] => [
  telemetry.sessionsOf('staging', 'users/1.1.0-22222222'),
  telemetry.sessionsOf('staging', 'users/1.0.0-11111111'),
]
const inAll = (one: Sessions, other: Sessions): Sessions => new Map([...one, ...other])

test.each(FLOODS)(
  'twenty minutes of %s, at the most that one address may send, cause no decision',
  async (name, over) => {
    const flooded = new Telemetry({ root: sitePath() })
    flood(flooded, over)
    const [floodOfCanary, floodOfStable] = sessionsIn(flooded)
    expect(floodOfCanary.size + floodOfStable.size).toBe(200)
    expect(await flooded.registry.metrics()).toContain(
      'console_delivery_events_refused_total{reason="address"} 23800',
    )
    for (const [count, failing, expected] of [
      [60, 12, 'roll back'],
      [60, 0, 'raise'],
      [60, 2, 'raise'],
      [30, 6, 'wait'],
    ] as const) {
      const others = new Telemetry({ root: sitePath() })
      takeSessions(others, count, failing, CANARY)
      takeSessions(others, 200, 2, {}, 1_000)
      const [canary, stable] = sessionsIn(others)
      const now = plan.since + plan.holdMs + 60_000
      expect(decide(plan, canary, stable, now).go).toBe(expected)
      const { go } = decide(plan, inAll(canary, floodOfCanary), inAll(stable, floodOfStable), now)
      // a raise can be delayed: that is always safe
      const isHeldUp = expected === 'raise' && over === FAILING_CANARY
      expect([name, count, failing, go]).toEqual([name, count, failing, isHeldUp ? 'wait' : expected])
      others.close()
      // the next one begins without sessions
      rmSync(sitePath('.delivery/sessions.json'))
    }
    flooded.close()
  },
)
