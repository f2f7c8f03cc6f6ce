import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { SHARED_ENTRIES, SHARED_LIBRARIES } from '@console/remote-preset/shared'

/*
 * Generates the lists of the modules that the host shares with remotes, their export names, and the parts of
 * MUI that are loaded on demand. Builds, checks and tests run it first; git ignores what it writes.
 */

const MUI = '@mui/material'
const KERNEL = '@console/shared-kernel'
const hostFolder = dirname(dirname(fileURLToPath(import.meta.url)))
const require = createRequire(import.meta.url)
const kernelFolder = dirname(require.resolve(`${KERNEL}/package.json`))
const shares = join(hostFolder, 'src/features/composition/sharedModules')

/** Paths that remotes do not need: internals of the package, types, and all languages at once. */
const INNER =
  /^(package\.json|internal|locale|zero-styled|className|darkScrollbar|DefaultPropsProvider|themeCssVarsAugmentation|useLazyRipple|InitColorSchemeScript|Pigment\w+|.*\/.*|)$/
/** Parts that remotes' first screens and all icons use, so loading them on demand would only delay them. */
const FIRST_SCREENS = ['Paper', 'SvgIcon', 'ToggleButton', 'ToggleButtonGroup']
/** Collections that the host includes only in part, because a whole one would cost every page a few kB. */
const WHOLE = ['styles']
/** Entry files whose imports are loaded before the first screen. */
const START = [
  'src/app/main.tsx',
  'src/features/shell/ProtectedArea.tsx',
  'src/features/composition/sharedModules/shareTable.ts',
]

const exportsOf = (name: string) =>
  (
    JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')) as {
      exports: Record<string, string>
    }
  ).exports

const namesIn = (module: object): string[] =>
  // newer versions of Node add `module.exports`
  Object.keys(module).filter((name) => name !== '__esModule' && name !== 'module.exports')

/** The names that a module of the host or the kernel exports, including re-exports, without types. */
function namesOfSource(file: string): string[] {
  return bodyOf(file).flatMap((item) => {
    if (item.type === 'ExportAllDeclaration') return namesOfSource(fileOf(item.source.value, file)!)
    if (item.type === 'ExportNamedDeclaration') {
      if ('typeOnly' in item && item.typeOnly) return []
      return item.specifiers.flatMap((specifier) => {
        if (specifier.type !== 'ExportSpecifier' || specifier.isTypeOnly) return []
        return (specifier.exported ?? specifier.orig).value
      })
    }
    if (item.type !== 'ExportDeclaration') return []
    const { declaration } = item
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.value : []))
    const isValue = declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration'
    return isValue ? declaration.identifier.value : []
  })
}

/** Files that define the shared part of a library. */
const PARTS: Readonly<Record<string, string>> = {
  'react-router-dom': 'router.ts',
  '@tanstack/react-query': 'query.ts',
}

async function namesOf(share: string): Promise<string[]> {
  const part = PARTS[share]
  if (part) return namesOfSource(join(shares, part))
  if (share.startsWith(KERNEL)) return namesOfSource(fileOf(share, KERNEL)!)
  // React's packages are CommonJS, whose names Node can also read from the development build
  if (/^react(?:-dom|\/jsx-runtime)?$/.test(share)) return ['default', ...namesIn(require(share) as object)]
  // MUI exports the same names for Node as for browsers, and they can be read without a bundler
  if (share.startsWith(MUI)) return namesIn(require(share) as object)
  return namesIn((await import(share)) as object)
}

/** Every module that the host shares, with its export names. */
export async function sharedNames(): Promise<Record<string, string[]>> {
  const names = [
    'react',
    'react/jsx-runtime',
    'react-dom',
    ...SHARED_LIBRARIES,
    ...muiPaths().map((path) => `${MUI}/${path}`),
    ...SHARED_ENTRIES.map((entry) => `${KERNEL}/${entry}`),
  ]
  const entries = names.map(async (name) => [name, [...new Set(await namesOf(name))].sort()] as const)
  return Object.fromEntries(await Promise.all(entries))
}

