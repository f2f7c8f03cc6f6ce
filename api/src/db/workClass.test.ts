import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { connectionsOf, WORK_CLASSES } from './workClass'

const shares = (connections: number) => WORK_CLASSES.map((work) => connectionsOf(work, connections))

test('each class has its share of the connections, rounded down', () =>
  expect(shares(47)).toEqual([17, 5, 9, 4, 7]))
test('each class has at least one connection', () => expect(shares(5)).toEqual([1, 1, 1, 1, 1]))
test('the shares never add up to more than all connections, and fewer connections than classes are rejected', () =>
  fc.assert(
    fc.property(fc.oneof(fc.nat(64), fc.nat(9_999_999)), (connections) => {
      if (connections < WORK_CLASSES.length) return expect(() => shares(connections)).toThrow(RangeError)
      return expect(shares(connections).reduce((sum, share) => sum + share)).toBeLessThanOrEqual(connections)
    }),
    { numRuns: 1_000 },
  ))
test('the default of 16 connections is divided as api/README.md states', () =>
  expect(shares(16)).toEqual([6, 2, 3, 1, 2]))
