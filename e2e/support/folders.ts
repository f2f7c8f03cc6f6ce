import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const hostDist = join(root, 'host', 'dist')
export const remoteDist = (name: string): string => join(root, `remote-${name}`, 'dist')
/** Documents and data of one run. */
export const runFolder = join(root, '.console', 'e2e')
/** Why the shared API ended before it was ready. */
export const apiFailure = join(runFolder, 'api-failure.txt')
