import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { offsetOf, rowToHold, scrollToOffset, survivorOf, type Sight } from './scrollAnchor'

const rowKey = (row: number) => row
const HEIGHT = 400
const ROW = 44

/** What another session or the rest of a list does to the rows; places are parts of the list's length. */
const CHANGE = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    count: fc.nat(60),
  }),
  fc.record({
    kind: fc.constant('remove' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    count: fc.nat(60),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    count: fc.nat(60),
  }),
)
/** And what its user does in between. */
const LOOK = fc.record({
  scrolled: fc.double({ min: 0, max: 1, noNaN: true }),
  pointer: fc.option(fc.nat(HEIGHT + 50)),
  focused: fc.option(fc.nat(80)),
})

let nextRow = 1_000
function changed(
  rows: readonly number[],
  { kind, at, count }: typeof CHANGE extends fc.Arbitrary<infer T> ? T : never,
) {
  const index = Math.floor(at * rows.length)
  if (kind === 'insert')
    return rows.toSpliced(index, 0, ...Array.from({ length: count }, () => (nextRow += 1)))
  if (kind === 'remove') return rows.toSpliced(index, count)
  const taken = rows.slice(index, index + count)
  return [...taken, ...rows.toSpliced(index, count)]
}

test('the row under the pointer or with the focus stays in place for any changes of the list', () => {
  let held = 0
  fc.assert(
    fc.property(fc.nat(80), fc.array(fc.tuple(LOOK, CHANGE), { maxLength: 12 }), (size, steps) => {
      let rows: readonly number[] = Array.from({ length: size }, (_, row) => row)
      let sight: Sight = { top: 0, before: 0, after: 0, rowHeight: ROW, height: HEIGHT }
      for (const [{ scrolled, pointer, focused }, change] of steps) {
        const most = (of: Sight, count: number) => Math.max(0, of.before + count * ROW + of.after - HEIGHT)
        sight = { ...sight, top: Math.round(scrolled * most(sight, rows.length)) }
        const next = changed(rows, change)
        const index = rowToHold({ sight, count: rows.length, pointer, focused })
        const survivor = index === null ? null : survivorOf(rows, { rows: next, rowKey }, index)
        const was = rows
        rows = next
        if (index === null || survivor === null) {
          // nothing to hold by: as the browser does
          sight = { ...sight, before: 0, after: 0 }
          sight = { ...sight, top: Math.min(sight.top, most(sight, rows.length)) }
          continue
        }
        // the row itself where it is left
        if (next.includes(was[index]!)) expect(survivor.from).toBe(index)
        expect(next[survivor.to]).toBe(was[survivor.from])
        const offset = offsetOf(survivor.from, sight)
        const exactly = pointer !== null || focused !== null
        const scroll = scrollToOffset(offset, survivor.to, { count: rows.length, sight, exactly })
        sight = { ...sight, ...scroll }
        if (exactly) expect(offsetOf(survivor.to, sight)).toBe(offset)
        // what the browser would not do: scroll further than there is, or less than nothing
        expect(sight.top).toBeGreaterThanOrEqual(0)
        expect(sight.top).toBeLessThanOrEqual(most(sight, rows.length))
        // no more room than is needed
        if (sight.before > 0) expect(sight.top).toBe(0)
        if (sight.after > 0) expect(sight.top).toBe(most(sight, rows.length))
        held += 1
      }
    }),
    { numRuns: 300 },
  )
  expect(held).toBeGreaterThan(300)
})

const SIGHT: Sight = { top: 100, before: 0, after: 0, rowHeight: ROW, height: HEIGHT }
test.each([
  ['the row under the pointer', { pointer: 0, focused: 5 }, 2],
  ['the row with the focus', { pointer: null, focused: 5 }, 5],
  ['the first row in sight', { pointer: null, focused: null }, 3],
  ['the first row in sight, not one with the focus that is out of it', { pointer: null, focused: 50 }, 3],
  ['the row with the focus where the pointer is on the head', { pointer: -3, focused: 5 }, 5],
])('the held row is %s', (_, over, index) => {
  expect(rowToHold({ sight: SIGHT, count: 80, ...over })).toBe(index)
})

test('a list at its top shows new rows', () => {
  expect(rowToHold({ sight: { ...SIGHT, top: 0 }, count: 80, pointer: null, focused: null })).toBeNull()
})

test('the nearest remaining row replaces a deleted one', () => {
  const before = [1, 2, 3, 4, 5]
  expect(survivorOf(before, { rows: [9, 1, 2, 4, 5], rowKey }, 2)).toEqual({ from: 3, to: 3 })
  expect(survivorOf(before, { rows: [9, 9, 1], rowKey }, 2)).toEqual({ from: 0, to: 2 })
  expect(survivorOf(before, { rows: [9], rowKey }, 2)).toBeNull()
})
