import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { HistoryReturn, LATE_MS } from './historyReturn'

/**
 * The browser's queue of steps: each is relative to the result of the one before, and a step past the ends has no
 * effect.
 */
class Queue {
  steps: number[] = []
  own = 0
  adopted = 0

  at: number
  private readonly length: number

  constructor(at: number, length: number) {
    this.at = at
    this.length = length
  }

  index = () => this.at
  go = (delta: number) => {
    this.own += 1
    this.steps.push(delta)
  }
  adopt = () => {
    this.adopted += 1
  }

  /** @returns whether the browser has moved */
  next(): boolean {
    const to = this.at + (this.steps.shift() ?? 0)
    if (to === this.at || to < 0 || to >= this.length) return false
    this.at = to
    return true
  }
}

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const steps = fc.array(fc.constantFrom(-1, -1, -1, 1, 1, -2, 2), { minLength: 1, maxLength: 6 })

test('the browser ends up at the wanted entry, whatever steps were requested before', () => {
  const places = fc.record({ length: fc.integer({ min: 2, max: 9 }), place: fc.nat(8), steps })
  fc.assert(
    fc.property(places, ({ length, place, steps }) => {
      const wanted = Math.min(place, length - 1)
      const queue = new Queue(wanted, length)
      queue.steps.push(...steps)
      const way = new HistoryReturn(queue)
      const leaked: number[] = []
      let returned = 0
      for (let turns = 0; turns < 100; turns += 1) {
        if (queue.steps.length === 0) {
          if (!way.isUnderWay) break
          // a step past the end is lost
          jest.advanceTimersByTime(1_000)
        }
        if (!queue.next() || way.takes(queue.at)) continue
        // a step of the user: blocked
        if (queue.at === wanted) leaked.push(queue.at)
        way.start(wanted, queue.at)
        way.whenReturned(() => {
          returned += 1
        })
      }
      expect([queue.at, queue.steps, way.isUnderWay, leaked, queue.adopted]).toEqual([
        wanted,
        [],
        false,
        [],
        0,
      ])
      expect(queue.own).toBeLessThanOrEqual(2 * steps.length + 1)
      expect(returned).toBeLessThanOrEqual(steps.length)
    }),
    { numRuns: 300 },
  )
})

test('two quick steps are reverted by two of our own', () => {
  const queue = new Queue(3, 6)
  queue.steps.push(-1, -1)
  const way = new HistoryReturn(queue)
  queue.next()
  way.start(3, queue.at)
  const seen: number[] = []
  while (queue.next()) {
    way.takes(queue.at)
    seen.push(queue.at)
  }
  expect([seen, queue.own]).toEqual([[1, 2, 3], 2])
})

test('a user step that looks like our own does not leave the browser at a later entry', () => {
  const queue = new Queue(3, 6)
  queue.steps.push(-1, 1)
  const way = new HistoryReturn(queue)
  queue.next()
  way.start(3, queue.at)
  while (queue.next()) expect(way.takes(queue.at)).toBe(true)
  expect([queue.at, way.isUnderWay]).toEqual([3, false])
  jest.advanceTimersByTime(LATE_MS)
  expect(way.takes(2)).toBe(false)
})

test('a lost step is repeated after a second; a second later the current entry becomes the wanted one', () => {
  const queue = new Queue(2, 3)
  const way = new HistoryReturn(queue)
  const run = jest.fn()
  way.start(3, 2)
  way.whenReturned(run)
  jest.advanceTimersByTime(1_000)
  expect([queue.own, queue.adopted, way.isUnderWay]).toEqual([2, 0, true])
  jest.advanceTimersByTime(1_000)
  expect([queue.own, queue.adopted, way.isUnderWay]).toEqual([2, 1, false])
  expect(run).toHaveBeenCalledTimes(1)
})

test('a page that is shown again at the wanted entry stops waiting', () => {
  const queue = new Queue(3, 6)
  const way = new HistoryReturn(queue)
  const run = jest.fn()
  way.start(3, 2)
  way.whenReturned(run)
  way.check()
  expect([way.isUnderWay, run.mock.calls.length, queue.own]).toEqual([false, 1, 1])
  jest.advanceTimersByTime(2_000)
  expect(queue.own).toBe(1)
})
