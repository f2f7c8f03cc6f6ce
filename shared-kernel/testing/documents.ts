import type { DeployedRelease } from '../src/release/environment'
import type { Release } from '../src/release/release'

const hash = (letter: string) => `sha384-${letter.repeat(64)}`

export const release = (over: Partial<Release> = {}): Release => ({
  schema: 1,
  name: 'users',
  version: '1.4.0',
  build: '3f9c2a1b',
  builtAt: '2026-11-21T10:00:00Z',
  kernel: '^2.0.0',
  react: '^19.0.0',
  entry: 'remoteEntry.5d1f0c2e.js',
  files: {
    'remoteEntry.5d1f0c2e.js': { bytes: 14210, integrity: hash('B') },
    'static/js/async/managed-users.1a2b3c4d.js': { bytes: 800, integrity: hash('C') },
  },
  screens: [
    {
      path: '/',
      module: './ManagedUsers',
      title: 'Managed Users',
      nav: { label: 'Users', icon: 'people', order: 10 },
      preload: ['static/js/async/managed-users.1a2b3c4d.js'],
    },
  ],
  ...over,
})

export const deployed = (over: Partial<Release> = {}): DeployedRelease => ({
  baseUrl: 'https://static.example.com/users/1.4.0-3f9c2a1b/',
  release: release(over),
})

/** An environment document as parsed from JSON. */
export const environment = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  schema: 1,
  name: 'production',
  revision: 42,
  host: { version: '2.3.0', build: '77aa01cd' },
  telemetryUrl: null,
  apiUrl: 'https://api.example.com',
  externalReportsUrl: 'https://reports.example.com',
  timeZone: 'Europe/Madrid',
  overrides: [],
  remotes: { users: deployed() },
  ...over,
})

/** A copy with the value at a path set, or removed if it is undefined. */
export function changed(document: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(document))
  let at = copy as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>
  const last = path.at(-1)!
  if (value === undefined) delete at[last]
  else at[last] = value
  return copy
}
