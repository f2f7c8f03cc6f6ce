/** A data directory of this name keeps everything in memory and forgets it at the end: for tests. */
export const MEMORY = 'memory://'
