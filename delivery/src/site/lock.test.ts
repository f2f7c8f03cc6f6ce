import { spawnSync } from 'node:child_process'
import fs, {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { STALE_MS, withLock } from './lock'

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-lock-'))
  lock = join(folder, 'change.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('several processes get the lock one after the other', async () => {
  const order: string[] = []
  const work = (name: string) =>
    withLock(lock, name, async () => {
      order.push(`${name} begins`)
      await sleep(20)
      order.push(`${name} ends`)
    })
  await Promise.all(['a', 'b', 'c', 'd'].map(work))
  expect(order).toHaveLength(8)
  for (let at = 0; at < 8; at += 2) expect(order[at + 1]).toBe(order[at]!.replace('begins', 'ends'))
  expect(existsSync(lock)).toBe(false)
})

test('a process that waits too long is refused, with the name of the owner', async () => {
  await withLock(lock, 'ana', async () => {
    const second = withLock(lock, 'eva', () => undefined, 300)
    await expect(second).rejects.toThrow(
      /^Another change is under way \(ana, since .*did not finish within 0\.3 s/,
    )
  })
})

test('the lock of a dead process on any machine is taken over', async () => {
  writeFileSync(lock, 'a runner that is gone')
  const past = new Date(Date.now() - STALE_MS - 1_000)
  utimesSync(lock, past, past)
  expect(await withLock(lock, 'ana', () => 'done', 0)).toBe('done')
})

test('the lock of a dead process on this machine is taken over at once', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(lock, `a runner that is gone\n${hostname()} ${pid}\nx`)
  expect(await withLock(lock, 'ana', () => 'done', 0)).toBe('done')
})

test.each([
  ['of another machine', () => `another-machine ${spawnSync(process.execPath, ['--version']).pid}`],
  ['that is still there', () => `${hostname()} ${process.pid}`],
])('the lock of a process %s is not taken over', async (_, holder) => {
  writeFileSync(lock, `eva\n${holder()}\nx`)
  await expect(withLock(lock, 'ana', () => 'done', 0)).rejects.toThrow('Another change is under way (eva)')
})

test('a process that waits for a silent owner prints when it will take over', async () => {
  writeFileSync(lock, 'eva')
  const past = new Date(Date.now() - 10_000)
  utimesSync(lock, past, past)
  await expect(withLock(lock, 'ana', () => 'done', 0)).rejects.toThrow(
    'Another change is under way (eva, without a sign of life for 10 s (taken over after 15 s))',
  )
})

test('a process that lost its lock is told before it changes anything, and does not remove the new lock', async () => {
  const work = withLock(lock, 'ana', (assertHeld) => {
    assertHeld()
    writeFileSync(lock, 'eva')
    assertHeld()
  })
  await expect(work).rejects.toThrow('The lock was lost, and nothing more was changed.')
  expect(readFileSync(lock, 'utf8')).toBe('eva')
})

const isFresh = () => Date.now() - statSync(lock).mtimeMs < STALE_MS
function grow(): void {
  const past = new Date(Date.now() - STALE_MS - 1_000)
  utimesSync(lock, past, past)
}

test('work that starves its heartbeat keeps the lock unless another process has it', () =>
  withLock(lock, 'ana', (assertHeld) => {
    grow()
    assertHeld()
    expect(isFresh()).toBe(true)
  }))

test('a heartbeat keeps the lock during long work', async () => {
  jest.useFakeTimers()
  const working = withLock(lock, 'ana', async () => {
    grow()
    await jest.advanceTimersByTimeAsync(3_000)
    expect(isFresh()).toBe(true)
  })
  await working
  jest.useRealTimers()
})

test('failed work releases the lock', async () => {
  await expect(withLock(lock, 'ana', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(lock)).toBe(false)
})

test('a full disk leaves no lock that the next change would wait for', async () => {
  const write = jest.spyOn(fs, 'writeFileSync').mockImplementation((file, _, options) => {
    if (typeof file !== 'number') fs.closeSync(fs.openSync(String(file), (options as { flag: string }).flag))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  await expect(withLock(lock, 'ana', () => 'done', 0)).rejects.toThrow('ENOSPC')
  write.mockRestore()
  expect(await withLock(lock, 'ana', () => 'done', 0)).toBe('done')
})
