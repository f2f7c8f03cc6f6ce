import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { withStagingFolder, knownVersions, publishedManifest, withExtensions, withVersions } from '../pack'

describe('the manifest of a package', () => {
  const manifest = {
    name: '@console/x',
    version: '1.0.0',
    private: true,
    scripts: { types: 'tsc' },
    exports: {
      '.': './src/index.ts',
      './table': './src/entries/table.tsx',
      './host': './src/entries/host.ts',
      './package.json': './package.json',
    },
    bin: { 'console-serve': 'bin/console-serve.mjs' },
    dependencies: { zod: '4.0.0' },
    devDependencies: { tsx: '4.0.0' },
  }

  test('exports compiled code and declarations, and nothing private to the repository', () =>
    expect(publishedManifest(manifest, 'src')).toEqual({
      name: '@console/x',
      version: '1.0.0',
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './table': { types: './dist/entries/table.d.ts', default: './dist/entries/table.js' },
        './package.json': './package.json',
      },
      bin: { 'console-serve': 'dist/bin/consoleServe.js' },
      dependencies: { zod: '4.0.0' },
    }))

  test('keeps the folders of a package that is compiled as a whole', () =>
    expect(publishedManifest(manifest, '.').exports).toMatchObject({
      '.': { default: './dist/src/index.js' },
    }))
})

describe('a compiled import', () => {
  const there = (path: string) => ['./user.js', '../core.js', './listWorker.js'].includes(path)

  test.each([
    ["import { a } from './user'", "import { a } from './user.js'"],
    ['export * from "../core"', 'export * from "../core.js"'],
    ["const a = import('./user')", "const a = import('./user.js')"],
    ["type A = import('../core').A", "type A = import('../core.js').A"],
    ["import './user'", "import './user.js'"],
    ["new URL('./listWorker.ts', import.meta.url)", "new URL('./listWorker.js', import.meta.url)"],
    ["import { a } from './user.js'", "import { a } from './user.js'"],
    ["import { a } from 'react'", "import { a } from 'react'"],
    ["import json from './data.json'", "import json from './data.json'"],
  ])('%s', (source, code) => expect(withExtensions(source, there)).toBe(code))
})

describe('the temporary folder of a package', () => {
  test('belongs to one run, and is removed after it', () => {
    const stage = withStagingFolder((first) => {
      writeFileSync(join(first, 'package.json'), '{}')
      const other = withStagingFolder((second) => {
        expect(existsSync(join(second, 'package.json'))).toBe(false)
        return second
      })
      expect(existsSync(other)).toBe(false)
      expect(existsSync(join(first, 'package.json'))).toBe(true)
      return first
    })
    expect(existsSync(stage)).toBe(false)
  })

  test('is removed if packing fails', () => {
    let stage = ''
    const fail = (folder: string) => {
      stage = folder
      throw new Error('no compiler')
    }
    expect(() => withStagingFolder(fail)).toThrow('no compiler')
    expect(existsSync(stage)).toBe(false)
  })
})

describe('the versions of the template', () => {
  const known = knownVersions([
    { name: 'root', version: '1.0.0', devDependencies: { jest: '30.5.2', react: '^19.0.0' } },
    { name: '@console/kernel', version: '2.0.0', dependencies: { react: '19.3.1', '@console/x': '*' } },
  ])

  test('are the exact ones of this repository', () =>
    expect(
      withVersions(
        {
          name: 'hello',
          version: '1.0.0',
          devDependencies: { jest: '*', react: '*', '@console/kernel': '*' },
        },
        known,
      ).devDependencies,
    ).toEqual({ jest: '30.5.2', react: '19.3.1', '@console/kernel': '2.0.0' }))

  test('are never guessed', () =>
    expect(() =>
      withVersions({ name: 'hello', version: '1.0.0', devDependencies: { '@console/x': '*' } }, known),
    ).toThrow('@console/x'))
})
