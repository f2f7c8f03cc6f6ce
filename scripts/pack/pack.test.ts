import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { paths, root } from '../lib/paths'
import { packAll } from './pack'
import type { Manifest } from './packages'

/* The packages as another repository has them: unpacked where nothing of this one is above or beside. */

jest.setTimeout(180_000)

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'console-packages-'))
afterAll(() => rmSync(folder, { recursive: true }))

const modules = join(folder, 'node_modules')
const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as Manifest
const NAMES = ['@console/shared-kernel', '@console/remote-preset', '@console/delivery']

/** What npm would install: only what a package says that it needs can be found. */
function link(name: string): void {
  const place = join(modules, name)
  if (existsSync(place)) return
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(join(root, 'node_modules', name), place, 'junction')
}

const node = (code: string) =>
  run(process.execPath, ['--input-type=module', '-e', code], { cwd: folder }).then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr: string }) => error.stderr,
  )

beforeAll(async () => {
  const tarballs = packAll(folder)
  for (const [at, file] of tarballs.entries()) {
    const place = join(modules, NAMES[at]!)
    mkdirSync(place, { recursive: true })
    await run('tar', ['-xzf', file, '-C', place, '--strip-components=1'])
  }
  for (const name of NAMES) {
    const { dependencies, peerDependencies } = manifestOf(name)
    Object.keys({ ...dependencies, ...peerDependencies }).forEach(link)
  }
  ;['@types/node', '@types/react', '@types/react-dom'].forEach(link)
})

/** Of which a page has one copy: that of the host. */
const ONE_COPY = [
  'react',
  'react-dom',
  'react-router-dom',
  '@tanstack/react-query',
  '@mui/material',
  '@emotion/react',
  '@emotion/styled',
  'axios',
  'react-hook-form',
]

it.each(ONE_COPY)('%s is a peer of the kernel, and no package brings a copy', (library) => {
  expect(manifestOf('@console/shared-kernel').peerDependencies).toHaveProperty([library])
  for (const name of NAMES) expect(manifestOf(name).dependencies ?? {}).not.toHaveProperty([library])
})

describe.each(NAMES)('%s', (name) => {
  it('exports single files, and no pattern of them', () => {
    const { exports } = manifestOf(name)
    expect(exports).toHaveProperty(['./package.json'])
    expect(JSON.stringify(exports)).not.toContain('*')
  })

  it('has code, declarations, source maps, a README and a licence', () => {
    const manifest = manifestOf(name)
    const files = readdirSync(join(modules, name), { recursive: true, encoding: 'utf8' })
    expect(manifest).toMatchObject({
      license: 'UNLICENSED',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
    expect(manifest).not.toHaveProperty('private')
    expect(files).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'package.json']))
    const code = files.filter((file) => file.endsWith('.js'))
    for (const file of code) {
      expect(files).toContain(file.replace(/js$/, 'd.ts'))
      expect(files).toContain(`${file}.map`)
    }
    expect(files.filter((file) => /\.test\.|(?<!\.d)\.tsx?$/.test(file))).toEqual([])
  })

  it('needs nothing of this repository but its own packages', () => {
    const { dependencies, peerDependencies } = manifestOf(name)
    for (const [needed, range] of Object.entries({ ...dependencies, ...peerDependencies })) {
      expect(range).toMatch(/^\^?\d+\.\d+\.\d+$/)
      if (needed.startsWith('@console/')) expect(NAMES).toContain(needed)
    }
  })
})

/** What a team writes, with all that its compiler can ask. */
const compile = (file: string, module: 'nodenext' | 'esnext') =>
  run(
    process.execPath,
    [
      ...[paths.tsc, '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--verbatimModuleSyntax'],
      ...['--noUncheckedIndexedAccess', '--skipLibCheck', '--jsx', 'react-jsx', '--target', 'es2022'],
      ...['--lib', 'es2023,dom,dom.iterable', '--types', 'node', '--module', module],
      ...['--moduleResolution', module === 'nodenext' ? module : 'bundler', file],
    ],
    { cwd: folder },
  ).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )

