import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REMOTES } from '@console/shared-kernel/ports'
import { paths, root } from './paths'
import { startNode, startNpmScript, type Running } from './processes'

export const remotePackages = REMOTES.map((name) => `remote-${name}`)

/** Everything that is built, the slowest first. */
export const builtPackages = ['host', 'api', ...remotePackages]

/** What a package's build reads beside its own folder. */
const COMMON_INPUTS = [
  'shared-kernel/src',
  'packages/remote-preset',
  'shared-kernel/package.json',
  'tsconfig.base.json',
  'package-lock.json',
]

export const inputsOf = (name: string): string[] => [name, ...COMMON_INPUTS]

interface Manifest {
  workspaces?: string[]
  scripts?: Record<string, string>
}

const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

/** Folders of the workspaces that have the script. */
export function workspacesWith(script: string): string[] {
  const { workspaces = [] } = manifest('.')
  return workspaces.filter(
    (name) => existsSync(join(root, name, 'package.json')) && manifest(name).scripts?.[script] !== undefined,
  )
}

/** Starts a package's build. Where that is rsbuild's alone, npm's own start-up is saved. */
export function startBuild(name: string): Running {
  const env = { NODE_ENV: 'production' }
  const [program, ...args] = (manifest(name).scripts?.build ?? '').split(' ')
  if (program === 'rsbuild') return startNode([paths.rsbuild, ...args], { cwd: join(root, name), env })
  return startNpmScript('build', name, { env })
}
