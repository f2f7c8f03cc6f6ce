import { posix, win32 } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { changed, release } from '../../testing/documents'
import { DocumentFault, Fields } from './documentFields'
import { containerName, globalNameOf, isInside, parseRelease, type Release } from './release'

const parse = (value: unknown, needsIntegrity?: boolean) =>
  parseRelease(new Fields('release.json', '', value), needsIntegrity)

function faultOf(value: unknown): string {
  try {
    parse(value)
  } catch (error) {
    if (error instanceof DocumentFault) return `${error.field}: ${error.problem}`
    throw error
  }
  return 'none'
}

const panel = (kind: string) => ({ kind, module: './Panel', title: 'One', preload: [] })

const ENTRY = 'remoteEntry.5d1f0c2e.js'
const HASH = release().files[ENTRY]!.integrity
/** The record with the value at a path replaced, or removed if `value` is undefined. */
const withValue = (path: string, value?: unknown) =>
  changed(
    release(),
    path
      .replace('ENTRY', '!')
      .split(' ')
      .map((key) => (key === '!' ? ENTRY : key)),
    value,
  )

describe('a valid record is read completely', () => {
  test.each<[string, unknown]>([
    ['as the builds write it', release()],
    [
      'with imports by name',
      { ...release(), imports: { react: ['use'], '@console/shared-kernel/table': ['*'] } },
    ],
    ['with panels', { ...release(), panels: [panel('machine'), panel('user')] }],
    ['with unknown imports', { ...release(), imports: 'unknown' }],
    ['with a container', { ...release(), container: 'users_1_4_0' }],
    ...[[1, 2, 3], [8], []].map((levels): [string, unknown] => [
      `with levels ${levels.join()}`,
      withValue('screens 0 nav levels', levels),
    ]),
    ['with a feature', withValue('screens 0 nav feature', 'overview')],
    ['with words', withValue('screens 0 nav words', 'people accounts')],
    ['with what it lists', withValue('screens 0 nav lists', 'user')],
    ['with actions', withValue('screens 0 nav actions', ['create', 'export'])],
    ['with views', withValue('screens 0 nav views', 'users')],
    ['that is a report', withValue('screens 0 nav report', true)],
  ])('%s', (_, value) => expect(parse(value)).toEqual(value))

  test('without a list of an unknown kind', () =>
    expect(parse(withValue('screens 0 nav lists', 'game'))).toEqual(release()))

  test('without the panels of unknown kinds', () =>
    expect(parse({ ...release(), panels: [panel('game'), panel('user')] })).toEqual({
      ...release(),
      panels: [panel('user')],
    }))

  test('and unknown fields are dropped', () =>
    expect(parse({ ...release(), colour: 'red' })).toEqual(release()))
})

test.each<[Pick<Release, 'name' | 'build' | 'container'>, string]>([
  [release(), 'users_3f9c2a1b'],
  [release({ container: 'users_1_4_0' }), 'users_1_4_0'],
  [{ name: 'big-reports', build: 'development' }, 'big_reports_development'],
])('the global name of a container is read, or made from name and build', (value, name) => {
  expect(globalNameOf(value)).toBe(name)
  if (!value.container) expect(containerName(value)).toBe(name)
})

describe('a missing field is named', () => {
  const fields = [
    'schema',
    'name',
    'version',
    'build',
    'builtAt',
    'kernel',
    'react',
    'entry',
    'files',
    'screens',
  ]
  const ofFile = ['files ENTRY bytes', 'files ENTRY integrity']
  test.each([...fields, ...ofFile])('in the record: %s', (path) =>
    expect(faultOf(withValue(path))).toBe(`${path.replaceAll(' ', '.').replace('ENTRY', ENTRY)}: is missing`),
  )

  test.each(['path', 'module', 'title', 'preload', 'nav label', 'nav icon', 'nav order'])(
    '%s of a screen',
    (path) =>
      expect(faultOf(withValue(`screens 0 ${path}`))).toBe(
        `screens[0].${path.replace(' ', '.')}: is missing`,
      ),
  )
})

