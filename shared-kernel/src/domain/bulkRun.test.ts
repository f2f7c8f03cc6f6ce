import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  countsOf,
  describeCounts,
  newRun,
  nextBatch,
  withResults,
  withSent,
  type BulkResult,
} from './bulkRun'

/** The outcome of one change that is sent: whether it is made, and which answer the page gets. */
type Outcome = 'done' | 'refused' | 'not begun' | 'lost before' | 'lost after'
const outcomes = fc.array(
  fc.constantFrom<Outcome>('done', 'refused', 'not begun', 'lost before', 'lost after'),
  {
    minLength: 1,
    maxLength: 20,
  },
)

describe('a bulk run', () => {
  test('makes each change at most once, and reports each outcome correctly, whatever the server does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        outcomes,
        (count, max, plan) => {
          const ids = Array.from({ length: count }, (_, index) => index)
          const made = new Map<number, number>()
          const rejected = new Set<number>()
          let sent = 0
          let run = newRun(ids)
          for (let round = 0; round < 100; round += 1) {
            const batch = nextBatch(run, max) as number[]
            if (batch.length === 0) break
            const before = run
            run = withSent(run, batch)
            const results = new Map<number, BulkResult>()
            for (const id of batch) {
              // after the plan there are no faults, so a continued run finishes
              const outcome = plan[sent] ?? 'done'
              sent += 1
              // a server that knows the key answers for a change that it has already made
              const makes = !made.has(id) && (outcome === 'done' || outcome === 'lost after')
              if (makes) made.set(id, (made.get(id) ?? 0) + 1)
              if (outcome === 'done' || (made.has(id) && outcome === 'refused')) results.set(id, 'done')
              else if (outcome === 'refused') {
                rejected.add(id)
                results.set(id, { failed: 'no' })
              } else if (outcome === 'not begun') results.set(id, 'not tried')
            }
            run = withResults(run, before, results)
            for (const [id, { kind }] of run) {
              if (kind === 'done') expect(made.get(id as number)).toBe(1)
              if (kind === 'not tried' || kind === 'failed') expect(made.has(id as number)).toBe(false)
            }
          }
          const counts = countsOf(run)
          expect([counts.unknown, counts['not tried']]).toEqual([0, 0])
          expect([counts.done, counts.failed]).toEqual([made.size, rejected.size])
        },
      ),
    )
  })

  test('is described by its counts', () => {
    expect(describeCounts({ done: 8, failed: 1, unknown: 0, 'not tried': 2 })).toBe(
      '8 done, 1 failed, 2 not tried',
    )
    expect(describeCounts({ done: 0, failed: 0, unknown: 3, 'not tried': 0 })).toBe(
      '0 done, 3 without a known outcome',
    )
  })
})
