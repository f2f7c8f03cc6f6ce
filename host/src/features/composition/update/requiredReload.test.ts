import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { unsavedStore } from '@console/shared-kernel/host'
import { IDLE_MS, NOTICE_MS, requiredReload } from './requiredReload'

const reload = jest.fn()
let writing = false
let pending: ReturnType<typeof requiredReload>
/** Lets time pass while the user is working. */
function work(ms: number): void {
  for (let passed = 0; passed < ms; passed += 10_000) {
    dispatchEvent(new Event('pointermove'))
    jest.advanceTimersByTime(10_000)
  }
}

beforeEach(() => {
  jest.useFakeTimers()
  reload.mockClear()
  writing = false
  pending = requiredReload({ isWriting: () => writing, reload })
})
afterEach(() => {
  pending.stop()
  unsavedStore.set(false)
  jest.useRealTimers()
  jest.restoreAllMocks()
})

test('happens once, at the next screen change after the announced time', () => {
  work(NOTICE_MS - 10_000)
  pending.screenChanged()
  expect(reload).not.toHaveBeenCalled()
  work(10_000)
  expect(reload).not.toHaveBeenCalled()
  pending.screenChanged()
  jest.advanceTimersByTime(3_600_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('happens after a minute without a key or pointer', () => {
  work(NOTICE_MS)
  jest.advanceTimersByTime(IDLE_MS - 20_000)
  expect(reload).not.toHaveBeenCalled()
  jest.advanceTimersByTime(15_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('happens at once if the tab is hidden by then', () => {
  work(NOTICE_MS)
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(reload).toHaveBeenCalledTimes(1)
})

test.each([
  ['a form has unsaved edits', () => unsavedStore.set(true), () => unsavedStore.set(false)],
  ['something is written', () => (writing = true), () => (writing = false)],
])('does not happen while %s, but does afterwards', (_, begin, over) => {
  begin()
  jest.advanceTimersByTime(NOTICE_MS + 3_600_000)
  pending.screenChanged()
  expect(reload).not.toHaveBeenCalled()
  over()
  jest.advanceTimersByTime(5_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('does not happen once it is no longer required', () => {
  pending.stop()
  jest.advanceTimersByTime(3_600_000)
  pending.screenChanged()
  expect(reload).not.toHaveBeenCalled()
})
