/** @jest-environment node */
import { describe } from '@jest/globals'
import { describeCalls } from '../../testing/calls'
import { blockReasonQuery, recentActivityQuery } from './recentActivity'

const PATH = '/api/activity'

describe('the call for the last changes against a server that misbehaves', () =>
  describeCalls([
    {
      name: 'recentActivityQuery',
      answers: { [`GET ${PATH}`]: { rows: [], next: null } },
      at: `GET ${PATH}`,
      ask: (client) => client.fetchQuery(recentActivityQuery({ kind: 'user', id: 7, version: null })),
    },
    {
      name: 'blockReasonQuery',
      answers: { [`GET ${PATH}`]: { rows: [], next: null } },
      at: `GET ${PATH}`,
      ask: (client) => client.fetchQuery(blockReasonQuery({ kind: 'user', id: 7, version: null })),
    },
  ]))
