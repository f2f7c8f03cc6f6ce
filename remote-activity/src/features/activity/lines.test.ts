import { describe, expect, test } from '@jest/globals'
import type { Activity } from '@console/shared-kernel/contracts'
import {
  allCredit,
  bulkLines,
  differenceOf,
  type Line,
  ownersOf,
  singleLines,
  sumsByKind,
  targetOf,
  whatOfLine,
} from './lines'

const CALL = '00000000-0000-4000-8000-0000000000ff'
const machine = (id: number, ownerName = 'olga') => ({
  ...{ type: 'machine', userId: 6, machineId: `m${id}` },
  ...{ name: `Slot ${id}`, ownerName },
})
const credit = (id: number, cents: number, over: Partial<Activity> = {}): Activity => ({
  id,
  at: '2026-11-29T08:00:00Z',
  kind: 'machine.credit',
  requestId: CALL,
  actor: { userId: 1, userName: 'ana' },
  subject: machine(id),
  before: { creditCents: 1_000, version: 1 },
  after: { creditCents: 1_000 + cents, version: 2 },
  reason: null,
  reverts: null,
  ...over,
})
const keys = (lines: readonly Line[]) => lines.map(({ key, rows }) => [key, rows.length])
const KEY = `${CALL} machine.credit`

describe('lines', () => {
  const other = credit(8, 100, { requestId: null })
  const rows = [credit(9, 2_500), other, credit(7, 2_500), credit(6, -1_000, { kind: 'machine.create' })]

  test('a bulk change is one line, in the place of its newest row, even if other rows lie between its rows', () =>
    expect(keys(bulkLines(rows, [], false))).toEqual([
      [KEY, 2],
      [8, 1],
      [6, 1],
    ]))

  test('a bulk change expands to its rows', () => {
    const lines = bulkLines(rows, [KEY], false)
    expect(keys(lines)).toEqual([
      [KEY, 2],
      [9, 1],
      [7, 1],
      [8, 1],
      [6, 1],
    ])
    expect(lines.map(({ place }) => place.level)).toEqual([1, 2, 2, 1, 1])
    expect(lines.map(({ place }) => place.expanded)).toEqual([true, null, null, null, null])
    expect(lines.map(({ place: { position, siblings } }) => [position, siblings])).toEqual([
      [1, 3],
      [1, 2],
      [2, 2],
      [2, 3],
      [3, 3],
    ])
  })

  test('lines list those of their rows that no other row reverts', () => {
    const withRevert = [credit(12, -2_500, { requestId: null, reverts: 7 }), ...rows]
    const unreverted = (lines: readonly Line[]) => lines.map((line) => line.unreverted.map(({ id }) => id))
    expect(unreverted(bulkLines(withRevert, [KEY], false))).toEqual([[12], [9], [9], [], [8], [6]])
    expect(unreverted(singleLines(withRevert))).toEqual([[12], [9], [8], [], [6]])
  })

  test('each row is a line if bulk changes are not grouped', () =>
    expect(keys(singleLines(rows))).toEqual(rows.map(({ id }) => [id, 1])))
})

describe('a line shows', () => {
  const lineOf = (...rows: [Activity, ...Activity[]]): Line => ({ ...singleLines(rows)[0]!, rows })
  const many = lineOf(credit(1, 2_500), credit(2, -500, { subject: machine(2, 'eva') }))
  const noName = () => undefined

  test('how many targets it has, with their kind if all have the same', () => {
    expect(targetOf(lineOf(credit(1, 1)))).toBe('Slot 1')
    expect(targetOf(many)).toBe('2 machines')
    const user = { ...machine(3), type: 'user', machineId: null, name: 'eva' }
    expect(targetOf(lineOf(credit(1, 1), credit(2, 1, { subject: user })))).toBe('2 changes')
  })

  test('that a filter may have hidden some of its targets', () => {
    const [line, single] = bulkLines(
      [credit(3, 1), credit(2, 1), credit(1, 1, { requestId: null })],
      [],
      true,
    )
    expect(targetOf(line!)).toBe('2 machines that match')
    expect(targetOf(single!)).toBe('Slot 1')
  })

  test('what was done, or the kind if its rows differ', () => {
    const block = (id: number, before: boolean) =>
      credit(id, 0, { kind: 'machine.block', before: { blocked: before }, after: { blocked: true } })
    expect(whatOfLine(lineOf(block(2, true), block(1, true)))).toBe('Machine block changed')
    expect(whatOfLine(lineOf(block(2, true), block(1, false)))).toBe('Machine blocked')
  })

  test('its owner, or the number of owners', () => {
    expect(ownersOf(lineOf(credit(1, 1), credit(2, 1)), noName)).toBe('olga')
    expect(ownersOf(many, noName)).toBe('2 owners')
    const unnamed = credit(1, 1, { subject: machine(1, '') })
    expect(ownersOf(lineOf(unnamed), (id) => `user ${id}`)).toBe('user 6')
    expect(ownersOf(lineOf(credit(1, 1, { subject: null })), noName)).toBe('')
  })

  test('the sum of the credit that it moved, and no sum for other changes', () => {
    expect(differenceOf(many.rows)).toBe(2_000)
    expect(differenceOf([credit(1, 1, { kind: 'machine.config' })])).toBeNull()
    expect(differenceOf([credit(1, 1, { before: null })])).toBeNull()
  })
})

test('the sums of a shift are grouped by the wording of a change, with money in and out kept apart', () => {
  const block = (id: number, is_blocked: boolean) =>
    credit(id, 0, { kind: 'user.update', before: { is_blocked: !is_blocked }, after: { is_blocked } })
  const rows = [credit(5, 2_500), block(4, true), credit(3, -500), block(2, false), credit(1, 0)]
  expect(sumsByKind(rows)).toEqual([
    { what: 'Credit changed', count: 3, added: 2_500, taken: -500 },
    { what: 'User blocked', count: 1, added: null, taken: null },
    { what: 'User unblocked', count: 1, added: null, taken: null },
  ])
})

test('the total credit of a shift is summed if credit was both changed and reverted', () => {
  const made = [credit(3, 2_500), credit(2, -500)]
  const reverted = credit(4, -2_500, { reverts: 3 })
  expect(allCredit(sumsByKind(made))).toBeNull()
  expect(allCredit(sumsByKind([reverted, ...made]))).toEqual({
    what: 'All credit',
    count: 3,
    added: 2_500,
    taken: -3_000,
  })
})
