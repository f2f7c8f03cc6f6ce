import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { EMPTY_SELECTION, withKeys, withRange, withToggled } from './selection'

const COUNT = 8
const row = fc.nat(COUNT - 1)
type Step = { do: 'toggle' | 'range'; at: number } | { do: 'all' | 'none' } | { do: 'sort'; by: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('toggle' as const, 'range' as const), at: row }),
  fc.record({ do: fc.constantFrom('all' as const, 'none' as const) }),
  fc.record({ do: fc.constant('sort' as const), by: fc.integer({ min: 1, max: COUNT }) }),
)

describe('a selection', () => {
  test('equals a simple list of marks, however rows are chosen and sorted', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let order = Array.from({ length: COUNT }, (_, index) => index)
        let selection = EMPTY_SELECTION
        const marks = order.map(() => false)
        let last: number | null = null
        for (const each of steps) {
          switch (each.do) {
            case 'toggle':
              selection = withToggled(selection, order[each.at]!)
              marks[order[each.at]!] = !marks[order[each.at]!]
              last = order[each.at]!
              break
            case 'range': {
              const to = order[each.at]!
              selection = withRange(selection, to, order)
              if (last === null) marks[to] = !marks[to]
              else {
                const [from, end] = [order.indexOf(last), each.at].sort((a, b) => a - b)
                const mark = marks[last]!
                for (let at = from!; at <= end!; at += 1) marks[order[at]!] = mark
              }
              last = to
              break
            }
            case 'sort':
              order = order.toSorted((a, b) => ((a * each.by) % 11) - ((b * each.by) % 11))
              break
            default:
              selection = withKeys(selection, order, each.do === 'all')
              marks.fill(each.do === 'all')
              if (each.do === 'none') last = null
          }
          expect(marks.map((_, index) => selection.keys.has(index))).toEqual(marks)
        }
      }),
    )
  })

  test('starts a range with a single row if the previous row was deselected with others', () => {
    const chosen = withKeys(withToggled(EMPTY_SELECTION, 5), [1, 2, 3, 4], true)
    const done = withKeys(chosen, [1, 2, 3, 4, 5], false)
    expect([...withRange(done, 7, [1, 2, 3, 4, 5, 6, 7]).keys]).toEqual([7])
  })

  test('starts a range with a single row if the previous row is hidden', () => {
    const one = withToggled(EMPTY_SELECTION, 1)
    expect([...withRange(one, 4, [3, 4, 5]).keys]).toEqual([1, 4])
  })
})
