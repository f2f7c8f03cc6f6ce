import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { bytesIn, writeAtomically } from './files'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('two changes within a second get different modification times', async () => {
  const file = join(folder, 'below', 'index.html')
  const seconds = new Set<number>()
  for (const text of ['one', 'two', 'six']) {
    await writeAtomically(file, text)
    seconds.add(Math.floor(statSync(file).mtimeMs / 1000))
  }
  expect(seconds.size).toBe(3)
  expect(readFileSync(file, 'utf8')).toBe('six')
  expect(readdirSync(join(folder, 'below'))).toEqual(['index.html'])
})

test('a write to a full disk leaves neither an open file nor a partial one', async () => {
  const file = join(folder, 'sessions.json')
  const opened = () => readdirSync('/proc/self/fd').length
  const before = opened()
  for (let time = 0; time < 5; time += 1) {
    symlinkSync('/dev/full', `${file}.new`)
    await expect(writeAtomically(file, 'text')).rejects.toThrow('ENOSPC')
    expect(readdirSync(folder)).toEqual([])
  }
  expect(opened()).toBe(before)
})

test('files that are removed while they are counted, and unfinished folders, do not count', async () => {
  for (const name of ['one', 'two', '.three']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'file.js'), 'text')
  }
  expect(await bytesIn(folder)).toBe(8)
  const counted = bytesIn(folder)
  rmSync(join(folder, 'one'), { recursive: true })
  expect([4, 8]).toContain(await counted)
  expect(await bytesIn(join(folder, 'none'))).toBe(0)
})
