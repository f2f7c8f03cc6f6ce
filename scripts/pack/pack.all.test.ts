import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { tsxFiles } from '../testing/markdown'
import { SHARED_ENTRIES } from '../../packages/remote-preset/src/kernelFacts'
import { paths, root } from '../lib/paths'
import { packAll, PACKAGES, type Manifest } from '../pack'
import { createTeamFolder, type TeamFolder } from '../testing/teamFolder'

/* Tests the packages as another repository has them: unpacked outside this repository. */

jest.setTimeout(180_000)

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'console-packages-'))
afterAll(() => rmSync(folder, { recursive: true }))

const modules = join(folder, 'node_modules')
/** The packages except the emulator, which contains the builds. */
const packages = PACKAGES.filter((name) => name !== 'packages/emulator')
const NAMES = packages.map((name) => `@console/${basename(name)}`)
const LIBRARIES = NAMES.filter((name) => name !== '@console/create-remote')
let team: TeamFolder

const node = (code: string) =>
  run(process.execPath, ['--input-type=module', '-e', code], { cwd: folder }).then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr: string }) => error.stderr,
  )

beforeAll(() => {
  const tarballs = packAll(folder, { packages })
  team = createTeamFolder(folder, Object.fromEntries(tarballs.map((file, at) => [NAMES[at]!, file])))
  team.link('@types/node', '@types/react', '@types/react-dom')
})

/** A page has one copy of each of these: the host's. */
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

test.each(ONE_COPY)('%s is a peer of the kernel, and no package contains a copy', (library) => {
  expect(team.manifestOf('@console/shared-kernel').peerDependencies).toHaveProperty([library])
  for (const name of NAMES) expect(team.manifestOf(name).dependencies ?? {}).not.toHaveProperty([library])
})

describe.each(NAMES)('%s', (name) => {
  test('exports single files, and no patterns', () => {
    const { exports } = team.manifestOf(name)
    expect(exports).toHaveProperty(['./package.json'])
    expect(JSON.stringify(exports)).not.toContain('*')
  })

  test('has code, declarations, source maps, a README and a licence', () => {
    const manifest = team.manifestOf(name)
    const files = readdirSync(join(modules, name), { recursive: true, encoding: 'utf8' }).filter(
      (file) => !file.startsWith('template'),
    )
    expect(manifest).toMatchObject({
      license: 'UNLICENSED',
      engines: { node: expect.stringContaining('>=') },
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
    expect(manifest).not.toHaveProperty('private')
    expect(files).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE', 'package.json']))
    // a package that contains only commands is bundled, and no package imports it
    const code = files.filter((file) => file.endsWith('.js') && LIBRARIES.includes(name))
    for (const file of code) {
      expect(files).toContain(file.replace(/js$/, 'd.ts'))
      expect(files).toContain(`${file}.map`)
    }
    expect(files.filter((file) => /\.test\.|(?<!\.d)\.tsx?$/.test(file))).toEqual([])
  })

  test('imports only its dependencies, also for its types', () => {
    const { dependencies, peerDependencies } = team.manifestOf(name)
    const known = Object.keys({ ...dependencies, ...peerDependencies, [name]: '' })
    const dist = join(modules, name, 'dist')
    for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|d\.ts)$/.test(file)) continue
      const { importedFiles } = ts.preProcessFile(readFileSync(join(dist, file), 'utf8'), true, true)
      const packages = importedFiles
        .filter(({ fileName }) => !fileName.startsWith('.') && !isBuiltin(fileName))
        .map(({ fileName }) => /^(@[^/]+\/)?[^/]+/.exec(fileName)![0])
      expect({ file, unknown: packages.filter((each) => !known.includes(each)) }).toEqual({
        file,
        unknown: [],
      })
    }
  })

  test('depends on nothing in this repository except published packages', () => {
    const { dependencies, peerDependencies } = team.manifestOf(name)
    for (const [needed, range] of Object.entries({ ...dependencies, ...peerDependencies })) {
      expect(range).toMatch(/^\^?\d+\.\d+\.\d+$/)
      if (needed.startsWith('@console/')) expect(NAMES).toContain(needed)
    }
  })
})