describe('a wrong field is named', () => {
  const file = `files.${ENTRY}`
  test.each<[string, unknown, string]>([
    ['schema', 2, 'schema: is 2; this console knows 1'],
    ['schema', '1', 'schema: is "1"; this console knows 1'],
    ['name', 5, 'name: is not a non-empty string'],
    ['version', '', 'version: is not a non-empty string'],
    ['build', null, 'build: is not a non-empty string'],
    ['kernel', ['^1'], 'kernel: is not a non-empty string'],
    ['files', [], 'files: is not an object'],
    ['files ENTRY', 'x', `${file}: is not an object`],
    ['files ENTRY bytes', '14210', `${file}.bytes: is not a number`],
    ['files ENTRY bytes', Infinity, `${file}.bytes: is not a number`],
    ['files ENTRY integrity', true, `${file}.integrity: is not a non-empty string`],
    ['screens', {}, 'screens: is not a list'],
    ['imports', 'all', 'imports: is not an object'],
    ['imports', { react: 'use' }, 'imports.react: is not a list of strings'],
    ['imports', { react: [5] }, 'imports.react: is not a list of strings'],
    ['screens 0', 'x', 'screens[0]: is not an object'],
    ['screens 0 title', 5, 'screens[0].title: is not a non-empty string'],
    ['screens 0 preload', 'x', 'screens[0].preload: is not a list of strings'],
    ['screens 0 preload', [5], 'screens[0].preload: is not a list of strings'],
    ['screens 0 nav', 'Users', 'screens[0].nav: is not an object'],
    ['screens 0 nav order', '10', 'screens[0].nav.order: is not a number'],
    ['screens 0 nav icon', 5, 'screens[0].nav.icon: is not a non-empty string'],
    ['screens 0 nav levels', 5, 'screens[0].nav.levels: is not a list of whole numbers'],
    ['screens 0 nav levels', ['1'], 'screens[0].nav.levels: is not a list of whole numbers'],
    ['screens 0 nav levels', [1.5], 'screens[0].nav.levels: is not a list of whole numbers'],
    ['screens 0 nav feature', 5, 'screens[0].nav.feature: is not a non-empty string'],
    ['screens 0 nav lists', 5, 'screens[0].nav.lists: is not a non-empty string'],
    ['screens 0 nav actions', 'export', 'screens[0].nav.actions: is not a list of strings'],
    ['screens 0 nav views', 5, 'screens[0].nav.views: is not a non-empty string'],
    ['screens 0 nav report', 'yes', 'screens[0].nav.report: is not true or false'],
    ['screens 0 path', 'machines', 'screens[0].path: is not a path of the console'],
    ['screens 0 path', '//evil.example', 'screens[0].path: is not a path of the console'],
    ['screens 0 path', '/\\evil.example', 'screens[0].path: is not a path of the console'],
    ['screens 0 path', '/machines?remote.users=x', 'screens[0].path: is not a path of the console'],
    ['screens 0 path', '/two words', 'screens[0].path: is not a path of the console'],
    ['panels', {}, 'panels: is not a list'],
    ['panels', [{}], 'panels[0].kind: is missing'],
    ['panels', [{ ...panel('user'), module: 'Panel' }], 'panels[0].module: does not begin with ./'],
    ['panels', [{ ...panel('user'), title: '' }], 'panels[0].title: is not a non-empty string'],
    [
      'panels',
      [{ ...panel('user'), preload: ['x.js'] }],
      'panels[0].preload[0]: names x.js, which is not in files',
    ],
    ['panels', [panel('user'), panel('user')], 'panels[1].kind: is user, which another panel already has'],
    ['screens 0 module', 'ManagedUsers', 'screens[0].module: does not begin with ./'],
    ...[
      `sha256-${'A'.repeat(43)}=`,
      `sha384-${'A'.repeat(63)}`,
      `sha384-${'A'.repeat(65)}`,
      'off',
      `${HASH} ${HASH}`,
    ].map((hash): [string, string, string] => [
      'files ENTRY integrity',
      hash,
      `${file}.integrity: is not a sha384 hash`,
    ]),
    // another script may use the name
    ...['users', 'users_', 'fetch', 'machines_1_4_0', 'users_1.4.0', 'users_a b'].map(
      (container): [string, string, string] => [
        'container',
        container,
        'container: is not users_ followed by something unique to the build',
      ],
    ),
  ])('%s %j', (path, value, expected) => expect(faultOf(withValue(path, value))).toBe(expected))
})

