import { posix, win32 } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { release } from '../../testing/documents'
import { DocumentFault, Fields } from './documentFields'
import { parseRelease } from './parseRelease'
import { isInside } from './parseRecordFiles'

const name = fc.stringMatching(/^[\w@-][\w@.-]{0,8}$/)
const names = fc.array(name, { minLength: 1, maxLength: 4 })

/** Paths that a build may write. */
const innerPath = names.map((segments) => segments.join('/'))

/** What makes a path lead elsewhere, or be read as something other than a path. */
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

  test.each(['a~b.js', 'a+b.js', 'js/[id].js', 'a$.js', '@scope/x.js', "it's(1).js"])(
    '%s is accepted',
    (path) => expect(isInside(path)).toBe(true),
  )

  const { files, screens } = release()
  const entry = 'remoteEntry.5d1f0c2e.js'
  const file = files[entry]!
  /** A record that names the path in one place, and describes it. */
  const places: [string, (path: string) => unknown, (path: string) => string][] = [
    [
      'a key of files',
      (path) => ({ ...release(), files: { ...files, [path]: file } }),
      (path) => `files.${path}`,
    ],
    ['the entry', (path) => ({ ...release(), entry: path }), () => 'entry'],
    [
      'preload',
      (path) => ({ ...release(), screens: [{ ...screens[0]!, preload: [entry, path] }] }),
      () => 'screens[0].preload[1]',
    ],
  ]
  const faultOf = (value: unknown) => {
    try {
      parseRelease(new Fields('release.json', '', value))
    } catch (error) {
      if (error instanceof DocumentFault) return error
      throw error
    }
    return null
  }

  test.each(places)('an outside path is refused as %s', (_, record, field) =>
    fc.assert(
      fc.property(outerPath, (path) => {
        const fault = faultOf(record(path))
        // an empty text is no text before it is no path
        expect(fault).toMatchObject({
          field: field(path),
          problem: expect.stringMatching(/^is not a (?:path inside the release|text)$/),
        })
      }),
    ),
  )

  test('an inside path is accepted everywhere if it is listed in files', () =>
    fc.assert(
      fc.property(innerPath, (path) => {
        const value = {
          ...release(),
          entry: path,
          files: { [path]: file },
          screens: [{ ...screens[0]!, preload: [path] }],
        }
        expect(faultOf(value)).toBeNull()
      }),
    ))

  test.each(['__proto__', 'constructor', 'other.js'])('%s is refused if it is missing in files', (path) =>
    expect(faultOf({ ...release(), screens: [{ ...screens[0]!, preload: [path] }] })).toMatchObject({
      field: 'screens[0].preload[0]',
      problem: `names ${path}, which is not in files`,
    }),
  )
})
