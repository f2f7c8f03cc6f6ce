import { expect, test } from '@jest/globals'
import { Limiter, WaitedTooLong } from './limiter'

/** Lets pending promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a fixed number of tasks run at a time, and the others wait in order', async () => {
  const limiter = new Limiter(2)
  const [begun, ends]: [number[], (() => void)[]] = [[], []]
  const all = [0, 1, 2, 3].map((index) =>
    limiter.run(async () => {
      begun.push(index)
      await new Promise<void>((resolve) => (ends[index] = resolve))
      return index
    }),
  )
  await settle()
  expect([begun, limiter.waiting]).toEqual([[0, 1], 2])
  ends[1]!()
  await settle()
  expect([begun, limiter.waiting]).toEqual([[0, 1, 2], 1])
  for (const index of [0, 2]) ends[index]!()
  await settle()
  ends[3]!()
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
})

test('a failed task frees its place, and its error is passed on', async () => {
  const limiter = new Limiter(1)
  const [failed, next] = [limiter.run(() => Promise.reject(new Error('failed'))), limiter.run(() => 'next')]
  await expect(failed).rejects.toThrow('failed')
  expect(await next).toBe('next')
  for (const task of [1, 2, 3]) expect(await limiter.run(() => task)).toBe(task)
})

test('a task that has waited too long does not run, but those behind it do', async () => {
  const limiter = new Limiter(1, 50)
  let end = (): void => undefined
  const first = limiter.run(() => new Promise<void>((resolve) => (end = resolve)))
  const ran: string[] = []
  await expect(limiter.run(() => ran.push('late'))).rejects.toThrow(WaitedTooLong)
  const second = limiter.run(() => ran.push('in time'))
  end()
  await Promise.all([first, second])
  expect([ran, limiter.waiting]).toEqual([['in time'], 0])
})

test('each of two places is released once, however often its holder leaves', async () => {
  const limiter = new Limiter(2, 50)
  const [first] = [await limiter.enter(), await limiter.enter()]
  const waiting = [limiter.enter(), limiter.enter()]
  first()
  first()
  const leave = await waiting[0]!
  await expect(waiting[1]).rejects.toThrow(WaitedTooLong)
  leave()
  leave()
  const last = await limiter.enter()
  await expect(limiter.enter(0)).rejects.toThrow(WaitedTooLong)
  last()
  expect(await limiter.run(() => 'free')).toBe('free')
})

test('a place that becomes free right after the end of the wait is passed to the next task', async () => {
  const limiter = new Limiter(1, 20)
  const leave = await limiter.enter()
  const [late, next] = [limiter.enter(20), limiter.enter(60_000)]
  // past its deadline, but before its timer could fire
  for (const deadline = performance.now() + 40; performance.now() < deadline;);
  leave()
  ;(await late)()
  ;(await next)()
  expect(await limiter.run(() => 'free')).toBe('free')
})
