import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { BUDGETS, readBudgets } from '@console/delivery/budgets'
import { CommandError } from '@console/shared-kernel/command'
import { main } from './lib/main'
import { paths, remotePackages, root } from './lib/paths'

export const IMAGES = ['api', 'delivery', 'web'] as const
export type Image = (typeof IMAGES)[number]

export const CONTAINERFILES: Readonly<Record<Image, string>> = {
  api: 'api/Containerfile',
  delivery: 'delivery/Containerfile',
  web: 'delivery/web/Containerfile',
}

/** The folder with everything for an image, so that its build runs no commands and needs no network. */
export const contextOf = (image: Image): string => join(paths.state, 'images', image)

/** PGlite is removed: the image needs PostgreSQL, and PGlite would be its largest package. */
const EMBEDDED = { package: '@electric-sql/pglite', files: /^dbWorker\.js/ }

const LAYOUT: Readonly<Record<Image, (context: string) => Promise<void> | void>> = {
  api: writeApiContext,
  delivery: writeDeliveryContext,
  web: (context) => cpSync(join(root, 'delivery/web/nginx.conf'), join(context, 'nginx.conf')),
}

export async function writeContexts(): Promise<void> {
  // packages are copied from this machine, and password hashing is native code
  if (process.platform !== 'linux')
    throw new CommandError('Images are laid out on Linux: see delivery/README.md.')
  for (const image of IMAGES) {
    const context = contextOf(image)
    rmSync(context, { recursive: true, force: true })
    mkdirSync(context, { recursive: true })
    await LAYOUT[image](context)
    cpSync(join(root, CONTAINERFILES[image]), join(context, 'Containerfile'))
    makeReadable(context)
  }
}

function writeApiContext(context: string): void {
  const dist = join(root, 'api', 'dist')
  cpSync(dist, join(context, 'console', 'dist'), {
    recursive: true,
    filter: (path) => !EMBEDDED.files.test(path.slice(dist.length + 1)),
  })
  copyManifest('api', context)
  copyPackages(context, 'api', [EMBEDDED.package])
}

async function writeDeliveryContext(context: string): Promise<void> {
  const folder = join(root, 'delivery')
  const target = join(context, 'console')
  await build({
    absWorkingDir: folder,
    entryPoints: { 'console-delivery': 'src/bin/consoleDelivery.ts', 'first-site': 'images/firstSite.ts' },
    // as deep as the sources, which find budgets.json by a relative path
    outdir: join(target, 'dist', 'bin'),
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    external: dependenciesOf('delivery'),
    logLevel: 'warning',
  })
  writeFileSync(join(target, 'budgets.json'), JSON.stringify(readBudgets(BUDGETS)))
  for (const name of ['host', ...remotePackages])
    cpSync(join(root, name, 'dist'), join(target, 'builds', name), { recursive: true })
  copyManifest('delivery', context)
  copyPackages(context, 'delivery', [])
  // a new volume takes its owner from the folder that it is mounted on
  for (const name of ['site', 'nginx']) mkdirSync(join(context, 'volumes', name), { recursive: true })
}

const dependenciesOf = (name: string): string[] => {
  const { dependencies } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return Object.keys(dependencies).filter((dependency) => !dependency.startsWith('@console/'))
}

const copyManifest = (name: string, context: string): void =>
  cpSync(join(root, name, 'package.json'), join(context, 'console', 'package.json'))

function copyPackages(context: string, name: string, without: readonly string[]): void {
  const wanted = dependenciesOf(name).filter((dependency) => !without.includes(dependency))
  for (const folder of runtimePackages(root, join(root, name), wanted)) {
    const target = join(context, 'console', folder)
    mkdirSync(dirname(target), { recursive: true })
    // nested packages are copied separately, if they are needed
    cpSync(join(root, folder), target, {
      recursive: true,
      filter: (path) => path !== join(root, folder, 'node_modules'),
    })
  }
}

/** Images run as non-root users; the umask of the build may have made files unreadable for them. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, 0o644)
  }
}

interface PackageJson {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * The folders of packages and their dependencies, relative to `root`. Optional dependencies may be missing.
 * @param from the folder whose code imports them
 * @throws Error if a required package is missing
 */
function runtimePackages(root: string, from: string, names: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (folder: string, name: string, isOptional: boolean): void => {
    const installed = installedFolder(root, folder, name)
    if (installed === undefined && isOptional) return
    if (installed === undefined) throw new Error(`${name} is not installed, and ${folder} needs it.`)
    const path = relative(root, installed)
    if (found.has(path)) return
    found.add(path)
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as PackageJson
    const optional = Object.keys(manifest.optionalDependencies ?? {})
    // npm lists optional dependencies under `dependencies` as well
    for (const needed of Object.keys(manifest.dependencies ?? {}))
      visit(installed, needed, optional.includes(needed))
    for (const needed of optional) visit(installed, needed, true)
  }
  for (const name of names) visit(from, name, false)
  return [...found].sort()
}

function installedFolder(root: string, folder: string, name: string): string | undefined {
  const installed = join(folder, 'node_modules', name)
  if (existsSync(join(installed, 'package.json'))) return installed
  return folder === root ? undefined : installedFolder(root, dirname(folder), name)
}

/** `npm run images`: prepares the folders that the images are built from. */
async function run(): Promise<number> {
  await writeContexts()
  for (const image of IMAGES)
    console.log(`console-${image} is built from ${relative(root, contextOf(image))}`)
  return 0
}

void main(import.meta.url, run)
