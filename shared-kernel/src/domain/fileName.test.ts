import { expect, test } from '@jest/globals'
import { fileNameOf } from './fileName'

test.each<[(string | false | null | undefined)[], string]>([
  [['machines', 'blocked', 'search joe'], 'machines-blocked-search-joe'],
  [['users', false, null, undefined, '', ' / '], 'users'],
  [['External Data', 'Detail', '2026-11-01 to 2026-11-21'], 'external-data-detail-2026-11-01-to-2026-11-21'],
  // what a file system, a shell or a reader would take for something else
  [['users', '../..\\etc:*?"<>|\u0000\u202Egnp'], 'users-etc-gnp'],
  [['users', 'search Ñandú 日本'], 'users-search-ñandú-日本'],
  [['users', 'x'.repeat(60)], `users-${'x'.repeat(40)}`],
])('the file name of %j is %s', (parts, name) => expect(fileNameOf(parts)).toBe(name))

test('a file name has the maximum length of a file system, and no hyphen at the cut', () => {
  const words = Array.from({ length: 4 }, () => 'x'.repeat(40))
  const most = fileNameOf([...words, 'y'.repeat(36)])
  expect(most).toBe(`${[...words, 'y'.repeat(36)].join('-')}`)
  expect(most).toHaveLength(200)
  expect(fileNameOf([...words, 'y'.repeat(35), 'z'])).toBe([...words, 'y'.repeat(35)].join('-'))
})

test('a file name of any text fits a file system, and splits no character', () => {
  const name = fileNameOf(['users', ...Array.from({ length: 9 }, () => '𠮷'.repeat(40))])
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200)
  expect(name).not.toContain('\uFFFD')
  expect(name).toMatch(/^users-𠮷+/u)
})