/** Compiles a team's code with the strictest compiler options. */
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
  LIBRARIES.flatMap((name) =>
    Object.keys(team.manifestOf(name).exports ?? {})
      .filter((path) => path !== './package.json')
      .map((path) => join(name, path).replaceAll('\\', '/')),
  )

describe('in another repository', () => {
  test.each(['nodenext', 'esnext'] as const)(
    'every entry can be imported, with its types (%s)',
    async (module) => {
      const names = entries()
      expect(names.length).toBeGreaterThan(20)
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
      writeFileSync(
        join(folder, 'all.tsx'),
        `${names.map((name, at) => `import * as entry${at} from '${name}'`).join('\n')}
import { normaliseUser, type User } from '@console/shared-kernel/contracts'
import { useQuery } from '@tanstack/react-query'
import * as core from '@console/shared-kernel/core'
import { Screen } from '@console/shared-kernel/core'
export const user: User | null = normaliseUser({ userId: 1 })
// @ts-expect-error: a number is not a user
export const wrong: User = 1
// @ts-expect-error: a screen has no such property
export const screen = <Screen nothing={1}>text</Screen>
export const useAll = () => [
  useQuery(core.gamesQuery).data?.[0]?.name satisfies string | undefined,
  useQuery(core.countriesQuery).data?.[0]?.name satisfies string | undefined,
  useQuery({ ...core.machinesQuery, staleTime: 1 }).data?.rows[0]?.name satisfies string | undefined,
  useQuery(core.usersQuery(user!)).data?.rows[0]?.userName satisfies string | undefined,
  // @ts-expect-error: a list of machines has no users
  useQuery(core.listQuery('machines', '/')).data?.rows[0]?.level,
]
export const all = [${names.map((_, at) => `entry${at}`).join(', ')}]
`,
      )
      expect(await compile('all.tsx', module)).toBe('')
    },
  )

  test('the server entries can be imported by Node', async () => {
    const others: readonly string[] = [
      ...SHARED_ENTRIES.filter((name) => name !== 'rules' && name !== 'levels'),
      'testing',
      'testing/page',
      'standalone',
    ]
    const pure = Object.keys(team.manifestOf('@console/shared-kernel').exports ?? {})
      .map((path) => path.replace('./', ''))
      .filter((name) => !others.includes(name) && name !== 'package.json')
    expect(pure).toEqual(expect.arrayContaining(['contracts', 'rules', 'sdk/data', 'testing/node']))
    const imports = pure.map((name) => `await import('@console/shared-kernel/${name}')`)
    expect(await node(`${imports.join('\n')}; console.log('all')`)).toBe('all')
    const preset = `import { remotePreset } from '@console/remote-preset'; console.log(typeof remotePreset)`
    expect(await node(preset)).toBe('function')
  })

  test.each([
    '@console/shared-kernel',
    '@console/shared-kernel/contracts/user',
    '@console/shared-kernel/host',
    '@console/shared-kernel/src/client/http.ts',
    '@console/shared-kernel/dist/src/client/http.js',
    '@console/remote-preset/kernelFacts',
    '@console/delivery/src/bin/consoleServe',
  ])('%s is not an entry and cannot be imported', async (name) => {
    expect(await node(`await import('${name}')`)).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED')
    writeFileSync(join(folder, 'closed.ts'), `import * as closed from '${name}'\nexport { closed }\n`)
    expect(await compile('closed.ts', 'esnext')).toContain('TS2307')
  })

  test('the delivery command runs', async () => {
    const { bin } = team.manifestOf('@console/delivery')
    expect(Object.keys(bin ?? {})).toEqual(['console-delivery', 'console-probe', 'console-serve'])
    const { stdout } = await run(process.execPath, [
      join(modules, '@console/delivery', bin!['console-delivery']!),
      '--help',
    ])
    expect(stdout).toContain('publish FOLDER')
  })
})

