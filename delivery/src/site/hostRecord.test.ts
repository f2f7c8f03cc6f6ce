import { describe, expect, test } from '@jest/globals'
import { Fields } from '@console/shared-kernel/remote'
import { HOST } from '../../testing/site'
import { integrityOf } from './files'
import { parseHost } from './releaseRecords'

const MAIN = 'static/js/index.0000000a.js'
const FILE = { bytes: 4, integrity: integrityOf(Buffer.from('main')) }
const record = (over: object = {}) => ({
  ...HOST,
  files: { [MAIN]: FILE },
  start: [MAIN],
  login: [MAIN],
  preload: [MAIN],
  ...over,
})
const parse = (over?: object) => parseHost(new Fields('host.json', '', record(over)))

test('a valid record is read completely', () => expect(parse()).toEqual(record()))

test('the names that shared modules export are read too', () => {
  const exports = { react: ['useState', 'version'] }
  expect(parse({ exports })).toEqual(record({ exports }))
})

test('an older record without the files of the login screen has none', () =>
  expect(parse({ login: undefined })).toEqual(record({ login: [] })))

test('the record of anything other than a host is rejected', () =>
  expect(() => parse({ name: 'users' })).toThrow('host.json, name: is not "host"'))

/** Examples only; the kernel's parser has a property test. */
const ELSEWHERE = [
  ...['../other/index.js', 'static/../../x.js', '/etc/passwd', '//evil.example/x.js', 'static//x.js'],
  ...['https://evil.example/x.js', '%2e%2e/x.js', 'a\\..\\x.js', 'x.js?v=1', './x.js', ''],
]
const PROBLEM = 'is not a path inside the release'

describe.each(['start', 'login', 'preload'])('a path in %s', (list) => {
  test.each(ELSEWHERE)('%p leads outside and is rejected', (path) =>
    expect(() => parse({ [list]: [MAIN, path] })).toThrow(`host.json, ${list}[1]: ${PROBLEM}`),
  )

  test('that is missing from files is rejected', () =>
    expect(() => parse({ [list]: ['other.js'] })).toThrow(
      `host.json, ${list}[0]: names other.js, which is not in files`,
    ))
})

test.each(ELSEWHERE)('a file at %p is rejected', (path) =>
  expect(() => parse({ files: { [MAIN]: FILE, [path]: FILE } })).toThrow(
    `host.json, files.${path}: ${PROBLEM}`,
  ),
)

test('a hash of another kind is rejected', () =>
  expect(() => parse({ files: { [MAIN]: { bytes: 4, integrity: 'sha256-x' } } })).toThrow(
    `host.json, files.${MAIN}.integrity: is not a sha384 hash`,
  ))
