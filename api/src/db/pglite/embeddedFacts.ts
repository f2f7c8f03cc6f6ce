import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** For tests: keeps everything in memory and forgets it at the end. */
export const MEMORY = 'memory://'

/** The engine's own folder in a data directory. */
export const DATABASE = 'pg'

export const holdsDatabase = (dataDir: string): boolean => existsSync(join(dataDir, DATABASE, 'PG_VERSION'))

/** Measured on copies of the disk's image, made as at a power cut while credits were changed. */
export const EMBEDDED_DURABILITY =
  'the embedded engine does not wait for the disk: in six of six simulated power cuts it lost the ' +
  'acknowledged writes of the last 3 to 25 seconds (PostgreSQL lost 0 of 13,148)'
