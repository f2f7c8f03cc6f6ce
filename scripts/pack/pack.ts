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
import { CommandError } from '@console/shared-kernel/command'
import { builtPackages, paths, root } from '../lib/paths'
import {
  knownVersions,
  PACKAGES,
  publishedManifest,
  withEndings,
  withVersions,
  type Manifest,
  type Targets,
} from './publishedPackages'

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
    inStage((stage) => packFrom(stage, join(root, name), to, areChecked ? ['--noCheck'] : [])),
  )

/** A temporary folder for the time of the work. */
export function inStage<Result>(work: (stage: string) => Result): Result {
  mkdirSync(paths.state, { recursive: true })
  const stage = mkdtempSync(join(paths.state, 'pack-'))
  try {
    return work(stage)
  } finally {
    rmSync(stage, { recursive: true })
  }
}

function packFrom(stage: string, folder: string, to: string, flags: string[]): string {
  const project = join(folder, 'tsconfig.build.json')
  const { rootDir } = readJson<Project>(project).compilerOptions
  const manifest = publishedManifest(readJson<Manifest>(join(folder, 'package.json')), rootDir)
  Object.assign(manifest, { engines: readJson<Manifest>(join(root, 'package.json')).engines })
  const dist = join(stage, 'dist')
  execFileSync(process.execPath, [paths.tsc, '-p', project, '--outDir', dist, ...flags], { stdio: 'inherit' })
  nameFiles(dist)
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

function fillVersionsIn(file: string): void {
  const manifests = readJson<{ workspaces: string[] }>(join(root, 'package.json')).workspaces
  const known = knownVersions(
    ['.', ...manifests].map((folder) => readJson<Manifest>(join(root, folder, 'package.json'))),
  )
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
    cpSync(dist, join(to, name), { recursive: true, filter: (path) => !path.endsWith('.map') })
  }
}

function nameFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, entry)
    if (!/\.(js|d\.ts)$/.test(file)) continue
    const exists = (path: string) => existsSync(join(dirname(file), path))
    writeFileSync(file, withEndings(readFileSync(file, 'utf8'), exists))
  }
}
