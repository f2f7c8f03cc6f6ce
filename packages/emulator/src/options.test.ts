import { describe, expect, it } from '@jest/globals'
import { overriding, readOptions, UsageError } from './options'

describe('console-emulator', () => {
  it.each([
    [['--remote', 'hello'], {}, { hello: 'http://localhost:4105/' }, 4000],
    [['--remote', 'hello', '--port', '5000'], { PORT: '7000' }, { hello: 'http://localhost:5105/' }, 5000],
    [['--remote', 'hello'], { PORT: '7000' }, { hello: 'http://localhost:7105/' }, 7000],
    [['--remote', 'hello=http://localhost:9000'], {}, { hello: 'http://localhost:9000/' }, 4000],
    [
      ['--remote', 'a', '--remote', 'b'],
      {},
      { a: 'http://localhost:4105/', b: 'http://localhost:4106/' },
      4000,
    ],
  ])('%j with %j', (args, env, remotes, base) =>
    expect(readOptions(args, env)).toEqual({ remotes, base, dataDir: '.console' }),
  )

  it('starts the dev server, and leaves the console to a deployed one', () => {
    const args = ['--remote', 'hello', '--start', 'rsbuild dev', '--console', 'https://console.example.com']
    expect(readOptions(args, {})).toMatchObject({
      start: 'rsbuild dev',
      console: 'https://console.example.com/',
    })
  })

  it.each([
    [[]],
    [['--remote', '=http://localhost:1/']],
    [['--remote', 'a=localhost:4105']],
    [['--remote', 'a=file:///etc']],
    [['--remote', 'a', '--remote', 'a']],
    [['--remote', 'a', '--port', 'x']],
    [['--remote', 'a', '--console', 'nowhere']],
    [['--remote', 'a', '--nothing']],
    [['a']],
  ])('refuses %j', (args) => expect(() => readOptions(args, {})).toThrow(UsageError))
})

it('opens a deployed console with the remotes of this machine', () =>
  expect(
    overriding('https://console.example.com/', {
      hello: 'http://localhost:4105/',
      b: 'http://localhost:4106/',
    }),
  ).toBe('https://console.example.com/?remote.hello=http://localhost:4105/&remote.b=http://localhost:4106/'))
