import { expect, test } from '@jest/globals'
import { ports } from '@console/shared-kernel/ports'
import { dataDirectory, paths, stoppedText } from './paths'
import { waitUntilUsable, welcome } from './welcome'

test('the welcome has one address, and all accounts', () => {
  const text = welcome(ports(5000), {})
  expect(text.match(/http\S+|\b5\d{3}\b/g)).toEqual(['http://localhost:5000'])
  expect(text).toMatch(/Master +master +demo1234\n/)
  expect(text).toMatch(/Player +player1 +demo1234\n/)
})

test.each([
  { env: {}, large: false, expected: '; npm run reset removes it.' },
  { env: {}, large: true, expected: '; npm run reset -- --large removes it.' },
  { env: { DATA_DIR: '' }, large: false, expected: '; npm run reset removes it.' },
  { env: { DATA_DIR: '../mine' }, large: false, expected: '; DATA_DIR=../mine npm run reset removes it.' },
  { env: { DATA_DIR: '../mine' }, large: true, expected: '; DATA_DIR=../mine npm run reset removes it.' },
  {
    env: { DATA_DIR: "all that's mine" },
    large: false,
    expected: "; DATA_DIR='all that'\\''s mine' npm run reset removes it.",
  },
  { env: { DATA_DIR: 'memory://' }, large: false, expected: '. The data is lost then.' },
])('with $env and --large $large the welcome ends with $expected', ({ env, large, expected }) =>
  expect(welcome(ports(4000), env, large)).toContain(
    `Ctrl-C stops everything${expected.startsWith('.') ? '' : ' and keeps the data'}${expected}\n`,
  ),
)

test.each([
  { env: {}, large: false, expected: paths.data },
  { env: {}, large: true, expected: paths.largeData },
  { env: { DATA_DIR: '' }, large: false, expected: paths.data },
  { env: { DATA_DIR: 'mine', INIT_CWD: '/home/me' }, large: false, expected: '/home/me/mine' },
  { env: { DATA_DIR: 'mine', INIT_CWD: '/home/me' }, large: true, expected: '/home/me/mine' },
  { env: { DATA_DIR: '/var/console', INIT_CWD: '/home/me' }, large: false, expected: '/var/console' },
  { env: { DATA_DIR: 'memory://' }, large: false, expected: 'memory://' },
])('the data of $env with --large $large is in $expected', ({ env, large, expected }) =>
  expect(dataDirectory(env, large)).toBe(expected),
)

test('a home folder that no shell has expanded is rejected', () =>
  expect(() => dataDirectory({ DATA_DIR: '~/mine' })).toThrow('in full'))

test.each([
  ['/home/me/mine', 'kept'],
  ['memory://', 'gone'],
])('after Ctrl-C the data in %s is reported as %s', (data, word) => expect(stoppedText(data)).toContain(word))

const never = new Promise<never>(() => undefined)
const done = Promise.resolve()
test.each<{
  title: string
  host: Promise<void>
  remotes: [answers: Promise<void>, ended: Promise<void>][]
  usable: boolean
}>([
  { title: 'all answer', host: done, remotes: [[done, never]], usable: true },
  {
    title: 'the server of a remote has ended',
    host: done,
    remotes: [
      [done, never],
      [never, done],
    ],
    usable: true,
  },
  {
    title: 'a remote does not answer yet',
    host: done,
    remotes: [
      [done, never],
      [never, never],
    ],
    usable: false,
  },
  { title: 'the host does not answer yet', host: never, remotes: [[done, never]], usable: false },
])('dev: when $title', async ({ host, remotes, usable }) => {
  let isUsable = false
  void waitUntilUsable(
    host,
    remotes.map(([answers, ended]) => ({ answers, ended })),
  ).then(() => (isUsable = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isUsable).toBe(usable)
})

test('dev: if waiting for the host fails, waiting for all fails', () =>
  expect(waitUntilUsable(Promise.reject(new Error('stopped')), [])).rejects.toThrow('stopped'))
