import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { BUDGETS, readBudgets } from '@console/delivery/budgets'
import { CommandError, readArguments, UsageError } from '@console/shared-kernel/command'
import { main } from './lib/main'
import { builtPackages, paths, root, workspacesOf } from './lib/paths'

export const PACKAGES = [
  'shared-kernel',
  'packages/remote-preset',
  'delivery',
  'packages/create-remote',
  'packages/emulator',
] as const

export type Targets = Record<string, string>

export interface Manifest {
  name: string
  version: string
  files?: string[]
  engines?: Targets
  exports?: Targets
  bin?: Targets
  dependencies?: Targets
  peerDependencies?: Targets
  devDependencies?: Targets
}

const EXACT = /^\d+\.\d+\.\d+$/

/** The exact versions of these manifests and of their dependencies. */
export function knownVersions(manifests: readonly Manifest[]): Targets {
  const asked = manifests.flatMap(({ name, version, dependencies, devDependencies }) =>
    Object.entries({ ...devDependencies, ...dependencies, ...(version && { [name]: version }) }),
  )
  return Object.fromEntries(asked.filter(([, version]) => EXACT.test(version)))
}

/**
 * The template contains no versions; they come from this repository.
 * @throws Error naming a package without an exact version
 */
export function withVersions<M extends Manifest>(manifest: M, known: Targets): M {
  const devDependencies = Object.fromEntries(
    Object.keys(manifest.devDependencies ?? {}).map((name) => {
      if (!known[name]) throw new Error(`No manifest of this repository names an exact version of ${name}.`)
      return [name, known[name]]
    }),
  )
  return { ...manifest, devDependencies }
}

/** Maps `./src/site/page.ts` to `./dist/site/page`, which exists with several extensions. */
const compiled = (source: string, rootDir: string): string =>
  `./dist/${source.replace(/^\.\//, '').replace(new RegExp(`^${rootDir}/`), '')}`.replace(/\.tsx?$/, '')

/** The entry is for the console only: a second copy would have its own session. */
const NOT_PUBLISHED = './host'

const isSource = (path: string): boolean => /\.tsx?$/.test(path)

/**
 * The manifest of the package: exports point to compiled files, and development fields are removed.
 * @param rootDir the folder whose structure `dist` mirrors, `.` for the whole package
 */
export function publishedManifest(manifest: object, rootDir: string): Manifest {
  const {
    scripts: _scripts,
    devDependencies: _dev,
    private: _private,
    ...kept
  } = manifest as Record<string, unknown>
  const { exports = {}, bin, ...rest } = kept as unknown as Manifest
  const published: Record<string, string | { types: string; default: string }> = {}
  for (const [path, target] of Object.entries(exports)) {
    if (path === NOT_PUBLISHED) continue
    const file = compiled(target, rootDir)
    published[path] = isSource(target) ? { types: `${file}.d.ts`, default: `${file}.js` } : target
  }
  return {
    ...rest,
    exports: published,
    ...(bin && {
      bin: Object.fromEntries(Object.entries(bin).map(([name, file]) => [name, compiledBin(file)])),
    }),
  } as unknown as Manifest
}

/** Maps `bin/console-serve.mjs`, which runs sources, to the package's `dist/bin/consoleServe.js`. */
const compiledBin = (file: string): string =>
  `dist/${file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\.mjs$/, '.js')}`

