import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { filesOf } from './files'
import { root } from './paths'

/* ARCHITECTURE.md follows each flow through its files: they exist, belong together, and are few enough to read. */

const MAX_FILES = 15

const sources = new Set(filesOf('*.ts', '*.tsx'))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const [, section = ''] = read('ARCHITECTURE.md').split(/^## Four flows.*$/m)
const flows = section
  .split(/^## /m)[0]!
  .split(/^### /m)
  .slice(1)
  .map((text) => ({
    title: text.split('\n')[0]!,
    files: [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, file = '']) => file),
  }))

/** The files that a file imports, without endings; an entry of the kernel stands for all that it exports. */
function importsOf(file: string): string[] {
  const specifiers = [...read(file).matchAll(/(?:from|import\(|import)\s*(?:\/\*.*?\*\/\s*)?'([^']+)'/g)]
  return specifiers.flatMap(([, specifier = '']) => {
    const [, entry] = /^@console\/shared-kernel\/([\w-]+)$/.exec(specifier) ?? []
    const path = entry && `shared-kernel/src/entries/${entry}`
    if (path) return sources.has(`${path}.ts`) ? importsOf(`${path}.ts`) : []
    return specifier.startsWith('.') ? [normalize(join(dirname(file), specifier))] : []
  })
}

it('there are four flows', () => expect(flows).toHaveLength(4))

describe.each(flows)('$title', ({ files }) => {
  const links = files
    .filter((file) => sources.has(file))
    .flatMap((file) => importsOf(file).map((imported) => [file, imported] as const))

  it(`is followed through ${MAX_FILES} files at most, each named once`, () => {
    expect(files.length).toBeLessThanOrEqual(MAX_FILES)
    expect(new Set(files).size).toBe(files.length)
  })

  it.each(files)('%s exists', (file) => expect(sources).toContain(file))

  it.each(files)('%s imports another file of the flow, or is imported by one', (file) => {
    const name = file.replace(/\.tsx?$/, '')
    const others = files.filter((other) => other !== file).map((other) => other.replace(/\.tsx?$/, ''))
    const isLinked = links.some(
      ([from, to]) => (from === file && others.includes(to)) || (from !== file && to === name),
    )
    expect(isLinked).toBe(true)
  })
})