const name = fc.stringMatching(/^[\w@-][\w@.-]{0,8}$/)
const names = fc.array(name, { minLength: 1, maxLength: 4 })

/** Paths that a build may write. */
const innerPath = names.map((segments) => segments.join('/'))

/** Texts that make a path lead elsewhere, or be read as something other than a path. */
const TRAPS = [
  ...['..', '.', '', '%2e%2e', '.%2E', '%2f', '..\\x', '\\', 'https:', 'data:text', 'x?v=1', 'x#y'],
  ...[' ', '\t..', '..\n', '\0', 'é', '\u2024\u2024', '\uff0e\uff0e'],
]

/** Paths with a trap among their segments. */
const outerPath = fc
  .tuple(names, fc.nat(4), fc.constantFrom(...TRAPS))
  .map(([segments, at, trap]) => segments.toSpliced(at, 0, trap).join('/'))

const FOLDER = 'https://static.example.com/users/1.4.0-3f9c2a1b/'
const anyText = fc.oneof(innerPath, outerPath, fc.string(), fc.string({ unit: 'binary' }), fc.webPath())

describe('the paths of a record', () => {
  test('are accepted only if browsers and disks find the same file inside the folder', () =>
    fc.assert(
      fc.property(anyText, (path) => {
        if (!isInside(path)) return
        expect(new URL(path, FOLDER).href).toBe(FOLDER + path)
        for (const { join, sep } of [posix, win32])
          expect(join('site', path)).toBe(`site/${path}`.replaceAll('/', sep))
      }),
      { numRuns: 2000 },
    ))

  test.each(['a~b.js', 'a+b.js', 'js/[id].js', 'a$.js', '@scope/x.js', "it's(1).js", 'a/..b/@x/c..js'])(
    '%s is accepted',
    (path) => expect(isInside(path)).toBe(true),
  )

  const { files, screens } = release()
  const file = files[ENTRY]!
  /** A record that contains the path in one place, with a description. */
  const places: [string, (path: string) => unknown, (path: string) => string][] = [
    ['a key of files', (path) => changed(release(), ['files', path], file), (path) => `files.${path}`],
    ['the entry', (path) => ({ ...release(), entry: path }), () => 'entry'],
    ['preload', (path) => withValue('screens 0 preload', [ENTRY, path]), () => 'screens[0].preload[1]'],
  ]

  test.each(places)('a path outside the release is rejected as %s', (_, record, field) =>
    fc.assert(
      fc.property(outerPath, (path) => {
        const fault = faultOf(record(path))
        expect(fault.startsWith(`${field(path)}: `)).toBe(true)
        // an empty text is rejected as a text before it is rejected as a path
        expect(fault).toMatch(/: is not a (?:path inside the release|text)$/)
      }),
    ),
  )

  test('a path inside the release is accepted everywhere if it is listed in files', () =>
    fc.assert(
      fc.property(innerPath, (path) => {
        const record = { ...release(), entry: path, files: { [path]: file } }
        expect(faultOf({ ...record, screens: [{ ...screens[0]!, preload: [path] }] })).toBe('none')
      }),
    ))

  test.each(['__proto__', 'constructor', 'toString', 'other.js'])('%s must be in files', (path) => {
    for (const [, record, field] of places.slice(1))
      expect(faultOf(record(path))).toBe(`${field(path)}: names ${path}, which is not in files`)
  })

  test('a file named __proto__ in JSON is read as a file', () => {
    const text = JSON.stringify(file)
    const listed: unknown = JSON.parse(`{"${ENTRY}":${text},"__proto__":${text}}`)
    const parsed = parse({ ...release(), files: listed, screens: [] })
    expect(Object.keys(parsed.files)).toEqual([ENTRY, '__proto__'])
    expect(Object.getPrototypeOf(parsed.files)).toBe(Object.prototype)
    expect({}).not.toHaveProperty('integrity')
  })
})

test('hashes are required unless the environment switches them off', () => {
  const without = { ...release(), files: { [ENTRY]: { bytes: 5 } }, screens: [] }
  expect(faultOf(without)).toContain('integrity: is missing')
  expect(parse(without, false).files).toEqual({ [ENTRY]: { bytes: 5, integrity: '' } })
})
