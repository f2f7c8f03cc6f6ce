import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { inputHash } from './inputHash'

let root: string
function write(path: string, content: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
const hash = () => inputHash(root, ['app', 'kernel/src', 'lock.json'])

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inputs-'))
  write('app/src/main.ts', 'a')
  write('kernel/src/core.ts', 'b')
  write('lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

test.each([
  ['a changed file', 'app/src/main.ts', 'x'],
  ['a changed kernel', 'kernel/src/core.ts', 'x'],
  ['a changed lockfile', 'lock.json', '{ }'],
  ['a new file', 'app/src/deep/er/new.ts', ''],
])('%s changes the hash', (_, path, content) => {
  const before = hash()
  write(path, content)
  expect(hash()).not.toBe(before)
})

test.each([
  'app/dist/main.js',
  'app/dist-alone/main.js',
  'app/node_modules/x/index.js',
  'app/src/main.test.ts',
  'app/src/Main.test.tsx',
  'app/tsconfig.tsbuildinfo',
  'app/README.md',
  'app/.DS_Store',
  'kernel/other.ts',
])('%s does not change the hash', (path) => {
  const before = hash()
  write(path, 'x')
  expect(hash()).toBe(before)
})

test('a renamed file, a removed one, or content moved between files changes the hash', () => {
  const seen = [hash()]
  rmSync(join(root, 'app/src/main.ts'))
  seen.push(hash())
  write('app/src/other.ts', 'a')
  seen.push(hash())
  write('app/src/other.ts', 'b')
  write('kernel/src/core.ts', 'a')
  seen.push(hash())
  rmSync(join(root, 'lock.json'))
  seen.push(hash())
  expect(new Set(seen).size).toBe(seen.length)
})

test('the order of the inputs does not matter', () => {
  expect(inputHash(root, ['lock.json', 'kernel/src', 'app'])).toBe(hash())
})
