import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

let root: string
const at = (path: string) => join(root, path)

const write = (path: string, content: unknown) => writeFileSync(at(path), JSON.stringify(content))

/** A lock file as npm writes it, with a package for another platform. */
const locked = (library: string, workspace = '1.0.0') => ({
  packages: {
    '': { version: '1.0.0' },
    kernel: { version: workspace },
    'node_modules/@console/kernel': { resolved: 'kernel', link: true },
    'node_modules/library': { version: library },
    'node_modules/library-of-windows': { version: library, optional: true },
  },
})

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'))
  for (const folder of ['bin', 'node_modules', 'scripts']) mkdirSync(at(folder))
  cpSync(join(__dirname, 'install.mjs'), at('scripts/install.mjs'))
  write('package.json', { engines: { node: '>=20.19' } })
  write('package-lock.json', locked('1.1.0'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Runs the script with this command instead of npm. */
function install(npm = 'echo "$@"', ...folder: string[]) {
  writeFileSync(at('bin/npm'), `#!/bin/sh\n${npm}`, { mode: 0o755 })
  const PATH = `${at('bin')}:${process.env['PATH']}`
  const options = { encoding: 'utf8', env: { ...process.env, PATH } } as const
  const { status, stdout } = spawnSync(process.execPath, [at('scripts/install.mjs'), ...folder], options)
  return { status, run: /^(.*) --include=dev/m.exec(stdout)?.[1] }
}

test('packages are installed if there are none, and after an interrupted install', () => {
  expect(install()).toEqual({ status: 0, run: 'ci' })
  rmSync(at('node_modules'), { recursive: true })
  expect(install()).toEqual({ status: 0, run: 'ci' })
})

test.each([
  ['where they are older than the lock file', locked('1.0.0'), 'install --no-save'],
  ['not where they are those of the lock file', locked('1.1.0'), undefined],
  ['not after a release, which changes only versions of workspaces', locked('1.1.0', '0.9.0'), undefined],
])('packages are installed %s', (_, { packages }, run) => {
  const { 'node_modules/library-of-windows': _windows, ...there } = packages
  write('node_modules/.package-lock.json', { packages: there })
  expect(install()).toEqual({ status: 0, run })
})

test('a folder outside the workspaces has its own packages', () => {
  mkdirSync(at('scripts/tools'))
  expect(install('echo "$@"', 'scripts/tools')).toEqual({ status: 0, run: 'ci' })
  mkdirSync(at('scripts/tools/node_modules'))
  write('scripts/tools/package-lock.json', locked('1.1.0'))
  write('scripts/tools/node_modules/.package-lock.json', locked('1.0.0'))
  expect(install('echo "$@"', 'scripts/tools')).toEqual({ status: 0, run: 'install --no-save' })
})

test('a failed install fails the command, and prints the reason even if the command is silent', () => {
  expect(install('exit 7').status).toBe(7)
  expect(install('case "$*" in *--loglevel=error*) exit 8; esac').status).toBe(8)
})

test('an older Node is rejected by the engines of package.json', () => {
  write('package.json', { engines: { node: '>=99.1' } })
  expect(install()).toEqual({ status: 1 })
})

test('each root command installs packages first, or starts with a command that does', () => {
  const manifest = readFileSync(join(__dirname, '../package.json'), 'utf8')
  const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> }
  const isReady = (name: string): boolean => {
    const first = /^npm (?:run --silent )?([\w:-]+)/.exec(scripts[name] ?? '')?.[1]
    const installs = /^node scripts\/install\.mjs/.test(scripts[`pre${name}`] ?? '')
    return installs || (first !== undefined && isReady(first))
  }
  const commands = Object.keys(scripts).filter((name) => !/^pre/.test(name))
  // only run by other commands, which have installed the packages
  expect(commands.filter((name) => !isReady(name))).toEqual(['build:api'])
})
