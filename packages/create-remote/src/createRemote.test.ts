import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { CommandError } from '@console/shared-kernel/command'
import { consoleRegistry, createRemote as create, renamed } from './createRemote'

const TEMPLATE = join(__dirname, '../template')

const REGISTRY = 'https://packages.test/'
const createRemote = (template: string, folder: string, name: string) =>
  create({ template, parent: folder, name, registry: REGISTRY })

let parent: string
beforeEach(() => void (parent = mkdtempSync(join(tmpdir(), 'create-remote-'))))
afterEach(() => rmSync(parent, { recursive: true }))

const sourceOf = (name: string) => `src/app/${renamed('Hello', name)}.tsx`
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => statSync(join(folder, path)).isFile())

test.each([
  { text: "name: 'hello'", name: 'stock', expected: "name: 'stock'" },
  {
    text: 'export default function HelloScreen() {',
    name: 'stock-levels',
    expected: 'export default function StockLevelsScreen() {',
  },
  { text: "import Hello from './Hello'", name: 'a2-b', expected: "import A2B from './A2B'" },
  { text: 'hello.spec.ts', name: 'stock', expected: 'stock.spec.ts' },
  {
    text: "title: 'Hello', to: '/hello'",
    name: 'low-credit',
    expected: "title: 'Low Credit', to: '/low-credit'",
  },
  { text: 'title="Hello"', name: 'stock', expected: 'title="Stock"' },
])('creates $text for $name', ({ text, name, expected }) => expect(renamed(text, name)).toBe(expected))

describe('a new remote', () => {
  test('is a repository with a screen, tests, checks and a workflow, all with its name', () => {
    expect(createRemote(TEMPLATE, parent, 'stock')).toBe('remote-stock')
    const folder = join(parent, 'remote-stock')
    const files = filesOf(folder)
    expect(files).toEqual(
      expect.arrayContaining([
        ...['.gitignore', '.npmrc', '.github/workflows/ci.yml', 'README.md', 'package.json', 'tsconfig.json'],
        ...['eslint.config.js', 'jest.config.js', 'playwright.config.ts', 'rsbuild.config.ts', 'remote.ts'],
        ...['src/GreetingDialog.tsx', 'src/app/Stock.tsx', 'src/app/Stock.test.tsx', 'tests/stock.spec.ts'],
      ]),
    )
    for (const file of files) {
      expect(file).not.toMatch(/hello|^gitignore/i)
      expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/hello/i)
    }
    const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8')) as {
      compilerOptions: object
    }
    expect(compilerOptions).toMatchObject({
      strict: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
    })
  })

  const publicRegistry = (domain: string) => `https://registry.${domain}/`
  test.each([
    {
      title: 'of their own',
      ofScope: 'https://packages.test/',
      registry: publicRegistry('npmjs.org'),
      address: 'https://packages.test/',
    },
    {
      title: 'of their own with a secret',
      ofScope: 'https://u:s@packages.test/',
      registry: 'https://x.test/',
      address: 'https://packages.test/',
    },
    {
      title: 'of all packages',
      ofScope: undefined,
      registry: 'http://localhost:4873/npm',
      address: 'http://localhost:4873/npm',
    },
    {
      title: 'that is not known',
      ofScope: undefined,
      registry: publicRegistry('npmjs.org'),
      address: 'https://registry-of-the-console.invalid/',
    },
    {
      title: 'that is not known',
      ofScope: undefined,
      registry: publicRegistry('yarnpkg.com'),
      address: 'https://registry-of-the-console.invalid/',
    },
  ])(
    'gets the console packages from the registry $title ($ofScope, $registry)',
    ({ ofScope, registry, address }) => {
      create({ template: TEMPLATE, parent, name: 'stock', registry: consoleRegistry(ofScope, registry) })
      expect(readFileSync(join(parent, 'remote-stock/.npmrc'), 'utf8').replace(/^#.*\n/gm, '')).toBe(
        `@console:registry=${address}\n`,
      )
    },
  )

  test.each(['', 'Hello', '2nd', 'a b', 'a_b', '../a', '-a', 'a'.repeat(51)])(
    'cannot be named %j',
    (name) => {
      expect(() => createRemote(TEMPLATE, parent, name)).toThrow(CommandError)
      expect(readdirSync(parent)).toEqual([])
    },
  )

  test.each(['host', 'environments', 'login', 'token-debug', 'static', 'constructor'])(
    'cannot be named %s, because it could not be served',
    (name) => {
      expect(() => createRemote(TEMPLATE, parent, name)).toThrow(`No remote can be named '${name}'`)
      expect(readdirSync(parent)).toEqual([])
    },
  )

  test.each(['screen', 'button', 'screen-header', 'typography', 'greeting-dialog'])(
    'named %s has a screen whose name differs from all imports',
    (name) => {
      const code = readFileSync(join(parent, createRemote(TEMPLATE, parent, name), sourceOf(name)), 'utf8')
      const component = /export default function (\w+)/.exec(code)![1]!
      expect(code.match(new RegExp(`\\b${component}\\b`, 'g'))).toHaveLength(1)
    },
  )

  test('reports a folder that cannot be written', () => {
    writeFileSync(join(parent, 'file'), '')
    expect(() => createRemote(TEMPLATE, join(parent, 'file'), 'stock')).toThrow(/cannot be written: /)
  })

  test('is created only in an empty or new folder', () => {
    mkdirSync(join(parent, 'remote-empty'))
    createRemote(TEMPLATE, parent, 'empty')
    mkdirSync(join(parent, 'remote-full'))
    writeFileSync(join(parent, 'remote-full/mine.txt'), 'mine')
    expect(() => createRemote(TEMPLATE, parent, 'full')).toThrow(
      'remote-full already exists and is not empty',
    )
    expect(readdirSync(join(parent, 'remote-full'))).toEqual(['mine.txt'])
    writeFileSync(join(parent, 'remote-file'), 'mine')
    expect(() => createRemote(TEMPLATE, parent, 'file')).toThrow('remote-file already exists as a file')
  })
})
