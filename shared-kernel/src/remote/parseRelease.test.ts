import { describe, expect, test } from '@jest/globals'
import { changed, release } from '../../testing/documents'
import { containerName, globalNameOf, type Release } from './documents'
import { DocumentFault, Fields } from './documentFields'
import { parseRelease } from './parseRelease'

const parse = (value: unknown, needsIntegrity?: boolean) =>
  parseRelease(new Fields('release.json', '', value), needsIntegrity)

function faultOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof DocumentFault) return `${error.field}: ${error.problem}`
    throw error
  }
  return 'none'
}

const ENTRY = 'remoteEntry.5d1f0c2e.js'

test('a valid record is read completely', () => expect(parse(release())).toEqual(release()))

test.each<[string, Release['imports']]>([
  ['by name', { react: ['use'], '@console/shared-kernel/table': ['*'] }],
  ['unknown', 'unknown'],
])('the imports from the host are read: %s', (_, imports) =>
  expect(parse({ ...release(), imports })).toEqual({ ...release(), imports }),
)

test.each([[[1, 2, 3]], [[8]], [[]]])('the levels of a navigation entry are read: %j', (levels) => {
  const limited = changed(release(), ['screens', 0, 'nav', 'levels'], levels)
  expect(parse(limited)).toEqual(limited)
})

test('the global name of a container is read, or made from name and build', () => {
  const recorded = parse({ ...release(), container: 'users_1_4_0' })
  expect(recorded.container).toBe('users_1_4_0')
  expect(globalNameOf(recorded)).toBe('users_1_4_0')
  expect(globalNameOf(release())).toBe('users_3f9c2a1b')
})

test.each(['users', 'users_', 'fetch', 'machines_1_4_0', 'users_1.4.0', 'users_a b'])(
  'a container named %s is refused, because the name may be in use',
  (container) =>
    expect(faultOf(() => parse({ ...release(), container }))).toBe(
      'container: is not users_ and something unique to the build',
    ),
)

test('unknown fields are dropped', () =>
  expect(parse({ ...release(), colour: 'red', files: release().files })).toEqual(release()))

describe('a missing field is named', () => {
  test.each([
    [['schema']],
    [['name']],
    [['version']],
    [['build']],
    [['builtAt']],
    [['kernel']],
    [['react']],
    [['entry']],
    [['files']],
    [['screens']],
    [['files', 'static/js/async/managed-users.1a2b3c4d.js', 'bytes']],
    [['files', ENTRY, 'integrity']],
  ])('in the record: %j', (path) =>
    expect(faultOf(() => parse(changed(release(), path, undefined)))).toBe(`${path.join('.')}: is missing`),
  )

  test.each([
    [['path'], 'path'],
    [['module'], 'module'],
    [['title'], 'title'],
    [['preload'], 'preload'],
    [['nav', 'label'], 'nav.label'],
    [['nav', 'icon'], 'nav.icon'],
    [['nav', 'order'], 'nav.order'],
  ])('%j of a screen', (path, field) =>
    expect(faultOf(() => parse(changed(release(), ['screens', 0, ...path], undefined)))).toBe(
      `screens[0].${field}: is missing`,
    ),
  )
})

describe('a field of a wrong type is named', () => {
  const screen = ['screens', 0]
  test.each<[(string | number)[], unknown, string]>([
    [['schema'], 2, 'schema: is 2; this console knows 1'],
    [['schema'], '1', 'schema: is "1"; this console knows 1'],
    [['name'], 5, 'name: is not a text'],
    [['version'], '', 'version: is not a text'],
    [['build'], null, 'build: is not a text'],
    [['kernel'], ['^1'], 'kernel: is not a text'],
    [['files'], [], 'files: is not an object'],
    [['files', ENTRY], 'x', `files.${ENTRY}: is not an object`],
    [['files', ENTRY, 'bytes'], '14210', `files.${ENTRY}.bytes: is not a number`],
    [['files', ENTRY, 'bytes'], Infinity, `files.${ENTRY}.bytes: is not a number`],
    [['files', ENTRY, 'integrity'], true, `files.${ENTRY}.integrity: is not a text`],
    [['screens'], {}, 'screens: is not a list'],
    [['imports'], 'all', 'imports: is not an object'],
    [['imports'], { react: 'use' }, 'imports.react: is not a list of texts'],
    [['imports'], { react: [5] }, 'imports.react: is not a list of texts'],
    [screen, 'x', 'screens[0]: is not an object'],
    [[...screen, 'title'], 5, 'screens[0].title: is not a text'],
    [[...screen, 'preload'], 'x', 'screens[0].preload: is not a list of texts'],
    [[...screen, 'preload'], [5], 'screens[0].preload: is not a list of texts'],
    [[...screen, 'nav'], 'Users', 'screens[0].nav: is not an object'],
    [[...screen, 'nav', 'order'], '10', 'screens[0].nav.order: is not a number'],
    [[...screen, 'nav', 'levels'], 5, 'screens[0].nav.levels: is not a list of whole numbers'],
    [[...screen, 'nav', 'levels'], ['1'], 'screens[0].nav.levels: is not a list of whole numbers'],
    [[...screen, 'nav', 'levels'], [1.5], 'screens[0].nav.levels: is not a list of whole numbers'],
  ])('%j %j', (path, value, expected) =>
    expect(faultOf(() => parse(changed(release(), path, value)))).toBe(expected),
  )
})

