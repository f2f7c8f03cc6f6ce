import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { Steps } from '../contracts/steps'
import { inSlices } from './inSlices'

/** Work of so many steps, each of which takes the clock a millisecond on. */
function* counting(steps: number, at: { now: number }): Steps<string> {
  for (let step = 0; step < steps; step += 1) {
    at.now += 1
    yield
  }
  return 'done'
}

function withClock() {
  const at = { now: 0 }
  jest.spyOn(performance, 'now').mockImplementation(() => at.now)
  return at
}

describe('work in slices', () => {
  afterEach(() => void jest.restoreAllMocks())

  it('answers what it returns, and lets other tasks run in between', async () => {
    const at = withClock()
    const turns: number[] = []
    const interval = setInterval(() => turns.push(at.now), 0)
    await expect(inSlices(counting(1000, at))).resolves.toBe('done')
    clearInterval(interval)
    expect(turns.length).toBeGreaterThan(3)
  })

  it.each([
    ['user-visible', 8],
    ['background', 4],
  ] as const)('of %p work none takes longer than %i ms', async (priority, most) => {
    const at = withClock()
    const tasks = jest.spyOn(globalThis, 'setTimeout')
    await inSlices(counting(1000, at), undefined, priority)
    // a last one finds that all is done
    expect(tasks).toHaveBeenCalledTimes(1000 / most + 1)
  })

  it('ends with what it throws', async () => {
    const failing = function* (): Steps<never> {
      yield
      throw new Error('broken')
    }
    await expect(inSlices(failing())).rejects.toThrow('broken')
  })

  it('stops where nobody wants it any longer', async () => {
    const at = withClock()
    const leaving = new AbortController()
    const leftAfterTwenty = function* (): Steps<string> {
      for (const _ of counting(1000, at)) {
        if (at.now === 20) leaving.abort(new Error('left'))
        yield
      }
      return 'done'
    }
    await expect(inSlices(leftAfterTwenty(), leaving.signal)).rejects.toThrow('left')
    expect(at.now).toBeGreaterThanOrEqual(20)
    expect(at.now).toBeLessThan(200)
  })

  it('begins in a task of its own', async () => {
    const at = withClock()
    const work = inSlices(counting(100, at))
    await Promise.resolve()
    expect(at.now).toBe(0)
    await work
    expect(at.now).toBe(100)
  })
})
