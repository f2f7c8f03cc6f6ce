import { expect, test } from '@jest/globals'
import { watchClock } from './housekeeping'

test('a clock that is set back is reported once, with the seconds; one that is set forward or slows down is not', () => {
  const reported: number[] = []
  let [wall, passed] = [1_000_000, 500]
  const checkClock = watchClock(
    (seconds) => reported.push(seconds),
    () => wall,
    () => passed,
  )
  const after = (wallMs: number, passedMs: number): void => {
    wall += wallMs
    passed += passedMs
    checkClock()
  }
  after(60_000, 60_000)
  // NTP slows a clock down
  after(57_000, 60_000)
  after(3_660_000, 60_000)
  expect(reported).toEqual([])
  after(60_000 - 7_200_000, 60_000)
  expect(reported).toEqual([7200])
  after(60_000, 60_000)
  expect(reported).toEqual([7200])
})
