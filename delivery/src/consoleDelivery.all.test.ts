import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs, {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { status } from './commands/status'
import { main } from './consoleDelivery'

const out = jest.spyOn(console, 'log').mockImplementation(() => undefined)
const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => void jest.clearAllMocks())

test('--help lists every command that the documents use', async () => {
  expect(await main(['--help'])).toBe(0)
  const help = String(out.mock.calls[0]?.[0])
  const listed = [...help.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name)
  const used = ['README.md', '../docs/operate.md', '../docs/write-a-remote.md'].flatMap((file) =>
    [
      ...readFileSync(join(__dirname, '..', file), 'utf8').matchAll(
        /npx console-delivery ([a-z]+)|console-delivery\.mjs ([a-z]+)/g,
      ),
    ].map(([, name, started]) => name ?? started),
  )
  expect(used.length).toBeGreaterThan(20)
  expect(listed).toEqual(expect.arrayContaining(used))
})

test.each<[string[], number, RegExp]>([
  [['launch'], 2, /^There is no command 'launch'/],
  [['promote', '--fast'], 2, /Unknown option '--fast'/],
  [['promote', '--env', 'staging'], 2, /^An argument is missing/],
  [['status', '--env', '../staging', '--site', '/nowhere'], 1, /^There is no environment/],
  [['--json', 'status'], 2, /^Options come after the command\./],
  [['serve', '--site', '/dev/null/site'], 3, /^The site cannot be read or written/],
])('%j is rejected with exit code %i', async (words, code, message) => {
  expect(await main(words)).toBe(code)
  expect(String(errors.mock.calls[0]?.[0])).toMatch(message)
  expect(out).not.toHaveBeenCalled()
})

test('a full disk is reported with the free space of each folder that may be on it', async () => {
  const site = mkdtempSync(join(tmpdir(), 'console-delivery-full-'))
  // as Node reports it for an open file: without a path
  const write = jest.spyOn(fs, 'writeFileSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
      errno: -28,
    })
  })
  expect(await main(['team', 'set', 'people', '--owns', 'users', '--site', site])).toBe(3)
  write.mockRestore()
  rmSync(site, { recursive: true })
  const space = [site, tmpdir()].map((folder) => `${folder} has \\d+ MB left`).join(', ')
  expect(errors.mock.calls).toEqual([
    [expect.stringMatching(`^A disk is full \\(ENOSPC: no space left on device, write\\): ${space}$`)],
  ])
})

describe('a site of another user', () => {
  const OTHER_USER = 65534
  const PROMOTE = ['promote', 'remote-users@1', '--env', 'staging', '--why', 'a test']
  let site: string
  let owner: number
  beforeEach(() => {
    site = mkdtempSync(join(tmpdir(), 'console-delivery-owner-'))
    if (process.getuid?.() === 0) chownSync(site, OTHER_USER, OTHER_USER)
    owner = statSync(site).uid
  })
  afterEach(() => rmSync(site, { recursive: true }))

  const printed = () => errors.mock.calls.map(([text]) => String(text))
  const warnings = async (user: number, words: string[]) => {
    const identity = jest.spyOn(process as { geteuid: () => number }, 'geteuid').mockReturnValue(user)
    await main([...words, '--site', site])
    identity.mockRestore()
    return printed().filter((text) => text.startsWith('Warning:'))
  }

  test('warns root before a change, since the service cannot use files that root creates', async () => {
    const name = owner === OTHER_USER ? 'nobody' : userInfo().username
    expect(await warnings(0, PROMOTE)).toEqual([
      `Warning: ${site} belongs to user ${name}, and this is root. The service cannot use files that root makes there: run the command as user ${name}.`,
    ])
  })

  test('warns neither another user nor root running a read-only command', async () => {
    expect(await warnings(1234, PROMOTE)).toEqual([])
    for (const command of ['status', 'health']) expect(await warnings(0, [command])).toEqual([])
  })

  const errorAt = async (path: string) => {
    const error = Object.assign(new Error(`EACCES: permission denied, open '${path}'`), {
      syscall: 'open',
      code: 'EACCES',
      path,
    })
    jest.spyOn(status, 'run').mockImplementationOnce(() => {
      throw error
    })
    errors.mockClear()
    expect(await main(['status', '--site', site])).toBe(3)
    return printed()
  }

  test('that denies access to a file names the user who ran the command, and what to do', async () => {
    const file = join(site, 'environments', 'staging.json')
    expect(await errorAt(file)).toEqual([
      `The site cannot be read or written: EACCES: permission denied, open '${file}'\nThis command runs as ${userInfo().username}. ` +
        `A site and all in it belong to one user: run commands as that user or, as root: chown -R USER: ${site}`,
    ])
  })

  test('is not blamed for a file elsewhere', async () => {
    for (const file of ['/etc/nginx/conf.d/console.conf', `${site}-other/file`]) {
      expect(await errorAt(file)).toEqual([`The command failed: EACCES: permission denied, open '${file}'`])
    }
  })
})

