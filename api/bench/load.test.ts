import { describe, expect, test } from '@jest/globals'
import { randomFrom } from '../src/demo/random'
import { judgeMin, judgeMax, drawKind, KINDS, percentile, planCalls } from './load'

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

  test.each([
    [0.99, 99],
    [1, 100],
    [0.5, 50],
  ])('%d of the numbers from 1 to 100 is %d', (share, expected) =>
    expect(percentile(hundred, share)).toBe(expected),
  )

  test.each([
    [[7], 0.99, 7],
    [[1, 2, 300], 0.99, 300],
    // sorted as numbers, not as strings
    [[9, 10, 100], 0.5, 10],
  ])('of %j at %d', (values, share, expected) => expect(percentile(values, share)).toBe(expected))

  test('of no values is NaN', () => expect(percentile([], 0.99)).toBeNaN())
})

describe('the mix of calls', () => {
  const countOf = (kinds: readonly string[], wanted: string): number =>
    kinds.filter((kind) => kind === wanted).length

  test.each([
    ['current', 35],
    ['list', 35],
    ['report', 20],
    ['credit', 10],
  ])('has %s in about %d of a hundred calls', (kind, share) => {
    const random = randomFrom('mix')
    const drawn = Array.from({ length: 20_000 }, () => drawKind(random))
    expect(Math.abs(countOf(drawn, kind) / 200 - share)).toBeLessThan(1)
  })

  test('keeps the proportions when a kind is omitted', () => {
    const random = randomFrom('mix')
    const drawn = Array.from({ length: 20_000 }, () => drawKind(random, ['current', 'credit']))
    expect(countOf(drawn, 'current') + countOf(drawn, 'credit')).toBe(20_000)
    expect(Math.abs(countOf(drawn, 'credit') / 20_000 - 10 / 45)).toBeLessThan(0.01)
  })
})

describe('the plan of calls', () => {
  const plan = planCalls(1_000, 30, 'seed')

  test('is the same for the same seed', () => {
    expect(planCalls(1_000, 30, 'seed')).toEqual(plan)
    expect(planCalls(1_000, 30, 'another')).not.toEqual(plan)
  })

  test('has one call per operator in every ten seconds', () => {
    expect(plan).toHaveLength(3_000)
    for (const start of [0, 10_000, 20_000]) {
      const callers = plan
        .filter(({ at }) => at >= start && at < start + 10_000)
        .map(({ operator }) => operator)
      expect(new Set(callers).size).toBe(1_000)
    }
  })

  test('spreads calls over the whole period, in chronological order', () => {
    const perSecond = Array.from(
      { length: 30 },
      (_, second) => plan.filter(({ at }) => Math.floor(at / 1000) === second).length,
    )
    expect(Math.min(...perSecond)).toBeGreaterThan(60)
    expect(Math.max(...perSecond)).toBeLessThan(150)
    expect(plan.map(({ at }) => at)).toEqual(plan.map(({ at }) => at).sort((one, other) => one - other))
  })

  test('has every kind', () => expect(new Set(plan.map(({ kind }) => kind))).toEqual(new Set(KINDS)))
})

describe('a bar', () => {
  test.each([
    [judgeMax(1.5, 1.5), 'ratio 1.50  bar at most 1.5 x  reached yes'],
    [judgeMax(1.51, 1.5), 'ratio 1.51  bar at most 1.5 x  reached no'],
    [judgeMax(NaN, 10), 'ratio NaN  bar at most 10 x  reached no'],
    [judgeMax(0.64, 1, '400 MB'), 'ratio 0.64  bar at most 400 MB  reached yes'],
    [judgeMin(1, '3000 a second'), 'ratio 1.00  bar at least 3000 a second  reached yes'],
    [judgeMin(0.23, '3000 a second'), 'ratio 0.23  bar at least 3000 a second  reached no'],
  ])('%s', (text, expected) => expect(text).toBe(expected))
})
