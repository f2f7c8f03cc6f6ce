import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { UsageError } from '@console/shared-kernel/command'
import { overrideUrl, readOptions, rejectionReason } from './options'

describe('console-emulator', () => {
  test.each([
    { args: ['--remote', 'hello'], env: {}, remotes: { hello: 'http://localhost:4105/' }, base: 4000 },
    {
      args: ['--remote', 'hello', '--port', '5000'],
      env: { PORT: '7000' },
      remotes: { hello: 'http://localhost:5105/' },
      base: 5000,
    },
    {
      args: ['--remote', 'hello'],
      env: { PORT: '7000' },
      remotes: { hello: 'http://localhost:7105/' },
      base: 7000,
    },
    {
      args: ['--remote', 'hello=http://localhost:9000'],
      env: {},
      remotes: { hello: 'http://localhost:9000/' },
      base: 4000,
    },
    {
      args: ['--remote', 'a', '--remote', 'b'],
      env: {},
      remotes: { a: 'http://localhost:4105/', b: 'http://localhost:4106/' },
      base: 4000,
    },
  ])('$args with $env', ({ args, env, remotes, base }) =>
    expect(readOptions(args, env, {})).toEqual({ remotes, base, dataDir: '.console' }),
  )

  test('starts the dev server, but no console if a deployed one is given', () => {
    const args = ['--remote', 'hello', '--start', 'rsbuild dev', '--console', 'https://console.example.com']
    expect(readOptions(args, {}, {})).toMatchObject({
      start: 'rsbuild dev',
      console: 'https://console.example.com/',
    })
  })

  test.each([
    [[]],
    [['--remote', '=http://localhost:1/']],
    [['--remote', 'a=localhost:4105']],
    [['--remote', 'a=file:///etc']],
    [['--remote', 'a', '--remote', 'a']],
    [['--remote', 'a', '--port', 'x']],
    [['--remote', 'a', '--console', 'nowhere']],
    [['--remote', 'a', '--nothing']],
    [['a']],
  ])('rejects %j', (args) => expect(() => readOptions(args, {}, {})).toThrow(UsageError))
})

test('rejects a base port that gives a remote a port that browsers block', () => {
  const read = (PORT: string) => readOptions(['--remote', 'hello'], { PORT }, { users: { port: 101 } })
  expect(() => read('6564')).toThrow('PORT=6564 leads to port 6665, which browsers block.')
  expect(read('6563').base).toBe(6563)
})

test('opens a deployed console with the local remotes', () =>
  expect(
    overrideUrl('https://console.example.com/', {
      hello: 'http://localhost:4105/',
      b: 'http://localhost:4106/',
    }),
  ).toBe('https://console.example.com/?remote.hello=http://localhost:4105/&remote.b=http://localhost:4106/'))

describe('a deployed console', () => {
  const REMOTES = { hello: 'http://localhost:4105/', stock: 'http://localhost:4106/stock/' }

  async function asked(document: string): Promise<string | null> {
    const server = createServer((_, response) => response.end(document)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    try {
      return await rejectionReason(`http://127.0.0.1:${port}/`, REMOTES)
    } finally {
      server.close()
    }
  }

  test('is accepted if it allows the remotes', async () => {
    const overrides = ['http://localhost:4105', 'http://localhost:4106']
    expect(await asked(JSON.stringify({ overrides }))).toBeNull()
  })

  test.each([
    [
      JSON.stringify({ overrides: ['http://localhost:4105'] }),
      'does not allow http://localhost:4106 and opens',
    ],
    ['{}', 'does not allow http://localhost:4105, http://localhost:4106 and opens without it'],
    ['<!doctype html>', '/environment.json cannot be read'],
  ])('whose document is %s is reported', async (document, words) => {
    expect(await asked(document)).toContain(words)
  })
})
