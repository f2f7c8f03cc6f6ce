import { expect, test } from '@jest/globals'
import { counted, countedOf, grouped, fileNameOf } from './texts'

test.each<[number, string]>([
  [0, '0 users'],
  [1, '1 user'],
  [2, '2 users'],
  [1_234_567, '1,234,567 users'],
])('%d is %s', (count, text) => expect(counted(count, 'user')).toBe(text))

test.each<{ shown: number; all: number; text: string }>([
  { shown: 0, all: 1, text: '0 of 1 game' },
  { shown: 1, all: 2000, text: '1 of 2,000 games' },
])('$shown of $all is $text', ({ shown, all, text }) => expect(countedOf(shown, all, 'game')).toBe(text))

test('thousands are grouped', () => expect([grouped(999), grouped(50_000)]).toEqual(['999', '50,000']))

test.each<[(string | false | null | undefined)[], string]>([
  [['machines', 'blocked', 'search joe'], 'machines-blocked-search-joe'],
  [['users', false, null, undefined, '', ' / '], 'users'],
  [['External Data', 'Detail', '2026-11-01 to 2026-11-21'], 'external-data-detail-2026-11-01-to-2026-11-21'],
  // characters with a special meaning to a file system, a shell or a reader
  [['users', '../..\\etc:*?"<>|\u0000\u202Egnp'], 'users-etc-gnp'],
  [['users', 'search Ñandú 日本'], 'users-search-ñandú-日本'],
  [['users', 'x'.repeat(60)], `users-${'x'.repeat(40)}`],
])('the file name for %j is %s', (parts, name) => expect(fileNameOf(parts)).toBe(name))

test('a file name is cut to 200 characters, without a hyphen at the cut', () => {
  const words = Array.from({ length: 4 }, () => 'x'.repeat(40))
  const longest = fileNameOf([...words, 'y'.repeat(36)])
  expect(longest).toBe(`${[...words, 'y'.repeat(36)].join('-')}`)
  expect(longest).toHaveLength(200)
  expect(fileNameOf([...words, 'y'.repeat(35), 'z'])).toBe([...words, 'y'.repeat(35)].join('-'))
})

test('a file name made from any text fits in 200 bytes, and splits no character', () => {
  const name = fileNameOf(['users', ...Array.from({ length: 9 }, () => '𠮷'.repeat(40))])
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200)
  expect(name).not.toContain('\uFFFD')
  expect(name).toMatch(/^users-𠮷+/u)
})
