import { expect, test } from '@jest/globals'
import { DEFAULT_THRESHOLDS, normaliseAttention } from './attention'

const finding = {
  id: 7,
  kind: 'offline',
  since: '2026-11-20T10:00:00.000Z',
  machine: { id: 'm', name: 'Slot 1' },
  user: { userId: 6, userName: 'bea' },
  figure: null,
  limit: 120,
}
const read = { ...finding, machine: { ...finding.machine, blockable: true }, user: { id: '6', name: 'bea' } }

test('findings are read once each, with ids as texts', () => {
  const thresholds = { hidden: ['payout', 'moods'], payoutCents: 20_000, creditChangeCents: '300000' }
  const checkedAt = '2026-11-20T10:01:00.000Z'
  const wire = {
    findings: [finding, finding],
    total: 9,
    machineIds: ['m', 7, null],
    hiddenIds: [3, 'x'],
    thresholds,
    checkedAt,
  }
  expect(normaliseAttention(wire)).toEqual({
    findings: [read],
    total: 9,
    machineIds: ['m', '7'],
    hiddenIds: [3],
    // without `moods`, a kind from a newer server
    thresholds: { hidden: ['payout'], payoutCents: 20_000, creditChangeCents: 300_000 },
    checkedAt,
  })
})

test('missing fields have their defaults, and the total is at least the number of findings shown', () => {
  expect(normaliseAttention({ findings: [{ ...finding, machine: null, limit: undefined }] })).toEqual({
    findings: [{ ...read, machine: null, limit: null }],
    total: 1,
    machineIds: [],
    hiddenIds: [],
    thresholds: DEFAULT_THRESHOLDS,
  })
})

test.each([{ id: 'x' }, { kind: 'moods' }, { since: 'yesterday' }, { user: null }])(
  'a finding with %j is left out',
  (over) => {
    const wire = {
      findings: [
        { ...finding, ...over },
        { ...finding, id: 8 },
      ],
    }
    expect(normaliseAttention(wire)?.findings.map(({ id }) => id)).toEqual([8])
  },
)

test.each([null, 7, [], {}, { findings: {} }])('%j holds no findings', (wire) =>
  expect(normaliseAttention(wire)).toBeNull(),
)

test('a machine can be blocked unless the server says otherwise', () => {
  const machineOf = (blockable: unknown) =>
    normaliseAttention({ findings: [{ ...finding, machine: { id: 'm', name: 'Slot 1', blockable } }] })!
      .findings[0]!.machine
  expect([false, true, undefined].map((blockable) => machineOf(blockable)!.blockable)).toEqual([
    false,
    true,
    true,
  ])
})

test.each([
  [null, null],
  [undefined, undefined],
  ['soon', undefined],
])('a last check at %j is read as %j', (checkedAt, expected) =>
  expect(normaliseAttention({ findings: [], checkedAt })!.checkedAt).toBe(expected),
)