describe('a remote in a repository of its own', () => {
  const remote = join(folder, 'remote-hello')
  const manifest = () => JSON.parse(readFileSync(join(remote, 'package.json'), 'utf8')) as Manifest
  /** @returns its output if it fails, or if a test prints to the console; otherwise `done` */
  const npm = (script: string) =>
    run('npm', ['run', '--silent', ...script.split(' ')], {
      cwd: remote,
      shell: process.platform === 'win32',
    }).then(
      ({ stderr }) => (/^ *console\.\w+$/m.test(stderr) ? stderr : 'done'),
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    )

  beforeAll(async () => {
    await run(join(modules, '.bin/create-remote'), ['hello'], { cwd: folder })
    team.link(...Object.keys(manifest().devDependencies ?? {}))
  })

  test('has the exact version of each package', () => {
    const { devDependencies = {} } = manifest()
    for (const version of Object.values(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    for (const name of LIBRARIES) expect(devDependencies[name]).toBe(team.manifestOf(name).version)
  })

  test.each(['types', 'lint -- --max-warnings 0', 'test'])('passes its own checks: %s', async (script) => {
    expect(await npm(script)).toBe('done')
  })

  test('passes its checks with the screen and test of docs/write-a-remote.md', async () => {
    const files = tsxFiles(readFileSync(join(root, 'docs/write-a-remote.md'), 'utf8'))
    expect(Object.keys(files)).toEqual([
      'src/app/Stock.tsx',
      'src/CreditDialog.tsx',
      'src/app/Stock.test.tsx',
    ])
    for (const [file, code] of Object.entries(files)) writeFileSync(join(remote, file), code)
    expect(await npm('types')).toBe('done')
    expect(await npm('lint -- --max-warnings 0')).toBe('done')
    expect(await npm('test')).toBe('done')
    for (const file of Object.keys(files)) rmSync(join(remote, file))
  })

  test.each([
    { script: 'types', from: 'setAsking(true)', to: 'setAsking(1)', words: 'TS2345' },
    {
      script: 'lint',
      from: "import Button from '@mui/material/Button'",
      to: "import { Button } from '@mui/material'",
      words: 'by its path',
    },
    {
      script: 'lint -- --max-warnings 0',
      from: 'import { GreetingDialog',
      to: "import type { ElementRef } from 'react'\nexport type Anchor = ElementRef<'a'>\nimport { GreetingDialog",
      words: '`ElementRef` is deprecated',
    },
    {
      script: 'test',
      from: 'Welcome',
      to: 'Farewell',
      words: 'Unable to find an element with the text: Welcome, ana.',
    },
  ])('fails its own checks on a fault: $script', async ({ script, from, to, words }) => {
    const screen = join(remote, 'src/app/Hello.tsx')
    const text = readFileSync(screen, 'utf8')
    writeFileSync(screen, text.replace(from, to))
    expect(await npm(script)).toContain(words)
    writeFileSync(screen, text)
  })

  test('builds a record, and only the files that the host lacks', async () => {
    const screen = join(remote, 'src/app/Hello.tsx')
    writeFileSync(
      screen,
      `import { ownKey } from '@console/shared-kernel/sdk/data'\n${readFileSync(screen, 'utf8')}\nconsole.info(ownKey('greeting'))\n`,
    )
    expect(await npm('build')).toBe('done')
    const written = readFileSync(join(remote, 'dist/release.json'), 'utf8')
    const record = JSON.parse(written) as { files: object; build: string }
    const [major, minor] = team.manifestOf('@console/shared-kernel').version.split('.')
    expect(record).toMatchObject({ name: 'hello', kernel: `^${major}.${minor}.0`, react: '^19.0.0' })
    const files = Object.keys(record.files).filter((file) => file.endsWith('.js'))
    expect(files).toHaveLength(2)
    const code = files.map((file) => readFileSync(join(remote, 'dist', file), 'utf8')).join('')
    expect(code).toMatch(new RegExp(`\\["hello_${record.build}","greeting"|"hello_${record.build}"`))
  })
})
