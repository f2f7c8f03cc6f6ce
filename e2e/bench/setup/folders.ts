import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bench = dirname(dirname(fileURLToPath(import.meta.url)))
const repository = dirname(dirname(bench))

export const hostFolder = join(repository, 'host')
export const remoteFolder = (name: string): string => join(repository, `remote-${name}`)
export const spaFolder = join(bench, 'spa')
export const bareFolder = join(bench, 'bare')
export const peerFolder = join(bench, 'peer')
/** A copy of a build as it is served. */
export const deliveredFolder = (name: string): string => join(repository, '.console', 'bench', name)
export const dist = (folder: string): string => join(folder, 'dist')
