/** @jest-environment node */
import { describe, expect, test } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'
import { connectedServer } from '../../testing/connectedServer'
import { describeCalls } from '../../testing/calls'
import { trendQuery } from './trendQuery'

const PATH = '/api/Machines/m1/trend'
const days = [
  { day: '2026-11-27', profitCents: 1250 },
  { day: '2026-11-28', profitCents: 0 },
]

describe("the call for a machine's trend against a server that misbehaves", () =>
  describeCalls([
    {
      name: 'trendQuery',
      answers: { [`GET ${PATH}`]: { days } },
      at: `GET ${PATH}`,
      ask: (client) => client.fetchQuery(trendQuery('m1')),
    },
  ]))

describe('an id from another server', () => {
  const server = connectedServer()

  test('is a single segment of the path', async () => {
    server().on('/api/Machines/..%2FUsers%2Fcurrent%3F/trend', { body: { days } })
    expect(await new QueryClient().fetchQuery(trendQuery('../Users/current?'))).toEqual(days)
  })
})
