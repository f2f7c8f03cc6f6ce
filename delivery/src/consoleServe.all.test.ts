import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { serveRemote, type Serving } from './localServers/serveBuilds'

// each test starts a process, which takes seconds on a busy machine
jest.setTimeout(30_000)

const folder = mkdtempSync(join(tmpdir(), 'console-serve-'))
const root = join(folder, 'dist')
let other: Serving

beforeAll(async () => {
  mkdirSync(root)
  writeFileSync(join(root, 'release.json'), '{}')
  writeFileSync(join(folder, 'package.json'), '{"name":"@console/remote-strange"}')
  other = await serveRemote({ root, port: 0 })
})
afterAll(async () => {
  await other.close()
  rmSync(folder, { recursive: true })
})

/** Runs the command in a package's folder until it exits, and stops it once it is ready. */
function consoleServe(args: string[], env: Record<string, string> = {}) {
  const command = join(__dirname, '..', 'bin', 'console-serve.mjs')
  const child = spawn(process.execPath, [command, ...args], { cwd: folder, env: { ...process.env, ...env } })
  let output = ''
  const take = (part: Buffer) => {
    output += String(part)
    if (output.includes('ready')) child.kill('SIGTERM')
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
}

test('prints its address when it is ready, and exits with 0 when it is stopped', async () => {
  const { code, output } = await consoleServe(['remote', '--port', '0'])
  expect(output).toMatch(/^console-serve ready http:\/\/localhost:\d+\n$/)
  expect(code).toBe(0)
})

test('prints its usage', async () => {
  const { code, output } = await consoleServe(['--help'])
  expect(output).toMatch(/^Usage:/)
  expect(code).toBe(0)
})

test.each<{ title: string; args: () => string[]; env: Record<string, string>; message: RegExp }>([
  {
    title: 'a port that is taken',
    args: () => ['remote', '--port', String(other.port)],
    env: {},
    message: /^Port \d+ is in use\.\n$/,
  },
  {
    title: 'a missing folder',
    args: () => ['remote', '--port', '0', '--root', 'none'],
    env: {},
    message: /none: build it first\.\n$/,
  },
  {
    title: 'a package without a port',
    args: () => ['remote'],
    env: {},
    message: /^The package in this folder has no default port/,
  },
  { title: 'an invalid PORT', args: () => ['remote'], env: { PORT: 'x' }, message: /^PORT must be/ },
  {
    title: 'an invalid --port',
    args: () => ['remote', '--port', 'x'],
    env: {},
    message: /^--port must be/,
  },
  { title: 'no command', args: () => ['--port', '0'], env: {}, message: /^Give remote.*\n\nUsage:/ },
  {
    title: 'a host without a document',
    args: () => ['host', '--port', '0'],
    env: {},
    message: /^Give remote.*\n\nUsage:/,
  },
  {
    title: 'an unknown option',
    args: () => ['remote', '--fast'],
    env: {},
    message: /^Unknown option '--fast'/,
  },
])('$title: prints one message and exits with 1', async ({ args, env, message }) => {
  const { code, output } = await consoleServe(args(), env)
  expect(output).toMatch(message)
  expect(output).not.toContain('    at ')
  expect(code).toBe(1)
})
