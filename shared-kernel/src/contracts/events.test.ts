import { describe, expect, test } from '@jest/globals'
import { EVENT_NAMES, readServerEvent } from './events'

const ROW = { id: 7, at: '2026-11-29T10:00:00.000Z', kind: 'machine.credit', actor: null, subject: null }

test.each(['start', 'position', 'subtree', 'again'] as const)('the data of %s is ignored', (name) => {
  for (const data of ['{}', '', 'x']) expect(readServerEvent(name, data)).toEqual({ name })
})

test('a list event has rows as sent, and the ids of removed rows', () => {
  const rows = [{ userId: 3, unknown: [1] }]
  expect(readServerEvent('users', JSON.stringify({ rows, removed: [4, '5'] }))).toEqual({
    name: 'users',
    rows,
    removed: [4, 5],
  })
  expect(readServerEvent('machines', JSON.stringify({ rows: [], removed: ['a-b', 6] }))).toEqual({
    name: 'machines',
    rows: [],
    removed: ['a-b', '6'],
  })
})

test('activity has a row as in a page of activity', () => {
  expect(readServerEvent('activity', JSON.stringify(ROW))).toEqual({
    name: 'activity',
    row: { ...ROW, before: null, after: null, reason: null, reverts: null, requestId: null },
  })
})

describe('invalid data leads to a reload, so that no change is lost', () => {
  const invalid = ['', 'x', 'null', '[]', '{}', '{"rows":[],"removed":{}}', '{"rows":{},"removed":[]}']
  test.each([...invalid, '{"rows":[1],"removed":[]}', '{"rows":[],"removed":["x"]}'])('users: %s', (data) =>
    expect(readServerEvent('users', data)).toEqual({ name: 'again' }),
  )
  test.each([...invalid, '{"kind":"machine.credit"}'])('activity: %s', (data) =>
    expect(readServerEvent('activity', data)).toEqual({ name: 'again' }),
  )
})

test('an unknown event from a newer server is ignored', () => {
  for (const name of ['weather', '', 'Users', '__proto__', 'constructor'])
    expect(readServerEvent(name, '{}')).toBeNull()
  for (const name of EVENT_NAMES) expect(readServerEvent(name, '{}')).not.toBeNull()
})
