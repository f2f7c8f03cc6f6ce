import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { Refusal } from '../refusal'
import { writeWhole } from './files'
import { lockedBy, withLock } from './lock'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('two changes within a second are told apart by the time that web servers look at', () => {
  const file = join(folder, 'below', 'index.html')
  const seconds = ['one', 'two', 'six'].map((text) => {
    writeWhole(file, text)
    return Math.floor(statSync(file).mtimeMs / 1000)
  })
  expect(new Set(seconds).size).toBe(3)
  expect(readFileSync(file, 'utf8')).toBe('six')
  expect(readdirSync(join(folder, 'below'))).toEqual(['index.html'])
})

test('who loses the lock to somebody else is told before it counts, and leaves it to the other', async () => {
  const file = join(folder, 'lock')
  const other = { pid: process.pid, machine: 'elsewhere', who: 'eva', since: 'today', token: 'other' }
  const work = withLock(file, 'ana', (assertHeld) => {
    expect(lockedBy(file)).toMatch(/^ana has been changing it since /)
    writeWhole(file, JSON.stringify(other))
    assertHeld()
  })
  await expect(work).rejects.toThrow(Refusal)
  expect(lockedBy(file)).toBe('eva has been changing it since today')
})

test('work that fails gives the lock back', async () => {
  const file = join(folder, 'lock')
  await expect(withLock(file, 'ana', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(lockedBy(file)).toBeNull()
})
