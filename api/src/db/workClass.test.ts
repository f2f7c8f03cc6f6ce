import { expect, test } from '@jest/globals'
import { connectionsOf, WORK_CLASSES } from './workClass'

const shares = (connections: number) => WORK_CLASSES.map((work) => connectionsOf(work, connections))

test('each class has its share of the connections, rounded down', () =>
  expect(shares(47)).toEqual([18, 5, 9, 7, 7]))
test('each class has at least one connection', () => expect(shares(1)).toEqual([1, 1, 1, 1, 1]))
