import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian keeps the server programs outside the PATH, in a folder for each version. */
const DEBIAN = '/usr/lib/postgresql'

/**
 * @param {string} [path]
 * @param {string} [versionsFolder]
 * @returns {string | null} the folder of PostgreSQL's server programs, the newest of several versions
 */
export function findPostgres(path = process.env.PATH ?? '', versionsFolder = DEBIAN) {
  const versions = existsSync(versionsFolder) ? readdirSync(versionsFolder) : []
  const folders = [
    ...path.split(delimiter).filter(Boolean),
    ...versions
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(versionsFolder, version, 'bin')),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}
