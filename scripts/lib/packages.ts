import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REMOTES } from '@console/shared-kernel/ports'
import { paths, root } from './paths'
import { startNode, startNpmScript, type Running } from './processes'

export const remotePackages = REMOTES.map((name) => `remote-${name}`)

/** The slowest build first. */
export const builtPackages = ['host', 'api', ...remotePackages]

/** Packages of one environment are checked together, the scripts by themselves. */
export const typePrograms = [
  'scripts',
  ...['browser', 'tools', 'node'].map((where) => `scripts/types/${where}.json`),
]

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

/** Runs rsbuild directly if that is the whole build script, which saves npm's start-up. */
export function startBuild(name: string): Running {
  const env = { NODE_ENV: 'production' }
  const [program, ...args] = (manifest(name).scripts?.build ?? '').split(' ')
  if (program === 'rsbuild') return startNode([paths.rsbuild, ...args], { cwd: join(root, name), env })
  return startNpmScript('build', name, { env })
}
