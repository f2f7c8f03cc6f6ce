import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sourceHash } from './sourceHash'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'source-hash-'))
  write('src/a.ts', 'a')
  write('src/b.ts', 'b')
  write('package.json', '{}')
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string, below = folder): void {
  mkdirSync(dirname(join(below, path)), { recursive: true })
  writeFileSync(join(below, path), text)
}

describe('the name of a build', () => {
  it('is eight hex digits, the same for the same sources wherever they lie', () => {
    const copy = mkdtempSync(join(tmpdir(), 'source-hash-copy-'))
    for (const [path, text] of [
      ['package.json', '{}'],
      ['src/b.ts', 'b'],
      ['src/a.ts', 'a'],
    ] as const)
      write(path, text, copy)
    expect(sourceHash(folder)).toMatch(/^[0-9a-f]{8}$/)
    expect(sourceHash(copy)).toBe(sourceHash(folder))
    rmSync(copy, { recursive: true })
  })

  it.each<[string, () => void]>([
    ['another content', () => write('src/a.ts', 'A')],
    ['a new file', () => write('src/deep/er/c.css', '')],
    ['a moved border between two files', () => (write('src/a.ts', 'ab'), write('src/b.ts', ''))],
    [
      'another name of a file',
      () => {
        rmSync(join(folder, 'src/b.ts'))
        write('src/c.ts', 'b')
      },
    ],
    ['another version of the package', () => write('package.json', '{"version":"2.0.0"}')],
    ['a file whose name only looks like a test', () => write('src/latest.ts', 'x')],
  ])('changes with %s', (_, change) => {
    const before = sourceHash(folder)
    change()
    expect(sourceHash(folder)).not.toBe(before)
  })

  it.each([
    'dist/a.js',
    'node_modules/x/index.js',
    '.console/state',
    'test-results/x',
    'src/a.test.ts',
    'src/b.test.tsx',
  ])('does not change with %s', (path) => {
    const before = sourceHash(folder)
    write(path, 'whatever')
    expect(sourceHash(folder)).toBe(before)
  })

  it('tells two files from one that is named like both', () => {
    write('two/a', '')
    write('two/b', '')
    write('one/ab', '')
    expect(sourceHash(join(folder, 'two'))).not.toBe(sourceHash(join(folder, 'one')))
  })

  it('covers several folders and single files', () => {
    const src = join(folder, 'src')
    const manifest = join(folder, 'package.json')
    const both = sourceHash(src, manifest)
    expect(both).not.toBe(sourceHash(src))
    write('package.json', '{"version":"2.0.0"}')
    expect(sourceHash(src, manifest)).not.toBe(both)
  })
})
