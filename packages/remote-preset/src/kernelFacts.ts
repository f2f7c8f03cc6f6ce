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

/** What a remote built against a kernel asks of its host: the same major, and at least this minor. */
export function rangeFrom(version: string): string {
  const [core, preRelease] = version.split('-', 2)
  const [major, minor] = core!.split('.')
  // a pre-release satisfies only a range that names it
  return preRelease === undefined ? `^${major}.${minor}.0` : `^${version}`
}
export const kernelRange = rangeFrom(kernelVersion)
/** The kernel's peer dependencies, and what a remote takes from its host. */
export const rangeOf = (name: string): string => manifest.peerDependencies[name]!
export const reactRange = rangeOf('react')

/** Libraries of which a page holds the host's one copy, by the names that a source imports. */
export const SHARED_LIBRARIES = [
  'react-router-dom',
  '@tanstack/react-query',
  'react-hook-form',
  'axios',
  '@emotion/react',
  '@emotion/styled',
] as const

/**
 * The entries of which a page must hold one copy: they have state or identity (React's contexts, the
 * session, the theme, the caches) or are too heavy to come twice. Other contracts and rules are pure and
 * small: each remote bundles what it imports of them.
 */
export const SHARED_ENTRIES = [
  'core',
  'table',
  'form',
  'rules',
  'combobox',
  'dates',
  'charts',
  'bulk',
  'conflicts',
  'user-details',
] as const
