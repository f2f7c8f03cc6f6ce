import { expect, test } from '@jest/globals'
import { ports } from '@console/shared-kernel/ports'
import { dataDirectory, paths, stoppedText } from './paths'
import { untilUsable, welcome } from './welcome'

test('the welcome has one address, and all accounts', () => {
  const text = welcome(ports(5000), {})
  expect(text.match(/http\S+|\b5\d{3}\b/g)).toEqual(['http://localhost:5000'])
  expect(text).toMatch(/Master +master +demo1234\n/)
  expect(text).toMatch(/Player +player1 +demo1234\n/)
})

test.each([
  [{}, false, '; npm run reset removes it.'],
  [{}, true, '; npm run reset -- --large removes it.'],
  [{ DATA_DIR: '' }, false, '; npm run reset removes it.'],
  [{ DATA_DIR: '../mine' }, false, '; DATA_DIR=../mine npm run reset removes it.'],
  [{ DATA_DIR: '../mine' }, true, '; DATA_DIR=../mine npm run reset removes it.'],
  [{ DATA_DIR: "all that's mine" }, false, "; DATA_DIR='all that'\\''s mine' npm run reset removes it."],
  [{ DATA_DIR: 'memory://' }, false, '. The data is lost then.'],
])('with %j and --large %j the welcome ends with %s', (env, large, expected) =>
  expect(welcome(ports(4000), env, large)).toContain(
    `Ctrl-C stops everything${expected.startsWith('.') ? '' : ' and keeps the data'}${expected}\n`,
  ),
)

test.each([
  [{}, false, paths.data],
  [{}, true, paths.largeData],
  [{ DATA_DIR: '' }, false, paths.data],
  [{ DATA_DIR: 'mine', INIT_CWD: '/home/me' }, false, '/home/me/mine'],
  [{ DATA_DIR: 'mine', INIT_CWD: '/home/me' }, true, '/home/me/mine'],
  [{ DATA_DIR: '/var/console', INIT_CWD: '/home/me' }, false, '/var/console'],
  [{ DATA_DIR: 'memory://' }, false, 'memory://'],
])('the data of %j with --large %j is in %s', (env, large, expected) =>
  expect(dataDirectory(env, large)).toBe(expected),
)

test('a home folder that no shell has filled in is refused', () =>
  expect(() => dataDirectory({ DATA_DIR: '~/mine' })).toThrow('in full'))

test.each([
  ['/home/me/mine', 'kept'],
  ['memory://', 'gone'],
])('after Ctrl-C the data in %s is said to be %s', (data, word) => expect(stoppedText(data)).toContain(word))

const never = new Promise<never>(() => undefined)
const done = Promise.resolve()
test.each<[string, Promise<void>, [answers: Promise<void>, ended: Promise<void>][], boolean]>([
  ['all answer', done, [[done, never]], true],
  [
    'the server of a remote has ended',
    done,
    [
      [done, never],
      [never, done],
    ],
    true,
  ],
  [
    'a remote does not answer yet',
    done,
    [
      [done, never],
      [never, never],
    ],
    false,
  ],
  ['the host does not answer yet', never, [[done, never]], false],
])('dev: where %s', async (_, host, remotes, usable) => {
  let isUsable = false
  void untilUsable(
    host,
    remotes.map(([answers, ended]) => ({ answers, ended })),
  ).then(() => (isUsable = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isUsable).toBe(usable)
})

test('dev: where the wait for the host ends, the wait for all ends', () =>
  expect(untilUsable(Promise.reject(new Error('stopped')), [])).rejects.toThrow('stopped'))
