import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { lastRemoteEvent, report, sendEventsTo, type RemoteEvent } from './events'

const event: RemoteEvent = {
  remote: 'users',
  version: '1.4.0',
  build: '3f9c2a1b',
  source: 'current',
  phase: 'load',
  code: 'RUNTIME-008',
  ms: 120,
}
const beacon = jest.fn<(url: string, body: string) => boolean>()

beforeEach(() => {
  beacon.mockReset()
  Reflect.set(navigator, 'sendBeacon', beacon)
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  jest.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(() => {
  sendEventsTo(null)
  Reflect.deleteProperty(navigator, 'sendBeacon')
  jest.restoreAllMocks()
})

it('each event goes to the log, and to the telemetry server where there is one', () => {
  report(event, 'a cause')
  expect(console.error).toHaveBeenCalledWith('Fallo de un remoto:', { ...event, cause: 'a cause' })
  expect(beacon).not.toHaveBeenCalled()
  sendEventsTo('https://telemetry.example.com/events')
  report({ ...event, phase: 'ready', code: 'OK' })
  expect(console.info).toHaveBeenCalledWith('Remoto:', { ...event, phase: 'ready', code: 'OK' })
  expect(beacon.mock.calls).toEqual([
    ['https://telemetry.example.com/events', JSON.stringify({ ...event, phase: 'ready', code: 'OK' })],
  ])
  expect(lastRemoteEvent()).toMatchObject({ phase: 'ready' })
})

it('a failure of the console is not put down to the remote', () => {
  report({ ...event, phase: 'host' })
  expect(console.error).toHaveBeenCalledWith(
    'Fallo de la consola:',
    expect.objectContaining({ phase: 'host' }),
  )
})
