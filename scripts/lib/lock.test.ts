import { expect, test } from '@jest/globals'
import { isAlive, lockHolder } from './lock'

const ours = (pid: unknown) => JSON.stringify({ id: 'x', pid, host: 'here', processStart: null })
const theirs = JSON.stringify({ pid: 7, host: 'there' })

test.each([
  ['a living process', ours(7), 0, 7],
  ['a living process that was suspended', ours(7), 60_000, 7],
  ['a dead process', ours(8), 0, undefined],
  ['another machine, just now', theirs, 1000, 7],
  ['another machine, long ago', theirs, 60_000, undefined],
  ['an empty file', '', 0, undefined],
  ['null', 'null', 0, undefined],
  ['no process', ours(undefined), 0, undefined],
  ['a group of processes', ours(-1), 0, undefined],
])('lockHolder: %s', (_, content, ageMs, holder) => {
  expect(lockHolder(content, { host: 'here', ageMs, isAlive: (pid) => pid === 7 })).toBe(holder)
})

test('isAlive: this process is, one beyond every limit is not', () => {
  expect(isAlive(process.pid)).toBe(true)
  expect(isAlive(2 ** 30)).toBe(false)
})
