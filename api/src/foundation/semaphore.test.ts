import { expect, test } from '@jest/globals'
import { Semaphore } from './semaphore'

/** Lets everything go on that can. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a fixed number of tasks run at a time, and the others wait in order', async () => {
  const semaphore = new Semaphore(2)
  const [begun, ends]: [number[], (() => void)[]] = [[], []]
  const all = [0, 1, 2, 3].map((index) =>
    semaphore.run(async () => {
      begun.push(index)
      await new Promise<void>((resolve) => (ends[index] = resolve))
      return index
    }),
  )
  await settle()
  expect([begun, semaphore.waiting]).toEqual([[0, 1], 2])
  ends[1]!()
  await settle()
  expect([begun, semaphore.waiting]).toEqual([[0, 1, 2], 1])
  for (const index of [0, 2]) ends[index]!()
  await settle()
  ends[3]!()
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
})

test('a failed task frees its place, and its error is returned', async () => {
  const semaphore = new Semaphore(1)
  await expect(semaphore.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await semaphore.run(async () => 'next')).toBe('next')
})

test('a free place stays free until a task needs it', async () => {
  const semaphore = new Semaphore(1)
  for (const task of [1, 2, 3]) expect(await semaphore.run(async () => task)).toBe(task)
  void semaphore.acquire()
  void semaphore.acquire()
  await settle()
  expect(semaphore.waiting).toBe(1)
})
