import { expect, test } from '@jest/globals'
import { connectionsOf, WORK_CLASSES } from './workClass'

const shares = (connections: number) => WORK_CLASSES.map((work) => connectionsOf(work, connections))

test('each class has its share of the connections, rounded down', () =>
  expect(shares(47)).toEqual([17, 5, 9, 4, 7]))
test('each class has at least one connection', () => expect(shares(1)).toEqual([1, 1, 1, 1, 1]))
test('the classes never have more connections in all than there are, from the fewest that may be set', () => {
  const most = Array.from({ length: 1_000 }, (_, index) => index + 5)
  const sum = (connections: number) => shares(connections).reduce((all, share) => all + share)
  expect(most.filter((connections) => sum(connections) > connections)).toEqual([])
})
test('of the 16 that are the default, each class has what api/README.md says', () =>
  expect(shares(16)).toEqual([6, 2, 3, 1, 2]))
