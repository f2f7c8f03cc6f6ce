/** @jest-environment node */
import { describe } from '@jest/globals'
import { describeCalls, type KnownCall } from '@console/shared-kernel/testing/page'
import { activityQuery, countRows, gamesQuery, machinesQuery, peopleQuery, readForFile } from './api'

const TEXTS = { search: '', kind: '', from: '', to: '', range: '', shift: '' }
const NO_FILTERS = { ...TEXTS, who: '', whom: '', machine: '' }
const READER = { userId: 1, wholeBulks: true }
const row = (id: number) => ({
  id,
  at: '2026-11-21T10:00:00Z',
  kind: 'machine.credit',
  actor: { userId: 1, userName: 'ana' },
  subject: { type: 'machine', userId: 6, machineId: 'm', name: 'Slot' },
  before: { creditCents: 1 },
  after: { creditCents: 2 },
})
const user = (index: number) => ({
  userId: index + 1,
  userName: `User ${index}`,
  level: 6,
  parentUserId: null,
})
const machine = (index: number) => ({ idMachine: `m${index}`, machineName: `Machine ${index}`, userId: 1 })
const PAGE = { 'GET /api/activity': { rows: [row(2), row(1)], next: null } }
const lengthOf = (value: unknown) => (value as unknown[]).length

const calls: readonly KnownCall[] = [
  {
    name: 'gamesQuery',
    answers: {
      'GET /api/Games': [
        { id: 1, name: 'Fruit Fiesta' },
        { id: 2, name: 'Aztec Sun' },
      ],
    },
    at: 'GET /api/Games',
    ask: (client) => client.fetchQuery(gamesQuery),
    list: { row: (index) => ({ id: index + 1, name: `Game ${index}` }), length: lengthOf },
  },
  {
    name: 'activityQuery',
    answers: PAGE,
    at: 'GET /api/activity',
    ask: (client) => client.fetchInfiniteQuery(activityQuery(NO_FILTERS, READER)),
  },
  {
    name: 'readForFile',
    answers: PAGE,
    at: 'GET /api/activity',
    ask: () => readForFile(NO_FILTERS),
    alone: true,
  },
  {
    name: 'countRows',
    answers: PAGE,
    at: 'GET /api/activity',
    ask: () => countRows(NO_FILTERS, new AbortController().signal),
    alone: true,
  },
  {
    name: 'peopleQuery',
    answers: { 'GET /api/Users/all-hierarchy': [user(0), user(1)] },
    at: 'GET /api/Users/all-hierarchy',
    ask: async (client) => (await client.fetchQuery(peopleQuery)).rows,
    list: { row: user, length: lengthOf },
  },
  {
    name: 'machinesQuery',
    answers: { 'GET /api/Machines': [machine(0), machine(1)] },
    at: 'GET /api/Machines',
    ask: async (client) => (await client.fetchQuery(machinesQuery)).rows,
    list: { row: machine, length: lengthOf },
  },
]

describe('the activity calls against a misbehaving server', () => describeCalls(calls))
