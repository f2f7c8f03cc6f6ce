import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { edgeLengths, nextEdge } from './bottomEdge'

const EMPTY = { bar: 0, toasts: 0, below: 0 }

describe('toasts and the selection bar', () => {
  test.each([
    ['nothing', EMPTY, { '--toasts-bottom': 0, '--toasts': 0, '--toasts-above-bar': 0 }],
    ['a toast', nextEdge(EMPTY, { toasts: 48 }), { '--toasts-bottom': 0, '--toasts': 80 }],
    [
      'a toast above a bar',
      nextEdge(nextEdge(EMPTY, { bar: 74 }), { toasts: 48 }),
      { '--toasts-bottom': 82, '--toasts': 0, '--toasts-above-bar': 56 },
    ],
    [
      'a toast after the bar below it has closed',
      nextEdge(nextEdge(nextEdge(EMPTY, { bar: 74 }), { toasts: 48 }), { bar: 0 }),
      { '--toasts-bottom': 82, '--toasts': 138, '--toasts-above-bar': 0 },
    ],
  ])('%s', (_, edge, lengths) => expect(edgeLengths(edge)).toMatchObject(lengths))

  test('do not cover each other, and toasts never move down, after any sequence of changes', () => {
    const change = fc.oneof(
      fc.record({ bar: fc.constantFrom(0, 74, 110, 170) }),
      fc.record({ toasts: fc.constantFrom(0, 48, 104) }),
    )
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        let edge = EMPTY
        for (const each of changes) {
          const before = edge
          edge = nextEdge(edge, each)
          expect(edge.below).toBeGreaterThanOrEqual(edge.bar)
          if (edge.toasts > 0 && before.toasts > 0) expect(edge.below).toBeGreaterThanOrEqual(before.below)
          if (edge.toasts === 0) expect(edge.below).toBe(edge.bar)
          // the reserved space always reaches above the toasts
          const { '--toasts': screen, '--toasts-above-bar': bar } = edgeLengths(edge)
          if (edge.toasts > 0) expect(screen! + bar! + edge.bar).toBeGreaterThan(edge.below + edge.toasts)
        }
      }),
    )
  })
})
