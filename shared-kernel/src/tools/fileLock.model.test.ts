import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { type FileLock, takeFileLock } from './fileLock'

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-lock-'))
  lock = join(folder, 'change.lock')
})
afterEach(() => {
  jest.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** A minimal model of the lock: three processes take their steps in any order. */
class Model {
  owner: number | null = null
  holds = [false, false, false]
  private heartbeat = 0
  private readonly waits = [0, 1, 2].map(() => ({ seen: -1, silent: 0, settles: false }))

  /** A waiter polls the lock. */
  poll(who: number): void {
    const wait = this.waits[who]!
    if (wait.settles || this.owner === null) {
      const isOwn = !wait.settles || this.owner === who
      wait.settles = false
      if (!isOwn) return this.owner === null ? this.poll(who) : this.watch(who)
      this.own(who)
      this.holds[who] = true
      wait.seen = -1
    } else this.watch(who)
  }

  private watch(who: number): void {
    const wait = this.waits[who]!
    if (wait.seen !== this.heartbeat) wait.silent = 0
    wait.seen = this.heartbeat
    if (wait.silent === POLLS) {
      this.own(who)
      Object.assign(wait, { seen: -1, silent: 0, settles: true })
    } else wait.silent += 1
  }

  private own(who: number): void {
    if (this.owner === who) return
    this.owner = who
    this.heartbeat += 1
  }

  /** @returns whether it may write */
  renew(who: number): boolean {
    if (this.owner === who) this.heartbeat += 1
    else this.holds[who] = false
    return this.holds[who]!
  }

  release(who: number): void {
    if (this.owner === who) this.owner = null
    this.holds[who] = false
  }
}
/** A waiter takes the lock over after this many polls, 50 ms apart, without a heartbeat. */
const POLLS = 3

test('in any order of steps, only one process has the lock, and loses it only by staying silent', async () => {
  // each heartbeat and each pause is a step, so that no timing is random
  jest.spyOn(globalThis, 'setInterval').mockReturnValue({ unref: () => undefined } as never)
  jest.spyOn(Math, 'random').mockReturnValue(0)
  const step = fc.record({
    who: fc.nat(2),
    does: fc.constantFrom('look', 'look', 'look', 'look', 'look', 'renew', 'release'),
  })
  let losses = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 150 }), async (steps) => {
      rmSync(lock, { force: true })
      const model = new Model()
      const held = [0, 1, 2].map(() => null as FileLock | null)
      const resumes = [0, 1, 2].map(() => null as (() => void) | null)
      const waits = [false, false, false]
      for (const { who, does } of steps) {
        if (does !== 'look' && held[who]) {
          if (does === 'release') {
            held[who].release()
            model.release(who)
            held[who] = null
          } else {
            const may = held[who].renew()
            expect(may).toBe(model.renew(who))
            if (!may) {
              losses += 1
              held[who] = null
            }
          }
        } else if (does === 'look' && !held[who]) {
          model.poll(who)
          if (waits[who]) resumes[who]?.()
          else {
            waits[who] = true
            const pause = () => new Promise<void>((resolve) => (resumes[who] = resolve))
            void takeFileLock(lock, String(who), { beatMs: 30, waitMs: 1e9, pause }).then((own) => {
              waits[who] = false
              held[who] = own
            })
          }
          await new Promise((resolve) => setImmediate(resolve))
        }
        expect(held.map(Boolean)).toEqual(model.holds)
      }
    }),
    { numRuns: 40 },
  )
  expect(losses).toBeGreaterThan(10)
})
