import { expect, it } from '@jest/globals'
import { finish, forEachInSteps, ITEMS_A_STEP } from './steps'

const numbers = (length: number) => Array.from({ length }, (_, at) => at)

it('does the same with every item, in their order', () => {
  const items = numbers(3 * ITEMS_A_STEP + 1)
  const taken: number[] = []
  finish(forEachInSteps(items, (item) => taken.push(item)))
  expect(taken).toEqual(items)
})

it('takes a break after so many items, and none before', () => {
  const taken: number[] = []
  const steps = forEachInSteps(numbers(2 * ITEMS_A_STEP + 1), (item) => taken.push(item))
  const lengths: number[] = []
  for (const _ of steps) lengths.push(taken.length)
  expect(lengths).toEqual([ITEMS_A_STEP, 2 * ITEMS_A_STEP])
})