test('a bug in the program is not reported as a rejection: a change may have begun', async () => {
  jest.spyOn(status, 'run').mockImplementationOnce(() => {
    throw new TypeError('x is undefined')
  })
  expect(await main(['status', '--site', '/nowhere'])).toBe(3)
  expect(String(errors.mock.calls[0]?.[0])).toMatch(/^The command failed: TypeError: x is undefined\n +at /)
})

test('the web server can read what a command writes, whatever the umask of its user', async () => {
  const site = mkdtempSync(join(tmpdir(), 'console-delivery-umask-'))
  const before = process.umask(0o077)
  try {
    const urls = '--api-url http://a.test --reports-url http://r.test --releases-url http://s.test/'
    expect(await main(`init --site ${site} --env staging --time-zone UTC ${urls}`.split(' '))).toBe(0)
  } finally {
    process.umask(before)
  }
  const modeOf = (path: string) => statSync(join(site, path)).mode & 0o777
  for (const folder of ['environments', 'environments/staging', 'environments/staging/public'])
    expect([folder, modeOf(folder)]).toEqual([folder, 0o755])
  for (const file of readdirSync(join(site, 'environments/staging/public')))
    expect([file, modeOf(join('environments/staging/public', file))]).toEqual([file, 0o644])
  rmSync(site, { recursive: true })
})

test('status of a folder that is not a site exits with 4', async () => {
  expect(await main(['status', '--site', '/nowhere'])).toBe(4)
  expect(out.mock.calls[0]?.[0]).toMatch(/^There is no environment in this folder: name the site/)
})

test('--help of a command prints its own options', async () => {
  expect(await main(['promote', '--help'])).toBe(0)
  expect(String(out.mock.calls[0]?.[0])).toMatch(/^console-delivery promote NAME@VERSION/)
})

test('an error is JSON with --json', async () => {
  expect(await main(['status', '--env', 'staging', '--site', '/nowhere', '--json'])).toBe(1)
  expect(JSON.parse(String(out.mock.calls[0]?.[0]))).toEqual({
    exitCode: 1,
    message: expect.stringMatching(/^There is no environment/),
  })
})

