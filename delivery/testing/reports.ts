import type { Telemetry } from '../src/service/telemetry'
import { served } from './staging'

/* Reports from tabs about the environment that `start` creates. */

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
  telemetry.acceptEvents(JSON.stringify({ schema: 1, events }), address, now)
