import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { heldLock, LockBusy, type LockOptions, takeFileLock } from './fileLock'

/** The holder's heartbeat interval. After five missed beats, others may take the lock over. */
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

test('waiting processes get the lock one after the other, and it is removed after the last', async () => {
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

describe('a lock is taken over once its heartbeat has stopped for long enough', () => {
  test.each([
    ['if its holder has ended', () => leave()],
    ['if its time is in the future because a clock was wrong', () => (leave(), utimesSync(lock, 0, 1e10))],
    ['if its time is long past', () => (leave(), utimesSync(lock, 0, 0))],
    ['if an older version wrote it', () => leave('{"pid":1}')],
    ['if it is a folder', () => mkdirSync(lock)],
    ['if a fault left it empty', () => leave('')],
    ['if it is a dangling link', () => symlinkSync('nowhere', lock)],
  ])('%s', async (_, leaveBehind) => {
    leaveBehind()
    const begun = performance.now()
    const held = await take()
    expect(performance.now() - begun).toBeGreaterThanOrEqual(5 * BEAT_MS)
    held.release()
    expect(readdirSync(folder)).toEqual([])
  })

  test("after its holder's limit, whatever the waiter's limit is", async () => {
    leave(`eva\n${3 * BEAT_MS}\nx`)
    const begun = performance.now()
    ;(await take()).release()
    expect(performance.now() - begun).toBeGreaterThanOrEqual(15 * BEAT_MS)
  })

  test('and a newer lock that was moved away by mistake is put back', async () => {
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

  test('by only one of several waiters', async () => {
    leave()
    const all = await Promise.allSettled([take(), take(), take()])
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const one of all) if (one.status === 'fulfilled') one.value.release()
  })
})

describe('a holder whose heartbeat continues keeps the lock', () => {
  const heartbeats = (next: (at: number) => number) => {
    let at = 0
    const timer = setInterval(() => utimesSync(lock, 0, next((at += 1))), BEAT_MS)
    return () => clearInterval(timer)
  }
  test.each([
    ['while its clock advances', (at: number) => 1_000_000 + at],
    ['while its clock runs backwards', (at: number) => 1_000_000 - 60 * at],
  ])('%s', async (_, next) => {
    // the ID of a process that has ended, on a host with the same name, as in another container of a pod
    leave(`process 999999 on ${process.env['HOSTNAME']}\n${BEAT_MS}\nx`)
    const stop = heartbeats(next)
    await expect(take()).rejects.toThrow(LockBusy)
    await expect(take({ waitMs: 10 * BEAT_MS })).rejects.toThrow(LockBusy)
    stop()
  })

  test('even if its clock stands still', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(0)
    const held = await takeFileLock(lock, 'eva', SHORT)
    await expect(take()).rejects.toThrow(LockBusy)
    now.mockRestore()
    held.release()
  })

  test("and the lock's time follows the clock, for earlier versions, and always increases", async () => {
    const held = await takeFileLock(lock, 'eva', { beatMs: 60_000 })
    const now = Date.now() / 1000
    for (const [at, next] of [
      [now - 100, now],
      [now + 100, now + 102],
    ] as const) {
      utimesSync(lock, at, at)
      held.renew()
      expect(statSync(lock).mtimeMs / 1000 - next).toBeGreaterThan(-0.01)
    }
    held.release()
  })

  test('and a waiting process reports its wait once', async () => {
    const held = await takeFileLock(lock, 'eva', SHORT)
    const waits: unknown[] = []
    await expect(take({ waitMs: 2_300, onWait: (wait) => waits.push(wait) })).rejects.toThrow('eva')
    expect(waits).toEqual([{ holder: 'eva', silentMs: expect.any(Number), limitMs: 5 * BEAT_MS }])
    held.release()
  })
})

describe('a lost lock', () => {
  test('is reported once, and left to its new holder', async () => {
    const onLost = jest.fn()
    const held = await take({ onLost })
    leave()
    expect([held.renew(), held.renew()]).toEqual([false, false])
    await sleep(3 * BEAT_MS)
    held.release()
    expect(onLost).toHaveBeenCalledTimes(1)
    expect(readFileSync(lock, 'utf8')).toMatch(/^eva/)
  })

  test('is noticed by the heartbeat too, even if it was only removed', async () => {
    const lost = new Promise<string>((resolve) => void take({ onLost: resolve }).then(() => rmSync(lock)))
    await lost
  })

  test('is reported if no heartbeat could be written for as long as others wait for one', async () => {
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
    'is noticed before the next write after a pause that only %s has measured',
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
    const nextLine = async () => String((await once(child.stdout, 'data'))[0]).trim()
    expect(await nextLine()).toBe('held')
    child.kill('SIGSTOP')
    return { child, nextLine, resume: () => child.kill('SIGCONT') }
  }

  test('continues if no other process has taken the lock', async () => {
    const { child, nextLine, resume } = await paused()
    await sleep(1_500)
    resume()
    child.stdin.write('write\n')
    expect(await nextLine()).toBe('written')
    await expect(take()).rejects.toThrow(LockBusy)
  })

  test('stops before its next write if another process has taken the lock', async () => {
    const { child, nextLine, resume } = await paused()
    const held = await take()
    child.stdin.write('write\n')
    resume()
    expect(await nextLine()).toBe('lost')
    expect(held.renew()).toBe(true)
    held.release()
  })

  test('also stops if that process has ended in the meantime', async () => {
    const { child, nextLine, resume } = await paused()
    ;(await take()).release()
    child.stdin.write('write\n')
    resume()
    expect(await nextLine()).toBe('lost')
  })
})
