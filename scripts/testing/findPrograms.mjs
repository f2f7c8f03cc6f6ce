import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** Debian's folder for servers, which may be missing from the PATH. */
const SYSTEM = '/usr/sbin'
/** Debian's folder for PostgreSQL's server programs, with a subfolder for each version. */
const POSTGRES = '/usr/lib/postgresql'

/**
 * @param {string} name
 * @param {string} [path]
 * @param {string[]} [others] folders to search after those of the path
 * @returns {string | null} the full path of a program
 */
export function findProgram(name, path = process.env.PATH ?? '', others = [SYSTEM]) {
  const folders = [...path.split(delimiter).filter(Boolean), ...others]
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null
}

/**
 * @param {string} [path]
 * @param {string} [versionsFolder]
 * @returns {string | null} the folder of PostgreSQL's server programs, of the newest version
 */
export function findPostgres(path, versionsFolder = POSTGRES) {
  const versions = existsSync(versionsFolder) ? readdirSync(versionsFolder) : []
  versions.sort((one, other) => Number(other) - Number(one))
  const folders = versions.map((version) => join(versionsFolder, version, 'bin'))
  const initdb = findProgram('initdb', path, folders)
  return initdb && dirname(initdb)
}
