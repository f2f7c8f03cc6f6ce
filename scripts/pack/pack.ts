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
import { paths, root } from '../lib/paths'
import { PACKAGES, publishedManifest, type Manifest } from './packages'
import { withEndings } from './specifiers'

interface Project {
  compilerOptions: { rootDir: string }
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

/**
 * Compiles each package that others install, and writes it as a tarball.
 * @param to an existing folder
 * @returns the tarballs' paths
 */
export const packAll = (to: string): string[] => PACKAGES.map((folder) => pack(join(root, folder), to))

const pack = (folder: string, to: string): string => inStage((stage) => packFrom(stage, folder, to))

/** A folder that no other run has, for as long as it is used. */
export function inStage<Result>(work: (stage: string) => Result): Result {
  mkdirSync(paths.state, { recursive: true })
  const stage = mkdtempSync(join(paths.state, 'pack-'))
  try {
    return work(stage)
  } finally {
    rmSync(stage, { recursive: true })
  }
}

function packFrom(stage: string, folder: string, to: string): string {
  const project = join(folder, 'tsconfig.build.json')
  const { rootDir } = readJson<Project>(project).compilerOptions
  const manifest = publishedManifest(readJson<Manifest>(join(folder, 'package.json')), rootDir)
  const dist = join(stage, 'dist')
  execFileSync(process.execPath, [paths.tsc, '-p', project, '--outDir', dist], { stdio: 'inherit' })
  nameFiles(dist)
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const file of manifest.files ?? []) {
    if (file !== 'dist') cpSync(join(folder, file), join(stage, file), { recursive: true })
  }
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', resolve(to)], {
    cwd: stage,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename }] = JSON.parse(output) as [{ filename: string }]
  return join(to, filename)
}

function nameFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, entry)
    if (!/\.(js|d\.ts)$/.test(file)) continue
    const exists = (path: string) => existsSync(join(dirname(file), path))
    writeFileSync(file, withEndings(readFileSync(file, 'utf8'), exists))
  }
}
