import { expect, test } from '@jest/globals'
import { oneAtATime } from './oneAtATime'

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('calls during a run cause one more run, and runs never overlap', async () => {
  const ends: (() => void)[] = []
  const ask = oneAtATime(() => new Promise((resolve) => ends.push(resolve)))
  for (let times = 0; times < 3; times += 1) ask()
  expect(ends).toHaveLength(1)
  ends[0]!()
  await settle()
  expect(ends).toHaveLength(2)
  ends[1]!()
  await settle()
  expect(ends).toHaveLength(2)
  ask()
  expect(ends).toHaveLength(3)
})
