import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { StartError } from '../startError'
import { lockDataDir } from './engine/embedded'
import { LOCK_FILE } from './lock'

/** In a data directory: what makes it one. */
const DATABASE = 'pg'

/** @throws StartError when there is no database in it */
export function refuseMissing(dataDir: string): void {
  if (!existsSync(join(dataDir, DATABASE, 'PG_VERSION'))) {
    throw new StartError(`There is no database in ${resolve(dataDir)}`)
  }
}

/**
 * Copies a data directory whose server is stopped into a folder that is not there yet, and appears whole.
 * @throws StartError
 */
export async function backUp(dataDir: string, folder: string): Promise<void> {
  refuseMissing(dataDir)
  if (existsSync(folder)) throw new StartError(`${resolve(folder)} is there already`)
  // it would be copied into itself, and lost with what it is a copy of
  if (resolve(folder).startsWith(resolve(dataDir) + sep)) {
    throw new StartError(`${resolve(folder)} is inside the data directory: save it elsewhere`)
  }
  const lock = await lockDataDir(dataDir)
  const draft = `${resolve(folder)}.partial`
  try {
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(dirname(draft), { recursive: true })
    copyFiles(dataDir, draft)
    renameSync(draft, folder)
  } finally {
    lock.release()
  }
}

/**
 * Copies a backup into a data directory that is empty or not there. The database comes last and under
 * another name, so that one that was broken off is not taken for data.
 * @throws StartError
 */
export async function restore(folder: string, dataDir: string): Promise<void> {
  refuseMissing(folder)
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new StartError(`${resolve(dataDir)} is not empty: move what is in it away first`)
  }
  const lock = await lockDataDir(dataDir)
  const draft = join(dataDir, `${DATABASE}.partial`)
  try {
    cpSync(join(folder, DATABASE), draft, { recursive: true })
    copyFiles(folder, dataDir, DATABASE)
    renameSync(draft, join(dataDir, DATABASE))
  } finally {
    lock.release()
  }
}

function copyFiles(from: string, to: string, except?: string): void {
  for (const name of readdirSync(from)) {
    if (name === LOCK_FILE || name === except) continue
    cpSync(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true })
  }
}
