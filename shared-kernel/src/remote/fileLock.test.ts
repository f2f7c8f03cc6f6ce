import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { heldLock, LockBusy, type LockOptions, takeFileLock } from './fileLock'

/** Of the holder; five of them without a sign of life are the end. */
const BEAT_MS = 40
const SHORT = { beatMs: BEAT_MS }
const HOLDER = join(__dirname, '..', '..', 'testing', 'holdLock.ts')

let folder: string
let lock: string
let children: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-lock-'))
  lock = join(folder, 'change.lock')
  children = []
})
afterEach(() => {
  jest.restoreAllMocks()
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const leave = (content = `eva\n${BEAT_MS}\nx`) => writeFileSync(lock, content)
const take = (options: LockOptions = {}) => takeFileLock(lock, 'ana', { ...SHORT, ...options })

test('several that wait get the lock one after the other, and it is gone after the last', async () => {
  const order: string[] = []
  const work = async (name: string) => {
    const held = await takeFileLock(lock, name, { waitMs: 10_000 })
    order.push(`${name} begins`)
    await sleep(10)
    order.push(`${name} ends`)
    held.release()
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(work))
  expect(order).toHaveLength(8)
  for (let at = 0; at < 8; at += 2) expect(order[at + 1]).toBe(order[at]!.replace('begins', 'ends'))
  expect(readdirSync(folder)).toEqual([])
})

describe('a lock is taken over once its heartbeat was seen unchanged', () => {
  test.each([
    ['of a holder that has ended', () => leave()],
    ['whose time is in the future, because a clock was wrong', () => (leave(), utimesSync(lock, 0, 1e10))],
    ['whose time is long past', () => (leave(), utimesSync(lock, 0, 0))],
    ['that an older version wrote', () => leave('{"pid":1}')],
    ['that was a folder', () => mkdirSync(lock)],
    ['that a fault left empty', () => leave('')],
  ])('%s', async (_, left) => {
    left()
    const begun = performance.now()
    const held = await take()
    expect(performance.now() - begun).toBeGreaterThanOrEqual(5 * BEAT_MS)
    held.release()
    expect(readdirSync(folder)).toEqual([])
  })

  test('after the time that its holder needs, whatever the one who waits would need', async () => {
    leave(`eva\n${3 * BEAT_MS}\nx`)
    const begun = performance.now()
    ;(await take()).release()
    expect(performance.now() - begun).toBeGreaterThanOrEqual(15 * BEAT_MS)
  })

  test('and a newer one that was moved away with it is put back', async () => {
    leave()
    const { renameSync } = fs
    jest.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
      // another waiter was quicker
      leave(`eva\n60000\nnewer`)
      renameSync(from, to)
    })
    await expect(take({ waitMs: 10 * BEAT_MS })).rejects.toThrow(LockBusy)
    expect(readFileSync(lock, 'utf8')).toMatch('newer')
    expect(readdirSync(folder)).toEqual(['change.lock'])
  })

  test('by one of several that wait', async () => {
    leave()
    const all = await Promise.allSettled([take(), take(), take()])
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const one of all) if (one.status === 'fulfilled') one.value.release()
  })
})

describe('a holder that gives signs of life keeps the lock', () => {
  const beating = (next: (at: number) => number) => {
    let at = 0
    const timer = setInterval(() => utimesSync(lock, 0, next((at += 1))), BEAT_MS)
    return () => clearInterval(timer)
  }
  test.each([
    ['while its clock goes', (at: number) => 1_000_000 + at],
    ['while its clock goes back', (at: number) => 1_000_000 - 60 * at],
  ])('%s', async (_, next) => {
    // the number of a process that has ended, on a host of the same name, as in another container of a pod
    leave(`process 999999 on ${process.env['HOSTNAME']}\n${BEAT_MS}\nx`)
    const stop = beating(next)
    await expect(take()).rejects.toThrow(LockBusy)
    await expect(take({ waitMs: 10 * BEAT_MS })).rejects.toThrow(LockBusy)
    stop()
  })

  test('though its clock stands still', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(0)
    const held = await takeFileLock(lock, 'eva', SHORT)
    await expect(take()).rejects.toThrow(LockBusy)
    now.mockRestore()
    held.release()
  })

  test('and one that waits says so once', async () => {
    const held = await takeFileLock(lock, 'eva', SHORT)
    const waits: unknown[] = []
    await expect(take({ waitMs: 2_300, onWait: (wait) => waits.push(wait) })).rejects.toThrow('eva')
    expect(waits).toEqual([{ holder: 'eva', silentMs: expect.any(Number), limitMs: 5 * BEAT_MS }])
    held.release()
  })
})

