import { expect, test } from '@jest/globals'
import { normaliseOverview } from './overview'

const sums = { inCents: 5, outCents: 3 }
const machine = { machineId: 'm', name: 'Slot 1', userName: 'bea', profitCents: -2 }
const overview = {
  today: sums,
  weekAgo: sums,
  days: [{ ...sums, day: '2026-11-21' }],
  machines: { total: 3, online: 2, creditCents: 100 },
  best: [],
  worst: [machine],
}

test('an overview is read completely', () =>
  expect(normaliseOverview({ ...overview, now: '2026-11-21T12:00:00Z' })).toEqual(overview))

test('invalid days and machines are left out', () =>
  expect(
    normaliseOverview({ ...overview, days: [{ day: '2026-11-20' }, ...overview.days], worst: [{}, machine] }),
  ).toEqual(overview))

test.each(['today', 'weekAgo', 'days', 'machines'])(
  'without %s there is no overview, as a 0 would look real',
  (part) => expect(normaliseOverview({ ...overview, [part]: {} })).toBeNull(),
)