function muiPaths(): string[] {
  return Object.keys(exportsOf(MUI))
    .map((path) => path.slice(2))
    .filter((path) => !INNER.test(path) && Object.keys(require(`${MUI}/${path}`) as object).length > 0)
    .sort()
}

const bodyOf = (file: string) =>
  parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') }).body

/** Static imports, except type imports. */
function staticImports(file: string): string[] {
  return bodyOf(file).flatMap((item) => {
    if (!('source' in item) || !item.source) return []
    const isType = ('typeOnly' in item && item.typeOnly) || ('isTypeOnly' in item && item.isTypeOnly)
    return isType ? [] : [item.source.value]
  })
}

/** Resolves a request to a module of the host or the kernel, if it is one. */
function fileOf(request: string, from: string): string | undefined {
  const entry = exportsOf(KERNEL)[request.replace(KERNEL, '.')] ?? ''
  const path = request.startsWith('.') ? join(dirname(from), request) : join(kernelFolder, entry)
  return ['', '.ts', '.tsx']
    .map((ending) => path + ending)
    .find((file) => /\.tsx?$/.test(file) && existsSync(file))
}

/** The paths of MUI that the page loads before the first screen. */
function pathsInHost(): ReadonlySet<string> {
  const files = START.map((file) => join(hostFolder, file))
  const paths = new Set(FIRST_SCREENS)
  for (const file of files) {
    for (const request of staticImports(file)) {
      const path = request.startsWith(`${MUI}/`) ? request.slice(MUI.length + 1) : ''
      if (path && !WHOLE.includes(path)) paths.add(path)
      const next = fileOf(request, file)
      if (next && !next.startsWith(shares) && !files.includes(next)) files.push(next)
    }
  }
  return paths
}

/** @returns the paths in the host's own files, and the others, which are loaded on demand */
export function muiShares(): { inHost: string[]; others: string[] } {
  const known = pathsInHost()
  const paths = muiPaths()
  return {
    inHost: paths.filter((path) => known.has(path)),
    others: paths.filter((path) => !known.has(path)),
  }
}

/** Modules loaded on demand whose names the page knows in advance, because its own screens use them. */
const KNOWN = [
  'react-hook-form',
  ...['form', 'games', 'dates', 'charts', 'bulk', 'conflicts', 'panel', 'user-details'].map(
    (entry) => `${KERNEL}/${entry}`,
  ),
]
const OTHER = ['@mui/material/styles', '@emotion/react', '@emotion/styled']

/** The names of modules that are not loaded yet, as far as the page knows them. */
export async function unloadedNames() {
  const all = await sharedNames()
  const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, all[name]!]))
  return {
    known: pick(KNOWN),
    other: pick([...muiShares().others.map((path) => `${MUI}/${path}`), ...OTHER]),
  }
}

async function writeShares(): Promise<void> {
  mkdirSync(join(shares, 'generated'), { recursive: true })
  const { inHost, others } = muiShares()
  const { known, other } = await unloadedNames()
  const head = '// Written by host/build/shares.ts.\n'
  const namespaces = (paths: string[]) =>
    paths.map((path) => `export * as ${path} from '${MUI}/${path}'\n`).join('')
  const write = (file: string, text: string) => writeFileSync(join(shares, 'generated', file), head + text)
  write('muiInHost.ts', `/** Parts of MUI that the host has in its own files. */\n${namespaces(inHost)}`)
  write('muiOthers.ts', `/** All other parts of MUI. */\n${namespaces(others)}`)
  write(
    'exportNames.ts',
    `/** Paths of \`muiOthers.ts\`. */\nexport const MUI_OTHERS = ${JSON.stringify(others)} as const\n` +
      `/** Names of modules loaded on demand that the console's own screens take. */\n` +
      `export const KNOWN_NAMES: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(known)}\n`,
  )
  write(
    'otherNames.ts',
    `/** Names of the other modules loaded on demand. */\n` +
      `export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(other)}\n`,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) void writeShares()
