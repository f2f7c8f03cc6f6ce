import { describe, expect, it, jest } from '@jest/globals'
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
  it('answers what it returns, and lets other tasks run in between', async () => {
    const at = withClock()
    const turns: number[] = []
    const interval = setInterval(() => turns.push(at.now), 0)
    await expect(inSlices(counting(1000, at))).resolves.toBe('done')
    clearInterval(interval)
    expect(turns.length).toBeGreaterThan(3)
    jest.restoreAllMocks()
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
    const work = inSlices(counting(1000, at), leaving.signal)
    leaving.abort(new Error('left'))
    await expect(work).rejects.toThrow('left')
    expect(at.now).toBeLessThan(200)
    jest.restoreAllMocks()
  })
})
