import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REMOTES } from '@console/shared-kernel/ports'
import { paths, root } from './paths'
import { startNode, startNpmScript, type Running } from './processes'

export const remotePackages = REMOTES.map((name) => `remote-${name}`)

/** Everything that is built, the slowest first. */
export const builtPackages = ['host', 'api', ...remotePackages]

/** All that is checked by the compiler: the packages together by where they run, and the scripts. */
export const typePrograms = [
  'scripts',
  ...['browser', 'tools', 'node'].map((where) => `scripts/types/${where}.json`),
]

/** What a package's build reads besides its own folder. */
const COMMON_INPUTS = [
  'shared-kernel/src',
  'packages/remote-preset',
  'shared-kernel/package.json',
  'tsconfig.base.json',
  'package-lock.json',
]

export const inputsOf = (name: string): string[] => [name, ...COMMON_INPUTS]

interface Manifest {
  scripts?: Record<string, string>
}

const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

/** Starts a package's build. Where that is rsbuild's alone, npm's own start-up is saved. */
export function startBuild(name: string): Running {
  const env = { NODE_ENV: 'production' }
  const [program, ...args] = (manifest(name).scripts?.build ?? '').split(' ')
  if (program === 'rsbuild') return startNode([paths.rsbuild, ...args], { cwd: join(root, name), env })
  return startNpmScript('build', name, { env })
}
