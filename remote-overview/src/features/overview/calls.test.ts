/** @jest-environment node */
import { describe } from '@jest/globals'
import { attentionQuery } from '@console/shared-kernel/core'
import { DEFAULT_THRESHOLDS } from '@console/shared-kernel/contracts'
import { describeCalls, type KnownCall } from '@console/shared-kernel/testing/page'
import { changesQuery, MARK, overviewQuery, SAVE_THRESHOLDS, SET_BLOCK } from './api'

const sums = { inCents: 120_000, outCents: 90_000 }
const OVERVIEW = {
  now: '2026-11-21T12:00:00.000Z',
  today: sums,
  weekAgo: sums,
  days: [{ ...sums, day: '2026-11-21' }],
  machines: { total: 12, online: 11, creditCents: 123_450 },
  best: [{ machineId: 'm0', name: 'Slot 1', userName: 'bea', profitCents: 5_000 }],
  worst: [],
}
const ATTENTION = {
  findings: [
    {
      id: 7,
      kind: 'offline',
      since: '2026-11-20T10:00:00.000Z',
      machine: { id: 'm0', name: 'Slot 1' },
      user: { userId: 6, userName: 'bea' },
      figure: null,
      limit: 120,
    },
  ],
  total: 1,
  machineIds: ['m0'],
  thresholds: DEFAULT_THRESHOLDS,
}
const CHANGE = {
  id: 1,
  at: '2026-11-21T10:00:00Z',
  kind: 'machine.credit',
  actor: { userId: 1, userName: 'ana' },
  subject: { type: 'machine', userId: 6, machineId: 'm0', name: 'Slot 1' },
  before: { creditCents: 1 },
  after: { creditCents: 2 },
}
const TOGGLE = 'PUT /api/Machines/m0/toggle-block'

const calls: readonly KnownCall[] = [
  {
    name: 'overviewQuery',
    answers: { 'GET /api/overview': OVERVIEW },
    at: 'GET /api/overview',
    ask: (client) => client.fetchQuery(overviewQuery),
  },
  {
    name: 'attentionQuery',
    answers: { 'GET /api/attention': ATTENTION },
    at: 'GET /api/attention',
    ask: (client) => client.fetchQuery(attentionQuery),
  },
  {
    name: 'changesQuery',
    answers: { 'GET /api/activity': { rows: [CHANGE], next: null } },
    at: 'GET /api/activity',
    ask: (client) => client.fetchQuery(changesQuery),
  },
  {
    name: 'MARK',
    answers: { 'POST /api/attention/marks': { marked: 1 } },
    at: 'POST /api/attention/marks',
    ask: () => MARK.call({ ids: [7], until: 'seen' }),
    unread: true,
  },
  {
    name: 'SET_BLOCK',
    answers: { [TOGGLE]: { blocked: true, version: '5' } },
    at: TOGGLE,
    ask: () => SET_BLOCK.call({ machine: { id: 'm0', name: 'Slot 1' }, blocked: true, version: '4' }),
  },
  {
    name: 'SAVE_THRESHOLDS',
    answers: { 'PUT /api/attention/thresholds': DEFAULT_THRESHOLDS },
    at: 'PUT /api/attention/thresholds',
    ask: () => SAVE_THRESHOLDS.call(DEFAULT_THRESHOLDS),
    unread: true,
  },
]

describe('overview calls against a misbehaving server', () => describeCalls(calls))
