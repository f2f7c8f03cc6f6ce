import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-find-postgres-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs the module in Node itself: jest's configuration imports it, so jest does not transform it. */
function findPostgres(path: string, versionsFolder: string): unknown {
  const module = pathToFileURL(join(__dirname, 'findPrograms.mjs')).href
  const code = `import { findPostgres } from '${module}'
    console.log(JSON.stringify(findPostgres(...process.argv.slice(1))))`
  const args = ['--input-type=module', '-e', code, path, versionsFolder]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

function install(name: string): string {
  const bin = join(folder, name)
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'initdb'), '')
  return bin
}

test('findPostgres finds none without server programs, even if the client is installed', () => {
  mkdirSync(join(folder, 'versions', '17', 'bin'), { recursive: true })
  expect(findPostgres('', join(folder, 'versions'))).toBeNull()
  expect(findPostgres(folder, join(folder, 'nowhere'))).toBeNull()
})

test('findPostgres prefers the PATH', () => {
  install('versions/17/bin')
  const own = install('own')
  expect(findPostgres(['/nowhere', own].join(delimiter), join(folder, 'versions'))).toBe(own)
})

test("findPostgres picks the newest of Debian's versions, compared as numbers", () => {
  install('versions/9/bin')
  const newest = install('versions/17/bin')
  expect(findPostgres('', join(folder, 'versions'))).toBe(newest)
})