const entries = () =>
  NAMES.flatMap((name) =>
    Object.keys(manifestOf(name).exports ?? {})
      .filter((path) => path !== './package.json')
      .map((path) => join(name, path).replaceAll('\\', '/')),
  )

describe('in another repository', () => {
  it.each(['nodenext', 'esnext'] as const)(
    'every entry can be imported, with its types (%s)',
    async (module) => {
      const names = entries()
      expect(names.length).toBeGreaterThan(20)
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
      writeFileSync(
        join(folder, 'all.tsx'),
        `${names.map((name, at) => `import * as entry${at} from '${name}'`).join('\n')}
import { normaliseUser, type User } from '@console/shared-kernel/contracts'
import { Screen } from '@console/shared-kernel/core'
export const user: User | null = normaliseUser({ userId: 1 })
// @ts-expect-error: a number is no user
export const wrong: User = 1
// @ts-expect-error: a screen has no such property
export const screen = <Screen nothing={1}>text</Screen>
export const all = [${names.map((_, at) => `entry${at}`).join(', ')}]
`,
      )
      expect(await compile('all.tsx', module)).toBe('')
    },
  )

  it('what runs on a server is imported by Node', async () => {
    const pure = ['contracts', 'domain', 'rules', 'remote', 'schemas', 'ports', 'build', 'testing/node']
    const imports = pure.map((name) => `await import('@console/shared-kernel/${name}')`)
    expect(await node(`${imports.join('\n')}; console.log('all')`)).toBe('all')
    const preset = `import { remotePreset } from '@console/remote-preset'; console.log(typeof remotePreset)`
    expect(await node(preset)).toBe('function')
  })

  it.each([
    '@console/shared-kernel',
    '@console/shared-kernel/contracts/user',
    '@console/shared-kernel/src/client/http.ts',
    '@console/shared-kernel/dist/src/client/http.js',
    '@console/remote-preset/kernelFacts',
    '@console/delivery/src/cli',
  ])('%s is no entry, and cannot be imported', async (name) => {
    expect(await node(`await import('${name}')`)).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED')
    writeFileSync(join(folder, 'closed.ts'), `import * as closed from '${name}'\nexport { closed }\n`)
    expect(await compile('closed.ts', 'esnext')).toContain('TS2307')
  })

  it('the preset builds a remote', async () => {
    const remote = join(folder, 'remote-hello')
    cpSync(join(root, 'docs/remote-template'), remote, {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    })
    link('@mui/icons-material')
    const screen = join(remote, 'src/app/Hello.tsx')
    writeFileSync(
      screen,
      `import { ownKey } from '@console/shared-kernel/remote'\n${readFileSync(screen, 'utf8')}\nconsole.info(ownKey('greeting'))\n`,
    )
    await run(process.execPath, [paths.rsbuild, 'build'], { cwd: remote })
    const record = JSON.parse(readFileSync(join(remote, 'dist/release.json'), 'utf8')) as Record<
      string,
      unknown
    >
    const [major, minor] = manifestOf('@console/shared-kernel').version.split('.')
    expect(record).toMatchObject({ name: 'hello', kernel: `^${major}.${minor}.0`, react: '^19.0.0' })
    // only what the host does not have
    const files = Object.keys(record['files'] as object).filter((file) => file.endsWith('.js'))
    expect(files).toHaveLength(2)
    const code = files.map((file) => readFileSync(join(remote, 'dist', file), 'utf8')).join('')
    expect(code).toMatch(
      new RegExp(`\\["hello_${String(record['build'])}","greeting"|"hello_${String(record['build'])}"`),
    )
  })

  it('the delivery command runs', async () => {
    const { bin } = manifestOf('@console/delivery')
    expect(Object.keys(bin ?? {})).toEqual(['console-delivery', 'console-serve'])
    const { stdout } = await run(process.execPath, [
      join(modules, '@console/delivery', bin!['console-delivery']!),
      '--help',
    ])
    expect(stdout).toContain('publish FOLDER')
  })
})
