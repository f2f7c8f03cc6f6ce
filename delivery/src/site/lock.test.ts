import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { withLock } from './files'

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-lock-'))
  lock = join(folder, 'site', 'change.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a process that waits for the lock says so, and gives up after a while', async () => {
  const error = jest.spyOn(console, 'error').mockReturnValue()
  await withLock(lock, 'ana', async () => {
    const second = withLock(lock, 'eva', () => undefined, { waitMs: 2_200 })
    await expect(second).rejects.toThrow(
      /^Another change .* \(ana, since \S+; its lock is taken over after 15 s .*\), and did not finish within 2\.2 s\. Try/,
    )
  })
  expect(error.mock.calls).toEqual([[expect.stringMatching(/^Another change .*: waiting up to 2\.2 s/)]])
  error.mockRestore()
})

test('the lock of a process that has ended is taken over', async () => {
  mkdirSync(dirname(lock))
  writeFileSync(lock, 'eva\n20\nof a process that was killed')
  expect(await withLock(lock, 'ana', () => 'done')).toBe('done')
})

test('a process that lost its lock detects it before its next change, and does not remove the new lock', async () => {
  const work = withLock(lock, 'ana', (assertHeld) => {
    assertHeld()
    writeFileSync(lock, 'eva')
    assertHeld()
  })
  await expect(work).rejects.toThrow('The lock was lost, and nothing more was changed.')
  expect(readFileSync(lock, 'utf8')).toBe('eva')
})

test('failed work releases the lock', async () => {
  await expect(withLock(lock, 'ana', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(lock)).toBe(false)
})
