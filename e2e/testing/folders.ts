import { join } from 'node:path'
import { paths, root } from '../../scripts/lib/paths'

export const hostDist = join(root, 'host', 'dist')
export const remoteDist = (name: string): string => join(root, `remote-${name}`, 'dist')
/** Documents and data of one run. */
export const runFolder = join(paths.state, 'e2e')
/** Contains the reason if the shared API exits before it is ready. */
export const apiFailure = join(runFolder, 'api-failure.txt')
