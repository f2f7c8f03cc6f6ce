import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Fields } from '@console/shared-kernel/remote/fields'
import { innerPath, outerPath } from '@console/shared-kernel/testing/paths'
import { integrityOf } from './files'
import { parseHost } from './hostRecord'

const MAIN = 'static/js/index.0000000a.js'
const FILE = { bytes: 4, integrity: integrityOf(Buffer.from('main')) }
const record = (over: object = {}) => ({
  schema: 1,
  name: 'host',
  version: '2.0.0',
  build: 'aaaaaaaa',
  builtAt: '2026-01-01T00:00:00.000Z',
  kernel: '1.2.0',
  react: '19.3.1',
  files: { [MAIN]: FILE },
  start: [MAIN],
  login: [MAIN],
  preload: [MAIN],
  ...over,
})
const parse = (over?: object) => parseHost(new Fields('host.json', '', record(over)))

test('a record without a fault is read whole', () => expect(parse()).toEqual(record()))

describe.each(['start', 'login', 'preload'])('a path of %s', (list) => {
  test('that leads elsewhere is refused', () =>
    fc.assert(
      fc.property(outerPath, (path) =>
        expect(() => parse({ [list]: [MAIN, path] })).toThrow(`${list}[1]: is not a path inside the release`),
      ),
    ))

  test('that files does not describe is refused', () =>
    expect(() => parse({ [list]: ['other.js'] })).toThrow(
      `host.json, ${list}[0]: names other.js, which is not in files`,
    ))
})

test('a file that lies elsewhere is refused', () =>
  fc.assert(
    fc.property(outerPath, (path) =>
      expect(() => parse({ files: { [MAIN]: FILE, [path]: FILE } })).toThrow(
        'is not a path inside the release',
      ),
    ),
  ))

test('files inside are taken, by whatever name', () =>
  fc.assert(
    fc.property(innerPath, (path) =>
      expect(parse({ files: { [path]: FILE }, start: [path], login: [], preload: [path] }).preload).toEqual([
        path,
      ]),
    ),
  ))

test('a hash of another kind is refused', () =>
  expect(() => parse({ files: { [MAIN]: { bytes: 4, integrity: 'sha256-x' } } })).toThrow(
    `host.json, files.${MAIN}.integrity: is not a sha384 hash`,
  ))