describe('a record is refused with', () => {
  test.each([
    ['sha256-' + 'A'.repeat(43) + '='],
    ['sha384-' + 'A'.repeat(63)],
    ['sha384-' + 'A'.repeat(65)],
    ['off'],
    [`sha384-${'A'.repeat(64)} sha384-${'B'.repeat(64)}`],
  ])('integrity %s', (integrity) =>
    expect(faultOf(() => parse(changed(release(), ['files', ENTRY, 'integrity'], integrity)))).toBe(
      `files.${ENTRY}.integrity: is not a sha384 hash`,
    ),
  )

  test.each([
    '/etc/passwd',
    '../other/remoteEntry.js',
    'static/../../x.js',
    'static/..',
    './x.js',
    'a/./b.js',
    'https://evil.example/x.js',
    '//evil.example/x.js',
    'x.js?v=1',
    'x.js#a',
    'a\\..\\x.js',
    '%2e%2e/x.js',
    'a b.js',
    '',
  ])('a file %p outside its folder', (path) =>
    expect(faultOf(() => parse(changed(release(), ['files', path], release().files[ENTRY])))).toBe(
      `files.${path}: is not a path inside the release`,
    ),
  )

  test.each(['remoteEntry.js', '__proto__', 'constructor', 'toString'])(
    'an entry %s that is not in its files',
    (entry) =>
      expect(faultOf(() => parse({ ...release(), entry }))).toBe(
        `entry: names ${entry}, which is not in files`,
      ),
  )

  test.each([
    ['path', 'machines', 'does not begin with a slash'],
    ['path', '//evil.example', 'is not a path of the console'],
    ['path', '/\\evil.example', 'is not a path of the console'],
    ['path', '/machines?remote.users=x', 'is not a path of the console'],
    ['path', '/two words', 'is not a path of the console'],
    ['module', 'ManagedUsers', 'does not begin with ./'],
  ])('a %s %p', (key, value, problem) =>
    expect(faultOf(() => parse(changed(release(), ['screens', 0, key], value)))).toBe(
      `screens[0].${key}: ${problem}`,
    ),
  )
})

test('names with dots and scopes are accepted as paths', () => {
  const files = { [ENTRY]: release().files[ENTRY]!, 'a/..b/@x/c..js': release().files[ENTRY]! }
  expect(Object.keys(parse({ ...release(), files, screens: [] }).files)).toEqual(Object.keys(files))
})

test('a file named __proto__ in JSON is read as a file', () => {
  const file = JSON.stringify(release().files[ENTRY])
  const { files } = parse({
    ...release(),
    files: JSON.parse(`{"${ENTRY}":${file},"__proto__":${file}}`),
    screens: [],
  })
  expect(Object.keys(files)).toEqual([ENTRY, '__proto__'])
  expect(Object.getPrototypeOf(files)).toBe(Object.prototype)
  expect({}).not.toHaveProperty('integrity')
})

test('hashes are required unless the environment switches them off', () => {
  const without = changed(release(), ['files'], { [ENTRY]: { bytes: 5 } })
  expect(faultOf(() => parse({ ...(without as object), screens: [] }, true))).toContain(
    'integrity: is missing',
  )
  expect(parse({ ...(without as object), screens: [] }, false).files).toEqual({
    [ENTRY]: { bytes: 5, integrity: '' },
  })
})

describe('the global name of a container', () => {
  test.each([
    ['users', '3f9c2a1b', 'users_3f9c2a1b'],
    ['big-reports', 'development', 'big_reports_development'],
  ])('%s %s', (name, build, expected) => expect(containerName({ name, build })).toBe(expected))
})
