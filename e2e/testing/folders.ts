import { join } from 'node:path'
import { paths, root } from '../../scripts/lib/paths'

export const hostDist = join(root, 'host', 'dist')
export const remoteDist = (name: string): string => join(root, `remote-${name}`, 'dist')
/** Documents and data of one run. */
export const runFolder = join(paths.state, 'e2e')
/** Why the shared API ended before it was ready. */
export const apiFailure = join(runFolder, 'api-failure.txt')
