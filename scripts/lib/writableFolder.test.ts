import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { requireWritableFolder } from './writableFolder'

const folder = mkdtempSync(join(tmpdir(), 'console-writable-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a missing folder is made with those above it', () => {
  const made = join(folder, 'one', 'two')
  requireWritableFolder(made, { mode: 0o700 })
  expect(statSync(made).mode & 0o777).toBe(0o700)
  requireWritableFolder(made)
})

test('a file in its place is refused, and so is one above it', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => requireWritableFolder(file, { wayOut: 'Take another.' })).toThrow(
    `${file} cannot be written: there is a file in its place. Take another.`,
  )
  expect(() => requireWritableFolder(join(file, 'below'))).toThrow(
    `${file} cannot be written: there is a file in its place.`,
  )
})

test('where the system allows no folder it is refused at once', () => {
  expect(() => requireWritableFolder('/proc/foo/bar')).toThrow(/^\/proc(\/foo)? cannot be \w+: \w/)
})
