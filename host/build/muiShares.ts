import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'

/*
 * Which parts of MUI the host shares, and how. Run it after a change of MUI or of what the host imports of it:
 * `npm run shares -w host`.
 */

const MUI = '@mui/material'
const KERNEL = '@console/shared-kernel'
const hostFolder = dirname(dirname(fileURLToPath(import.meta.url)))
const require = createRequire(import.meta.url)
const kernelFolder = dirname(require.resolve(`${KERNEL}/package.json`))
const shares = join(hostFolder, 'src/features/composition/shares')

/** Paths that are no use to a remote: inner parts of the package, types, and all languages at once. */
const INNER =
  /^(package\.json|internal|locale|zero-styled|className|darkScrollbar|DefaultPropsProvider|themeCssVarsAugmentation|useLazyRipple|InitColorSchemeScript|Pigment\w+|.*\/.*|)$/
/** Parts that the first screens of remotes show, and of which icons are made: they would only be waited for. */
const FIRST_SCREENS = ['Paper', 'SvgIcon', 'ToggleButton', 'ToggleButtonGroup']
/** Collections, of which the host has a part: all of one would cost every page some kB. */
const WHOLE = ['styles']
/** The modules that these files begin with are loaded before the first screen. */
const START = [
  'src/app/main.tsx',
  'src/features/shell/ProtectedArea.tsx',
  'src/features/composition/shareTable.ts',
]

const exportsOf = (name: string) =>
  (
    JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')) as {
      exports: Record<string, string>
    }
  ).exports

function muiPaths(): string[] {
  return Object.keys(exportsOf(MUI))
    .map((path) => path.slice(2))
    .filter((path) => !INNER.test(path) && Object.keys(require(`${MUI}/${path}`) as object).length > 0)
    .sort()
}

/** What a module imports at once: neither types nor what `import()` loads later. */
function staticImports(file: string): string[] {
  const { body } = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') })
  return body.flatMap((item) => {
    if (!('source' in item) || !item.source) return []
    const isType = ('typeOnly' in item && item.typeOnly) || ('isTypeOnly' in item && item.isTypeOnly)
    return isType ? [] : [item.source.value]
  })
}

/** The module of the host or the kernel that a request names, if it is one. */
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

/** @returns the paths that the host has in its own files, and the others, which are loaded when they are asked for */
export function muiShares(): { inHost: string[]; others: string[] } {
  const known = pathsInHost()
  const paths = muiPaths()
  return {
    inHost: paths.filter((path) => known.has(path)),
    others: paths.filter((path) => !known.has(path)),
  }
}

function writeMuiShares(): void {
  const { inHost, others } = muiShares()
  const head = '// Written by host/build/muiShares.ts.\n'
  const namespaces = (paths: string[]) =>
    paths.map((path) => `export * as ${path} from '${MUI}/${path}'\n`).join('')
  const names = `export const MUI_OTHERS = [\n${others.map((path) => `  '${path}',\n`).join('')}] as const\n`
  const write = (file: string, text: string) => writeFileSync(join(shares, file), head + text)
  write('muiInHost.ts', `/** Parts of MUI that the host has in its own files. */\n${namespaces(inHost)}`)
  write('muiOthers.ts', `/** All other parts of MUI. */\n${namespaces(others)}`)
  write('muiNames.ts', names)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeMuiShares()
