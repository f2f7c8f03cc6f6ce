import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, jest, test } from '@jest/globals'
import { connectedServer } from '../../testing/connectedServer'
import { startServer } from '../../testing/server'
import { renderPart } from '../../testing/render'
import { compareClocks } from '../client/clockError'
import { http } from '../client/http'
import { Screen } from './ScreenHeader'

const NOON = Date.parse('2026-11-27T12:00:00Z')
const MINUTE_MS = 60_000
const answeredAt = (minutes: number) => new Date(NOON + minutes * MINUTE_MS).toUTCString()

const server = connectedServer()
afterEach(() => act(() => compareClocks(Date.now(), new Date().toUTCString())))

test.each([
  { date: 300, sent: 0, text: 'The clock of this computer is 5 h behind the server' },
  { date: 61, sent: 0, text: 'The clock of this computer is 1 h 1 min behind the server' },
  { date: -30 * 60, sent: 0, text: 'The clock of this computer is 30 h ahead of the server' },
  { date: -7, sent: 0, text: 'The clock of this computer is 7 min ahead of the server' },
  { date: 4, sent: 0, text: null },
  { date: -4, sent: 0, text: null },
  // the answer took eight hours, because the computer was asleep
  { date: -8 * 60, sent: 8 * 60, text: null },
])('an answer dated $date min from now to a call sent $sent min ago shows $text', ({ date, sent, text }) => {
  jest.spyOn(Date, 'now').mockReturnValue(NOON)
  renderPart(<Screen>the screen</Screen>)
  act(() => compareClocks(NOON - sent * MINUTE_MS, answeredAt(date)))
  const alert = screen.queryByRole('status')
  if (text === null) expect(alert).toBeNull()
  else expect(alert).toHaveTextContent(text)
})

const exposing = { 'Access-Control-Expose-Headers': 'date', 'Cache-Control': 'no-store' }
const LONG_AGO = new Date(0).toUTCString()

test('a call compares the clocks, and an answer without a date changes nothing', async () => {
  server().on('/api/x', { body: {}, headers: { ...exposing, Date: LONG_AGO } })
  renderPart(<Screen>the screen</Screen>)
  await act(() => http.get('/api/x'))
  expect(screen.getByRole('status')).toHaveTextContent('ahead of the server')
  server().on('/api/x', { body: {}, headers: { 'Cache-Control': 'no-store' } })
  await act(() => http.get('/api/x'))
  expect(screen.getByRole('status')).toBeVisible()
  server().on('/api/x', { body: {}, headers: exposing })
  const { headers } = await act(() => http.get('/api/x'))
  expect(headers).toMatchObject({ 'cache-control': 'no-store', date: expect.stringContaining(' 20') })
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})

test('the clock is not compared with an answer from a cache or another server', async () => {
  const other = await startServer()
  for (const [each, headers] of [
    [server(), { ...exposing, 'Cache-Control': 'max-age=600' }],
    [other, exposing],
  ] as const)
    each.on('/api/x', { body: {}, headers: { ...headers, Date: LONG_AGO } })
  renderPart(<Screen>the screen</Screen>)
  await act(() => http.get('/api/x'))
  await act(() => http.get('/api/x', { baseURL: other.url }))
  await other.close()
  expect(screen.queryByRole('status')).toBeNull()
})
