import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { filesOf, root } from './paths'

/* ARCHITECTURE.md follows each flow through its files: they exist, lead from one to the next, and are few enough to read. */

const MAX_FILES = 20

const sources = new Set(filesOf('*.ts', '*.tsx'))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const [, section = ''] = read('ARCHITECTURE.md').split(/^## Four flows.*$/m)
const flows = section
  .split(/^## /m)[0]!
  .split(/^### /m)
  .slice(1)
  .map((text) => ({
    title: text.split('\n')[0]!,
    files: [...text.matchAll(/^\|.*$/gm)].flatMap(([row]) =>
      [...row.matchAll(/`([\w./-]+\/[\w.-]+\.tsx?)`/g)].map(([, file = '']) => file),
    ),
  }))

/** No earlier file of the flow imports these: they are reached over HTTP, through the address, or as a program. */
const STARTS: ReadonlySet<string> = new Set([
  'remote-users/src/features/users/UsersScreen.tsx',
  'remote-machines/src/features/machines/panel/MachinePanel.tsx',
  'api/src/routes/machines.ts',
  'host/src/app/main.tsx',
  'delivery/src/consoleDelivery.ts',
])

const IMPORT =
  /(?:import|export) (?!type )([^'()]*?)\s*from '([^']+)'|import\(\s*(?:\/\*.*?\*\/\s*)?'([^']+)'\)/g
const namesOf = (clause: string): string[] => clause.replace(/\btype \w+/g, '').match(/\w+/g) ?? []

const defines = (file: string, name: string): boolean =>
  ['.ts', '.tsx'].some(
    (ending) =>
      sources.has(file + ending) &&
      new RegExp(`^export (?:const|function|async function|class) ${name}\\b`, 'm').test(read(file + ending)),
  )

/** The files that define names which an entry of the kernel exports. */
const definingFiles = (entry: string, names: ReadonlySet<string>): string[] =>
  [...read(entry).matchAll(IMPORT)].flatMap(([, exported = '', path = '']) => {
    const file = normalize(join(dirname(entry), path))
    if (exported.trim() !== '*') return namesOf(exported).some((name) => names.has(name)) ? [file] : []
    if ([...names].some((name) => defines(file, name))) return [file]
    return sources.has(`${file}.ts`) ? definingFiles(`${file}.ts`, names) : []
  })

/**
 * The files that a file imports, without file endings and types. For the kernel's entries, these are the files that
 * define the imported names.
 */
function importsOf(file: string): string[] {
  return [...read(file).matchAll(IMPORT)].flatMap(([, clause = '', from, dynamic]) => {
    const specifier = from ?? dynamic ?? ''
    const [, name] = /^@console\/shared-kernel\/([\w-]+)$/.exec(specifier) ?? []
    const entry = `shared-kernel/src/entries/${name}.ts`
    if (sources.has(entry)) return definingFiles(entry, new Set(namesOf(clause)))
    return specifier.startsWith('.') ? [normalize(join(dirname(file), specifier))] : []
  })
}

test('there are four flows', () => expect(flows).toHaveLength(4))

describe.each(flows)('$title', ({ files }) => {
  test(`leads through at most ${MAX_FILES} files, each named once`, () => {
    expect(files.length).toBeLessThanOrEqual(MAX_FILES)
    expect(new Set(files).size).toBe(files.length)
  })

  test.each(files)('%s exists', (file) => expect(sources).toContain(file))

  test.each(files.slice(1))('%s is imported by an earlier file, unless it is a starting point', (file) => {
    const earlier = files.slice(0, files.indexOf(file)).filter((other) => sources.has(other))
    const isReached = earlier.some((other) => importsOf(other).includes(file.replace(/\.tsx?$/, '')))
    expect(isReached).toBe(!STARTS.has(file))
  })
})
