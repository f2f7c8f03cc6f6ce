import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

interface Manifest {
  version: string
  peerDependencies: Record<string, string>
}

const require = createRequire(import.meta.url)
export const kernelFolder = dirname(require.resolve('@console/shared-kernel/package.json'))

const manifest = JSON.parse(readFileSync(join(kernelFolder, 'package.json'), 'utf8')) as Manifest

export const kernelVersion = manifest.version

/** The range with the same major and at least this minor. */
export function rangeFrom(version: string): string {
  const [core, preRelease] = version.split('-', 2)
  const [major, minor] = core!.split('.')
  // a pre-release satisfies only a range that names it
  return preRelease === undefined ? `^${major}.${minor}.0` : `^${version}`
}
export const kernelRange = rangeFrom(kernelVersion)
/** The version range of one of the kernel's peer dependencies. */
export const rangeOf = (name: string): string => manifest.peerDependencies[name]!
export const reactRange = rangeOf('react')

/** Import names of libraries of which a page holds one copy, the host's. */
export const SHARED_LIBRARIES = [
  'react-router-dom',
  '@tanstack/react-query',
  'react-hook-form',
  'axios',
  '@emotion/react',
  '@emotion/styled',
] as const

/**
 * A page must hold one copy of these, because they have state or identity (React contexts, session, theme,
 * caches) or are large. The other entries are pure and small, so remotes bundle them.
 */
export const SHARED_ENTRIES = [
  'sdk',
  'core',
  'table',
  'view',
  'form',
  'games',
  'rules',
  'levels',
  'combobox',
  'dates',
  'charts',
  'bulk',
  'conflicts',
  'panel',
  'user-details',
] as const