/** Matches `from './x'`, `import('./x')`, `import './x'` and `new URL('./x', import.meta.url)`. */
const RELATIVE = /(\bfrom\s+|\bimport\s*\(\s*|\bimport\s+|\bnew URL\(\s*)(['"])(\.{1,2}\/[^'"]*)\2/g

/**
 * Adds file extensions to relative imports, because Node and strict bundlers need them. Workers are imported
 * by their source name.
 * @param exists whether a compiled file exists at this path, relative to the importing file
 */
export const withExtensions = (code: string, exists: (path: string) => boolean): string =>
  code.replace(RELATIVE, (whole: string, before: string, quote: string, path: string) => {
    const found = [path, `${path}.js`, path.replace(/\.tsx?$/, '.js')].find(
      (each) => each.endsWith('.js') && exists(each),
    )
    return found ? `${before}${quote}${found}${quote}` : whole
  })

interface Project {
  compilerOptions: { rootDir: string }
}

const writeJson = (path: string, content: object) =>
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

interface PackSettings {
  packages?: readonly string[]
  /** Skips the type check, because `npm run types` has passed; the tarballs are the same. */
  areChecked?: boolean
}

/**
 * The emulator's tarball contains the builds of `npm run build`.
 * @param to an existing folder
 * @returns the tarballs' paths
 */
export const packAll = (
  to: string,
  { packages = PACKAGES, areChecked = false }: PackSettings = {},
): string[] =>
  packages.map((name) =>
    withStagingFolder((stage) =>
      packFrom({ folder: join(root, name), stage, to, flags: areChecked ? ['--noCheck'] : [] }),
    ),
  )

/** Provides a temporary folder for the duration of the work. */
export function withStagingFolder<Result>(work: (stage: string) => Result): Result {
  mkdirSync(paths.state, { recursive: true })
  const stage = mkdtempSync(join(paths.state, 'pack-'))
  try {
    return work(stage)
  } finally {
    rmSync(stage, { recursive: true })
  }
}

interface Packing {
  /** The package's folder. */
  folder: string
  /** A temporary folder, for what is packed. */
  stage: string
  /** The folder of the tarball. */
  to: string
  /** For the TypeScript compiler. */
  flags: string[]
}

function packFrom({ folder, stage, to, flags }: Packing): string {
  const project = join(folder, 'tsconfig.build.json')
  const rootDir = existsSync(project) ? readJson<Project>(project).compilerOptions.rootDir : 'src'
  const manifest = publishedManifest(readJson<Manifest>(join(folder, 'package.json')), rootDir)
  Object.assign(manifest, { engines: readJson<Manifest>(join(root, 'package.json')).engines })
  const dist = join(stage, 'dist')
  if (existsSync(project)) {
    execFileSync(process.execPath, [paths.tsc, '-p', project, '--outDir', dist, ...flags], {
      stdio: 'inherit',
    })
    nameFiles(dist)
  } else bundleCommands(folder, dist)
  // the API's bundle does not contain its packages
  if (manifest.files?.includes('built'))
    manifest.dependencies = { ...apiPackages(), ...manifest.dependencies }
  writeJson(join(stage, 'package.json'), manifest)
  for (const file of manifest.files ?? []) {
    if (file !== 'dist' && file !== 'built')
      cpSync(join(folder, file), join(stage, file), { recursive: true })
  }
  // npm always packs the license
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
  if (manifest.files?.includes('template')) fillVersionsIn(join(stage, 'template', 'package.json'))
  if (manifest.files?.includes('budgets.json')) writeJson(join(stage, 'budgets.json'), readBudgets(BUDGETS))
  if (manifest.files?.includes('built')) copyBuilds(join(stage, 'built'))
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', resolve(to)], {
    cwd: stage,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename }] = JSON.parse(output) as [{ filename: string }]
  return join(to, filename)
}

/** Bundles a package that contains only commands, so that `npm create` installs no dependencies. */
const bundleCommands = (folder: string, dist: string) =>
  buildSync({
    absWorkingDir: folder,
    entryPoints: ['src/bin/*.ts'],
    outdir: join(dist, 'bin'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  })

function fillVersionsIn(file: string): void {
  const folders = ['.', ...workspacesOf(root)]
  const known = knownVersions(folders.map((folder) => readJson<Manifest>(join(root, folder, 'package.json'))))
  writeJson(file, withVersions(readJson<Manifest>(file), known))
}

const apiPackages = (): Targets =>
  Object.fromEntries(
    Object.entries(readJson<Manifest>(join(root, 'api', 'package.json')).dependencies ?? {}).filter(
      ([name]) => !name.startsWith('@console/'),
    ),
  )

function copyBuilds(to: string): void {
  for (const name of builtPackages) {
    const dist = join(root, name, 'dist')
    if (!existsSync(dist)) throw new CommandError(`${name} is not built: npm run build.`)
    cpSync(dist, join(to, name, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.map') })
    cpSync(join(root, name, 'package.json'), join(to, name, 'package.json'))
  }
}

function nameFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, entry)
    if (!/\.(js|d\.ts)$/.test(file)) continue
    const exists = (path: string) => existsSync(join(dirname(file), path))
    writeFileSync(file, withExtensions(readFileSync(file, 'utf8'), exists))
  }
}

/** Runs `npm run pack -- --to FOLDER`. */
function run(args: string[]): number {
  const { to } = readArguments({ args, options: { to: { type: 'string' } } }).values
  if (!to) throw new UsageError('Use: npm run pack -- --to FOLDER')
  const waiting = readdirSync(join(root, '.changeset')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  ).length
  if (waiting > 0)
    console.warn(
      `${waiting} changesets wait: these packages have more than the versions on them say. Release first: npm run release`,
    )
  mkdirSync(to, { recursive: true })
  for (const file of packAll(to)) console.log(file)
  return 0
}

void main(import.meta.url, run)
