import { describe, expect, test } from '@jest/globals'
import { AUDIT_KINDS } from '../contracts/activity'
import { KIND_LABELS, whatOf } from './activityTexts'

test('the filter offers each kind that the API accepts', () =>
  expect(Object.keys(KIND_LABELS).sort()).toEqual([...AUDIT_KINDS].sort()))

describe('the text of a change', () => {
  test.each([
    ['machine.credit', null, 'Credit changed'],
    ['user.update', { name_client: 'x' }, 'User changed'],
    ['user.update', { is_blocked: true }, 'User blocked'],
    ['user.update', { is_blocked: false }, 'User unblocked'],
    ['user.update', { blocked_until: null }, 'User block changed'],
    ['movements.detach', { detached: ['movements_2026_01'] }, 'Movements detached'],
    ['movements.detach', { dropped: ['movements_2026_01'] }, 'Movements deleted'],
    ['movements.attach', null, 'Movements attached'],
    ['machine.retire', null, 'Machine retired'],
    ['session.end', { sessions: 2 }, 'Sessions ended'],
    ['user.factor-reset', null, 'Second factor reset'],
    ['tips.pay', null, 'Other change'],
    ['constructor', null, 'Other change'],
  ])('%s with %j: %s', (kind, after, what) => expect(whatOf({ kind, after })).toBe(what))

  test('a block that only gets a new end or reason is shown as changed, not as a second block', () => {
    const after = { blocked: true }
    expect(whatOf({ kind: 'machine.block', before: { blocked: true }, after })).toBe('Machine block changed')
    expect(whatOf({ kind: 'machine.block', before: { blocked: false }, after })).toBe('Machine blocked')
  })

  test.each([
    ['machine.credit', null, 'Credit reverted'],
    ['machine.unblock', { blocked: false }, 'Machine block reverted'],
    ['machine.block', { blocked: true }, 'Machine block restored'],
    ['machine.config', {}, 'Configuration reverted'],
    ['user.update', { is_blocked: false }, 'User block reverted'],
    ['user.update', { is_blocked: true }, 'User block restored'],
    ['user.update', { blocked_until: null }, 'User block restored'],
    ['tips.pay', null, 'Other change'],
  ])('%s with %j as a revert: %s', (kind, after, what) =>
    expect(whatOf({ kind, after, reverts: 7 })).toBe(what),
  )
})
