import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Manifest {
  version: string
  exports: Record<string, string>
  dependencies: Record<string, string>
}

export const kernelFolder = dirname(dirname(fileURLToPath(import.meta.url)))

const manifest = JSON.parse(readFileSync(join(kernelFolder, 'package.json'), 'utf8')) as Manifest

const version = (text: string) => text.split('.') as [major: string, minor: string, patch: string]
const [kernelMajor, kernelMinor] = version(manifest.version)
const reactVersion = manifest.dependencies['react']!
const [reactMajor] = version(reactVersion)

/** What a remote built against this kernel asks of its host: the same major, and at least this minor. */
export const kernelRange = `^${kernelMajor}.${kernelMinor}.0`
export const reactRange = `^${reactMajor}.0.0`

/**
 * The modules of which a page must hold one copy: they have state or identity (React's contexts, the
 * session, the theme, the caches) or are too heavy to come twice. Contracts and domain are pure and
 * small; each remote bundles what it uses of them, but for those that most remotes use (`rules`).
 */
export const SHARED_ENTRIES = [
  'core',
  'table',
  'form',
  'switch',
  'rules',
  'combobox',
  'dates',
  'charts',
  'user-details',
] as const
