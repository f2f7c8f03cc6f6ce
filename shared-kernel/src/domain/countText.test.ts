import { expect, test } from '@jest/globals'
import { counted, countedOf, grouped } from './countText'

test.each<[number, string]>([
  [0, '0 users'],
  [1, '1 user'],
  [2, '2 users'],
  [1_234_567, '1,234,567 users'],
])('%d is %s', (count, text) => expect(counted(count, 'user')).toBe(text))

test.each<[number, number, string]>([
  [0, 1, '0 of 1 game'],
  [1, 2000, '1 of 2,000 games'],
])('%d of %d is %s', (shown, all, text) => expect(countedOf(shown, all, 'game')).toBe(text))

test('thousands are grouped', () => expect([grouped(999), grouped(50_000)]).toEqual(['999', '50,000']))
