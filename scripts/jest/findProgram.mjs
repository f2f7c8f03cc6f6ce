import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's folder for servers, which may be missing in the PATH. */
const SYSTEM = '/usr/sbin'

/**
 * @param {string} name
 * @param {string} [path]
 * @returns {string | null} the full path of a program
 */
export function findProgram(name, path = process.env.PATH ?? '') {
  const folders = [...path.split(delimiter).filter(Boolean), SYSTEM]
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null
}
