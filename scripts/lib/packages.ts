import { REMOTES } from '@console/shared-kernel/ports'

export const remotePackages = REMOTES.map((name) => `remote-${name}`)

export const builtPackages = ['host', 'api', ...remotePackages]