describe('a lost lock', () => {
  test('is reported once, and left to the one who has it', async () => {
    const onLost = jest.fn()
    const held = await take({ onLost })
    leave()
    expect([held.keep(), held.keep()]).toEqual([false, false])
    await sleep(3 * BEAT_MS)
    held.release()
    expect(onLost).toHaveBeenCalledTimes(1)
    expect(readFileSync(lock, 'utf8')).toMatch(/^eva/)
  })

  test('is noticed by the heartbeat too, also where it was only removed', async () => {
    const lost = new Promise<string>((resolve) => void take({ onLost: resolve }).then(() => rmSync(lock)))
    await lost
  })

  test('is reported where its heartbeat cannot be written for as long as others wait for it', async () => {
    const times = jest.spyOn(fs, 'utimesSync').mockImplementation(() => {
      throw new Error('EROFS: read-only file system')
    })
    let held: Awaited<ReturnType<typeof take>> | undefined
    const why = await new Promise<string>((resolve) => {
      void take({ onLost: resolve }).then((own) => (held = own))
    })
    expect(why).toBe('its heartbeat cannot be written (EROFS: read-only file system)')
    times.mockRestore()
    held?.release()
  })

  test.each(['Date', 'performance'])(
    'is noticed by the write after a pause that only %s has seen',
    (clock) => {
      const now = jest.spyOn(clock === 'Date' ? Date : performance, 'now').mockReturnValue(1e6)
      leave()
      const held = heldLock(lock, readFileSync(lock, 'utf8'))
      expect(held.isHeld()).toBe(true)
      leave('another')
      now.mockReturnValue(1e6 + BEAT_MS)
      expect(held.isHeld()).toBe(false)
      now.mockRestore()
    },
  )
})

test('a full disk leaves no lock that others would wait for', async () => {
  const write = jest.spyOn(fs, 'writeFileSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  await expect(take()).rejects.toThrow('ENOSPC')
  write.mockRestore()
  expect(existsSync(lock)).toBe(false)
})

describe('a holder that is paused for longer than the limit', () => {
  async function paused() {
    const env = { ...process.env, LOCK_BEAT_MS: '200' }
    const child = spawn(process.execPath, ['--import', 'tsx', HOLDER, lock], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    children.push(child)
    const says = async () => String((await once(child.stdout, 'data'))[0]).trim()
    expect(await says()).toBe('held')
    child.kill('SIGSTOP')
    return { child, says, goOn: () => child.kill('SIGCONT') }
  }

  test('goes on, if nobody took the lock meanwhile', async () => {
    const { child, says, goOn } = await paused()
    await sleep(1_500)
    goOn()
    child.stdin.write('write\n')
    expect(await says()).toBe('written')
    await expect(take()).rejects.toThrow(LockBusy)
  })

  test('stops before its next write, if another process took it', async () => {
    const { child, says, goOn } = await paused()
    const held = await take()
    child.stdin.write('write\n')
    goOn()
    expect(await says()).toBe('lost')
    expect(held.keep()).toBe(true)
    held.release()
  })

  test('stops too if that process has ended meanwhile', async () => {
    const { child, says, goOn } = await paused()
    ;(await take()).release()
    child.stdin.write('write\n')
    goOn()
    expect(await says()).toBe('lost')
  })
})

/** The lock in a few lines: three processes of which one makes its next step, in any order. */
class Model {
  owner: number | null = null
  holds = [false, false, false]
  private sign = 0
  private readonly waits = [0, 1, 2].map(() => ({ seen: -1, silent: 0, settles: false }))

  /** A waiter looks at the lock. */
  look(who: number): void {
    const wait = this.waits[who]!
    if (wait.settles || this.owner === null) {
      const isOwn = !wait.settles || this.owner === who
      wait.settles = false
      if (!isOwn) return this.owner === null ? this.look(who) : this.watch(who)
      this.own(who)
      this.holds[who] = true
      wait.seen = -1
    } else this.watch(who)
  }

  private watch(who: number): void {
    const wait = this.waits[who]!
    if (wait.seen !== this.sign) wait.silent = 0
    wait.seen = this.sign
    if (wait.silent === LOOKS) {
      this.own(who)
      Object.assign(wait, { seen: -1, silent: 0, settles: true })
    } else wait.silent += 1
  }

  private own(who: number): void {
    if (this.owner === who) return
    this.owner = who
    this.sign += 1
  }

  /** @returns whether it may write */
  keep(who: number): boolean {
    if (this.owner === who) this.sign += 1
    else this.holds[who] = false
    return this.holds[who]!
  }

  release(who: number): void {
    if (this.owner === who) this.owner = null
    this.holds[who] = false
  }
}
/** Of 50 ms each, without a sign of life. */
const LOOKS = 3

test('in any order of steps one at a time has the lock, and loses it by silence alone', async () => {
  // neither the heartbeat nor the length of a pause is left to chance: each is a step
  jest.spyOn(globalThis, 'setInterval').mockReturnValue({ unref: () => undefined } as never)
  jest.spyOn(Math, 'random').mockReturnValue(0)
  const step = fc.record({
    who: fc.nat(2),
    does: fc.constantFrom('look', 'look', 'look', 'look', 'look', 'keep', 'release'),
  })
  let losses = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 150 }), async (steps) => {
      rmSync(lock, { force: true })
      const model = new Model()
      const held = [0, 1, 2].map(() => null as Awaited<ReturnType<typeof take>> | null)
      const goOn = [0, 1, 2].map(() => null as (() => void) | null)
      const waits = [false, false, false]
      for (const { who, does } of steps) {
        if (does !== 'look' && held[who]) {
          if (does === 'release') {
            held[who].release()
            model.release(who)
            held[who] = null
          } else {
            const may = held[who].keep()
            expect(may).toBe(model.keep(who))
            if (!may) {
              losses += 1
              held[who] = null
            }
          }
        } else if (does === 'look' && !held[who]) {
          model.look(who)
          if (waits[who]) goOn[who]?.()
          else {
            waits[who] = true
            const pause = () => new Promise<void>((resolve) => (goOn[who] = resolve))
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
