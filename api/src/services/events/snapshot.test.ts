import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { hasSeen, isLater, readSnapshot } from './snapshot'

const read = (text: string) => {
  const snapshot = readSnapshot(text)
  if (!snapshot) throw new Error(`${text} is no snapshot`)
  return snapshot
}

test.each([
  ...['5:5:', '5:9:6', '5:9:5,6,8', '750123456789:750123456790:'],
  // any number of transactions may be open
  `5:9999999:${Array.from({ length: 2_000 }, (_, index) => 100 + index).join()}`,
])('%s is parsed', (text) => expect(read(text).text).toBe(text))

test.each([
  ...['', '5', '5:9', '5:9:6,', '5:9:,6', '5:9:6:7', ' 5:9:', '5:9:\n', '-5:9:', '5:x:', '0x5:9:'],
  // PostgreSQL rejects these
  ...['0:9:', '9:5:', '5:9:4', '5:9:9', '5:9:8,6', '5:9999999999999999999:'],
])('%j is not a snapshot', (text) => expect(readSnapshot(text)).toBeNull())

describe('a snapshot of 5:9:6,8', () => {
  const snapshot = read('5:9:6,8')
  test.each([
    [4n, true],
    [5n, true],
    [6n, false],
    [7n, true],
    [8n, false],
    [9n, false],
    [10n, false],
  ])('has seen transaction %s: %s', (xid, expected) => expect(hasSeen(snapshot, xid)).toBe(expected))
})

/** Transactions begin in the order of their numbers, and end in any order. */
const history = fc.array(fc.oneof(fc.constant('begin' as const), fc.nat({ max: 5 })), { maxLength: 60 })

test('the later of two snapshots has seen more, and compares as later', () => {
  fc.assert(
    fc.property(history, (steps) => {
      const running: bigint[] = []
      const ended: bigint[] = []
      let next = 100n
      const readNow = () => read(`${running[0] ?? next}:${next}:${running.join()}`)
      const looks = [{ snapshot: readNow(), seen: 0 }]
      for (const step of steps) {
        if (step === 'begin') running.push(next++)
        else ended.push(...running.splice(step, 1))
        looks.push({ snapshot: readNow(), seen: ended.length })
      }
      for (const { snapshot, seen } of looks) {
        expect(ended.filter((xid) => hasSeen(snapshot, xid))).toEqual(ended.slice(0, seen))
        expect(running.some((xid) => hasSeen(snapshot, xid))).toBe(false)
      }
      for (let index = 1; index < looks.length; index += 1) {
        const [before, after] = [looks[index - 1]!.snapshot, looks[index]!.snapshot]
        expect(isLater(before, after)).toBe(false)
        expect(isLater(after, before)).toBe(after.text !== before.text)
      }
    }),
  )
})
