import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { offsetOf, rowToHold, scrollToOffset, nearestKept, type Viewport } from './useHeldRow'

const rowKey = (row: number) => row
const HEIGHT = 400
const ROW = 44

/** Row changes, by another session or as the rest of a list arrives; `at` is a fraction of its length. */
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
/** Actions of the user in between. */
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

/** The space above the list: none in a frame, some on a page. */
const ORIGIN = fc.constantFrom(0, 0, 190)

test('the row under the pointer or with the focus stays in place, whatever changes in the list', () => {
  let held = 0
  const steps = fc.array(fc.tuple(LOOK, CHANGE), { maxLength: 12 })
  fc.assert(
    fc.property(ORIGIN, fc.nat(80), steps, (origin, size, steps) => {
      let rows: readonly number[] = Array.from({ length: size }, (_, row) => row)
      const minTop = 0 - origin
      let viewport: Viewport = { top: minTop, before: 0, after: 0, origin, rowHeight: ROW, height: HEIGHT }
      for (const [{ scrolled, pointer, focused }, change] of steps) {
        const maxTop = (of: Viewport, count: number) =>
          Math.max(minTop, of.before + count * ROW + of.after - HEIGHT)
        const range = maxTop(viewport, rows.length) - minTop
        viewport = { ...viewport, top: minTop + Math.round(scrolled * range) }
        const next = changed(rows, change)
        const index = rowToHold({ viewport, count: rows.length, pointer, focused })
        const kept = index === null ? null : nearestKept(rows, { rows: next, rowKey }, index)
        const was = rows
        rows = next
        if (index === null || kept === null) {
          // nothing to hold: behaves as the browser does
          viewport = { ...viewport, before: 0, after: 0 }
          viewport = { ...viewport, top: Math.min(viewport.top, maxTop(viewport, rows.length)) }
          continue
        }
        // the row itself, if it remains
        if (next.includes(was[index]!)) expect(kept.from).toBe(index)
        expect(next[kept.to]).toBe(was[kept.from])
        const offset = offsetOf(kept.from, viewport)
        const exactly = pointer !== null || focused !== null
        const scroll = scrollToOffset(offset, kept.to, { count: rows.length, viewport, exactly })
        viewport = { ...viewport, ...scroll }
        if (exactly) expect(offsetOf(kept.to, viewport)).toBe(offset)
        // what the browser would not do: scroll beyond either end
        expect(viewport.top).toBeGreaterThanOrEqual(minTop)
        expect(viewport.top).toBeLessThanOrEqual(maxTop(viewport, rows.length))
        // no more space than is needed
        if (viewport.before > 0) expect(viewport.top).toBe(minTop)
        if (viewport.after > 0) expect(viewport.top).toBe(maxTop(viewport, rows.length))
        held += 1
      }
    }),
    { numRuns: 300 },
  )
  expect(held).toBeGreaterThan(300)
})

const SIGHT: Viewport = { top: 100, before: 0, after: 0, origin: 0, rowHeight: ROW, height: HEIGHT }
test.each([
  ['the row under the pointer', { pointer: 0, focused: 5 }, 2],
  ['the row with the focus', { pointer: null, focused: 5 }, 5],
  ['the first row in the viewport', { pointer: null, focused: null }, 3],
  ['the first row in the viewport, not a focused one outside it', { pointer: null, focused: 50 }, 3],
  ['the row with the focus if the pointer is on the header', { pointer: -3, focused: 5 }, 5],
])('the held row is %s', (_, over, index) => {
  expect(rowToHold({ viewport: SIGHT, count: 80, ...over })).toBe(index)
})

test('a list at its top shows new rows', () => {
  expect(rowToHold({ viewport: { ...SIGHT, top: 0 }, count: 80, pointer: null, focused: null })).toBeNull()
})

test('the nearest remaining row replaces a deleted one', () => {
  const before = [1, 2, 3, 4, 5]
  expect(nearestKept(before, { rows: [9, 1, 2, 4, 5], rowKey }, 2)).toEqual({ from: 3, to: 3 })
  expect(nearestKept(before, { rows: [9, 9, 1], rowKey }, 2)).toEqual({ from: 0, to: 2 })
  expect(nearestKept(before, { rows: [9], rowKey }, 2)).toBeNull()
})
