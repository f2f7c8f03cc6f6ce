import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

let root: string
const at = (path: string) => join(root, path)
const STAMP = 'node_modules/.console-lock-hash'

function write(path: string, content: string, minutesAgo: number) {
  writeFileSync(at(path), content)
  const time = Date.now() / 1000 - minutesAgo * 60
  utimesSync(at(path), time, time)
}

/** In Node itself: the module is plain JavaScript, which must run before anything is installed. */
function isInstallNeeded(): boolean {
  const module = pathToFileURL(join(__dirname, 'install.mjs')).href
  const code = `import { isInstallNeeded } from '${module}'; console.log(isInstallNeeded(process.argv[1]))`
  return (
    execFileSync(process.execPath, ['--input-type=module', '-e', code, root], { encoding: 'utf8' }) ===
    'true\n'
  )
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'))
  mkdirSync(at('node_modules'))
  write('package-lock.json', '{}', 10)
})
afterEach(() => rmSync(root, { recursive: true }))

test('packages are installed without node_modules', () => {
  rmSync(at('node_modules'), { recursive: true })
  expect(isInstallNeeded()).toBe(true)
})

test('packages are installed after an interrupted install', () => {
  expect(isInstallNeeded()).toBe(true)
})

test('packages are installed if they are older than the lockfile', () => {
  write('node_modules/.package-lock.json', '{}', 20)
  expect(isInstallNeeded()).toBe(true)
})

test('nothing is installed after a manual install, even if the lockfile is touched', () => {
  write('node_modules/.package-lock.json', '{}', 5)
  expect(isInstallNeeded()).toBe(false)
  expect(readFileSync(at(STAMP), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  write('package-lock.json', '{}', 0)
  expect(isInstallNeeded()).toBe(false)
  write('package-lock.json', '{"other":1}', 0)
  expect(isInstallNeeded()).toBe(true)
})

test('nothing is installed after a release, which changes only versions of workspaces', () => {
  const lock = (kernel: string, library: string) =>
    JSON.stringify({
      packages: {
        '': { name: 'root', version: '1.0.0' },
        kernel: { version: kernel, dependencies: { library: '^1.0.0' } },
        delivery: { version: '1.0.0', dependencies: { '@console/kernel': kernel } },
        'node_modules/library': { version: library },
      },
    })
  write('package-lock.json', lock('2.0.0', '1.0.0'), 10)
  write('node_modules/.package-lock.json', '{}', 5)
  expect(isInstallNeeded()).toBe(false)
  write('package-lock.json', lock('2.1.0', '1.0.0'), 0)
  expect(isInstallNeeded()).toBe(false)
  write('package-lock.json', lock('2.1.0', '1.1.0'), 0)
  expect(isInstallNeeded()).toBe(true)
})

/** The install of `root` in a process of its own, with this script instead of npm. */
function install(npm: string) {
  mkdirSync(at('bin'))
  writeFileSync(at('bin/npm'), `#!/bin/sh\n${npm}`, { mode: 0o755 })
  const module = pathToFileURL(join(__dirname, 'install.mjs')).href
  const code = `import { installWhereNeeded } from '${module}'
    process.exit((await installWhereNeeded(process.argv[1])) ? 0 : 3)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, root], {
    env: { ...process.env, PATH: `${at('bin')}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  const ended = once(child, 'close').then(([exitCode]) => ({ exitCode: exitCode as number | null, output }))
  return { child, ended }
}

test('an install says how many seconds it took, and is not needed again', async () => {
  const { exitCode, output } = await install(`echo noise; touch "${at('node_modules/.package-lock.json')}"`)
    .ended
  expect(output).toMatch(/^Installing the dependencies \(npm ci\) \.\.\.\nInstalled in \d+ s\.\n$/)
  expect([exitCode, isInstallNeeded()]).toEqual([0, false])
})

test('a failed install prints what npm has printed', async () => {
  const { exitCode, output } = await install('echo no space left >&2; exit 7').ended
  expect(output).toContain('no space left\n\nThe install failed: npm ci ended with 7.\n')
  expect([exitCode, isInstallNeeded()]).toEqual([3, true])
})

test('an install that is stopped ends when npm has removed what it had begun', async () => {
  const { child, ended } = install(`
    trap 'sleep 1; touch "${at('removed')}"; exit 130' TERM
    touch "${at('begun')}"
    while true; do sleep 0.05; done`)
  while (!existsSync(at('begun'))) await sleep(20)
  child.kill('SIGTERM')
  const { exitCode, output } = await ended
  expect([exitCode, existsSync(at('removed'))]).toEqual([3, true])
  expect(output).toContain('Stopping the install')
})
