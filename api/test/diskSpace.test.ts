import fs from 'node:fs/promises'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { refuseFullDisk, watchDiskSpace } from '../src/db/pglite/diskSpace'
import { CannotStore } from '../src/db/failures'

const MB = 1024 * 1024
const statfs = jest.spyOn(fs, 'statfs')
const free = (megabytes: number): void =>
  void statfs.mockResolvedValue({ bavail: megabytes, bsize: MB } as never)

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('changes are refused below 64 MB of free space, and accepted again from 96 MB', async () => {
  const told: unknown[] = []
  const stop = watchDiskSpace(
    'data',
    async (refuse) => void told.push(refuse),
    (state) => told.push(state),
  )
  for (const megabytes of [64, 63, 10, 95, 96, 64]) {
    free(megabytes)
    await jest.advanceTimersByTimeAsync(1_000)
  }
  expect(told).toEqual([true, { full: true, freeMegabytes: 63 }, false, { full: false, freeMegabytes: 96 }])
  stop()
  free(1)
  await jest.advanceTimersByTimeAsync(5_000)
  expect(told).toHaveLength(4)
})

test('a busy engine is told one second later', async () => {
  const refuse = jest.fn<(refuse: boolean) => Promise<void>>().mockResolvedValue()
  refuse.mockRejectedValueOnce(new Error('The turn did not come in time'))
  const stop = watchDiskSpace('data', refuse, () => undefined)
  free(1)
  await jest.advanceTimersByTimeAsync(3_000)
  expect(refuse.mock.calls).toEqual([[true], [true]])
  stop()
})

test('a start waits for free space', async () => {
  free(64)
  await refuseFullDisk('data')
  free(63)
  await expect(refuseFullDisk('data')).rejects.toMatchObject({
    message: 'DATA_DIR data cannot be used: 63 MB of its disk are free, and 64 MB are needed',
    cause: expect.any(CannotStore),
  })
})
