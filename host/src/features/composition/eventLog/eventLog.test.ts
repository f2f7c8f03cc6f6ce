import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { parseEnvironment, type TelemetryBatch, type TelemetryEvent } from '@console/shared-kernel/remote'
import { environment } from '@console/shared-kernel/testing/node'
import { createEventLog, type RemoteEvent } from './eventLog'

const event: RemoteEvent = {
  remote: 'users',
  version: '1.4.0',
  build: '3f9c2a1b',
  source: 'current',
  phase: 'load',
  code: 'RUNTIME-008',
  ms: 120,
}
const events = createEventLog()
const beacon = jest.fn<(url: string, body: string) => boolean>(() => true)
const sendFor = (telemetryUrl: string | null) =>
  events.sendFor(parseEnvironment(environment({ telemetryUrl })).environment)
/** The events that the server receives when the user leaves the page. */
function reportedEvents(): TelemetryEvent[] {
  beacon.mockClear()
  dispatchEvent(new Event('pagehide'))
  return beacon.mock.calls.flatMap(([, body]) => (JSON.parse(body) as TelemetryBatch).events)
}

beforeEach(() => {
  Reflect.set(navigator, 'sendBeacon', beacon)
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  jest.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(() => {
  sendFor(null)
  delete globalThis.consolePage
  Reflect.deleteProperty(navigator, 'sendBeacon')
  jest.restoreAllMocks()
})

test('each event goes to the log, and to the telemetry server if there is one', () => {
  events.report(event, 'a cause')
  expect(console.error).toHaveBeenCalledWith('Fallo de un remoto:', { ...event, cause: 'a cause' })
  expect(reportedEvents()).toEqual([])
  sendFor('https://telemetry.example.com/events')
  events.report({ ...event, phase: 'mounted', code: 'OK' })
  expect(console.info).toHaveBeenCalledWith('Remoto:', { ...event, phase: 'mounted', code: 'OK' })
  expect(reportedEvents()).toEqual([
    {
      ...event,
      phase: 'mounted',
      code: 'OK',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      session: expect.stringMatching(/^[0-9a-f]{16}$/),
      environment: 'production',
      revision: 42,
      hostBuild: '77aa01cd',
      cohort: 'stable',
    },
  ])
  expect(beacon.mock.calls[0]![0]).toBe('https://telemetry.example.com/events')
  expect(events.last()).toMatchObject({ phase: 'mounted' })
})

test('a failure of the console is not attributed to the remote', () => {
  sendFor('https://telemetry.example.com/events')
  events.report({ ...event, phase: 'host', code: 'HOST' })
  expect(console.error).toHaveBeenCalledWith(
    'Fallo de la consola:',
    expect.objectContaining({ phase: 'host' }),
  )
  expect(reportedEvents()).toMatchObject([
    { remote: 'host', version: '2.3.0', build: '77aa01cd', phase: 'load' },
  ])
})

test('the reported host is the one that the first script of the page has chosen', () => {
  globalThis.consolePage = { version: '2.4.0', build: 'cafe0001', source: 'canary' }
  sendFor('https://telemetry.example.com/events')
  events.report({ ...events.ofHost(), phase: 'running', code: 'TypeError', ms: 1 })
  expect(reportedEvents()).toMatchObject([
    { hostBuild: 'cafe0001', build: 'cafe0001', cohort: 'canary', source: 'canary' },
  ])
})

describe('an error thrown by a remote', () => {
  const stack = 'TypeError: of client1\n    at save (https://static.example.com/users/a.js?token=1:2:3)'
  test.each<RemoteEvent['phase']>(['render', 'running', 'module'])(
    'in phase %p is sent without its message, which may contain a name',
    (phase) => {
      sendFor('https://telemetry.example.com/events')
      const thrown = Object.assign(new TypeError('of client1'), { stack })
      events.report({ ...event, phase, code: 'TypeError', message: 'of client1' }, 'at Users', thrown)
      const [sent] = reportedEvents()
      expect(sent).toMatchObject({ phase, stack: 'at save (https://static.example.com/users/a.js:2:3)' })
      expect(sent).not.toHaveProperty('message')
      expect(JSON.stringify(sent)).not.toContain('client1')
    },
  )
})