describe('a service', () => {
  const promote = ['promote', 'users@1.0.0', '--env', 'staging', '--why', 'x']
  beforeEach(() => void (process.env.CONSOLE_DELIVERY_TOKEN = 'delivery_1_2'))
  afterEach(() => {
    delete process.env.CONSOLE_DELIVERY_TOKEN
    delete process.env.CONSOLE_DELIVERY_URL
  })

  test.each<{
    title: string
    answer: (request: IncomingMessage, response: ServerResponse) => void
    words: string[]
    code: number
    message: RegExp
  }>([
    {
      title: 'hangs up on a change',
      answer: (request) => request.socket.destroy(),
      words: promote,
      code: 3,
      message: /may have been made: see status/,
    },
    {
      title: 'is behind a proxy that gives up',
      answer: (_, response) => response.writeHead(504).end(),
      words: promote,
      code: 3,
      message: /may have been made/,
    },
    {
      title: 'hangs up on a read-only command',
      answer: (request) => request.socket.destroy(),
      words: ['status'],
      code: 1,
      message: /Nothing was changed/,
    },
    {
      title: 'rejects the command',
      answer: (_, response) => response.writeHead(409).end('{"message":"No."}'),
      words: promote,
      code: 1,
      message: /^No\.$/,
    },
  ])('that $title gives an exit code and a message', async ({ answer, words, code, message }) => {
    const server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    process.env.CONSOLE_DELIVERY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await main(words)).toBe(code)
    expect(String(errors.mock.calls[0]?.[0])).toMatch(message)
    await new Promise((resolve) => server.close(resolve))
    // nothing listens on that port any more
    expect(await main(promote)).toBe(1)
    expect(String(errors.mock.calls[1]?.[0])).toMatch(/ECONNREFUSED.*Nothing was changed/)
  })

  test('whose address lacks a scheme is reported', async () => {
    process.env.CONSOLE_DELIVERY_URL = 'localhost:4400'
    expect(await main(promote)).toBe(2)
    expect(String(errors.mock.calls[0]?.[0])).toMatch('must begin with http:// or https://')
    // a command on a folder does not call the service
    await main([...promote, '--site', 'nowhere'])
    expect(String(errors.mock.calls[1]?.[0])).not.toMatch('CONSOLE_DELIVERY_URL')
  })
})

const command = join(__dirname, '..', 'bin', 'console-delivery.mjs')

test('a service whose second port is in use exits', async () => {
  const site = mkdtempSync(join(tmpdir(), 'console-delivery-ports-'))
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const taken = `127.0.0.1:${(other.address() as AddressInfo).port}`
  const options = ['--listen', '127.0.0.1:0', '--metrics', taken, '--site', site]
  const { stderr, status } = spawnSync(process.execPath, [command, 'serve', ...options], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  other.close()
  rmSync(site, { recursive: true })
  expect(stderr).toMatch(/^The command failed: .*EADDRINUSE/m)
  expect(status).toBe(3)
}, 30_000)

test('a service that waits for a killed service’s lock sends heartbeats to systemd’s watchdog', async () => {
  const site = mkdtempSync(join(tmpdir(), 'console-delivery-watchdog-'))
  const [lock, beats] = [join(site, '.delivery', 'service.lock'), join(site, 'beats')]
  mkdirSync(join(site, '.delivery'))
  const killed = 'process 1 on another machine\n3000\nof a service that was killed'
  writeFileSync(lock, killed)
  writeFileSync(join(site, 'systemd-notify'), `#!/bin/sh\necho "$*" >> ${beats}\n`, { mode: 0o755 })
  const service = spawn(process.execPath, [command, 'serve', '--listen', '127.0.0.1:0', '--site', site], {
    env: {
      PATH: `${site}:${process.env['PATH']}`,
      NOTIFY_SOCKET: '/run/systemd/notify',
      WATCHDOG_USEC: '30000000',
    },
    stdio: 'ignore',
  })
  try {
    while (!existsSync(beats)) await sleep(50)
    expect(readFileSync(beats, 'utf8')).toBe('READY=1 WATCHDOG=1\n')
    expect(readFileSync(lock, 'utf8')).toBe(killed)
  } finally {
    service.kill('SIGKILL')
    await once(service, 'close')
    rmSync(site, { recursive: true })
  }
}, 30_000)

test('a closed pipe, as with `head`, is not an error', () => {
  const { stderr, status } = spawnSync(
    'bash',
    ['-c', `set -o pipefail; "${process.execPath}" "${command}" --help | true`],
    { encoding: 'utf8' },
  )
  expect([stderr, status]).toEqual(['', 0])
})
