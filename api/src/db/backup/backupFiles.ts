import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { CommandError } from '../../foundation/commandError'
import { copyFiles, listTree } from './fileTree'
import { LOCK_FILES, lockDirectory } from '../pglite/lock'
import { MANIFEST, readManifest, refuseOtherFiles, writeManifest } from './manifest'

const DATABASE = 'pg'
const PARTIAL = '.partial'

/** Called when another process may own the directory: stop writing. */
type OnLost = (error: Error) => void

/** @throws CommandError when it holds no database */
export function refuseMissing(dataDir: string): void {
  if (!existsSync(join(dataDir, DATABASE, 'PG_VERSION'))) {
    throw new CommandError(`There is no database in ${resolve(dataDir)}`)
  }
}

/** Requires a stopped server; the new folder appears only when complete. @throws CommandError */
export async function backUp(dataDir: string, folder: string, onLost: OnLost): Promise<void> {
  refuseMissing(dataDir)
  const target = resolve(folder)
  if (isThere(target)) throw new CommandError(`${target} already exists`)
  if (target.startsWith(resolve(dataDir) + sep)) {
    throw new CommandError(`${target} is inside the data directory: save it elsewhere`)
  }
  const lock = await lockDirectory(dataDir, onLost)
  try {
    const { directories, files } = listTree(dataDir, LOCK_FILES)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    await makeWhole(target + PARTIAL, async (draft) => {
      makeDirectories(draft, directories)
      writeManifest(draft, { directories, files: await copyFiles(files, dataDir, draft) })
      renameSync(draft, target)
    })
  } finally {
    lock.release()
  }
}

/**
 * Moves the database into place last, so that an interrupted restore is never taken for data.
 * @throws CommandError where the target is not empty, or the files do not match the manifest
 */
export async function restore(folder: string, dataDir: string, onLost: OnLost): Promise<void> {
  refuseMissing(folder)
  const target = resolve(dataDir)
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new CommandError(`${target} is not empty: move its content away first`)
  }
  const manifest = readManifest(folder)
  refuseOtherFiles(folder, manifest, listTree(folder, [MANIFEST]))
  const lock = await lockDirectory(dataDir, onLost)
  try {
    chmodSync(target, 0o700)
    await makeWhole(join(target, `restore${PARTIAL}`), async (draft) => {
      makeDirectories(draft, manifest.directories)
      const files = Object.keys(manifest.files)
      const copied = await copyFiles(files, folder, draft)
      const changed = files.find((file) => copied[file] !== manifest.files[file])
      if (changed !== undefined)
        throw new CommandError(`${join(folder, changed)} differs from the backup's manifest`)
      const others = readdirSync(draft).filter((name) => name !== DATABASE)
      for (const name of [...others, DATABASE]) renameSync(join(draft, name), join(target, name))
      rmSync(draft, { recursive: true })
    })
  } finally {
    lock.release()
  }
}

/** Includes broken links, which `existsSync` does not see. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Removes its draft when `fill` fails, but never a draft that was there before. */
async function makeWhole(draft: string, fill: (draft: string) => Promise<void>): Promise<void> {
  if (isThere(draft)) {
    throw new CommandError(`${draft} exists: another copy is running or was interrupted. Remove it first`)
  }
  mkdirSync(draft, { mode: 0o700 })
  try {
    await fill(draft)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const { code, message } = error as NodeJS.ErrnoException
    // Node names no file
    if (code === 'ENOSPC') throw new CommandError(`The disk of ${dirname(draft)} is full: ${message}`)
    throw error
  }
}

/** @param directories in the order of their names: a folder comes before those in it */
function makeDirectories(folder: string, directories: readonly string[]): void {
  for (const directory of directories) mkdirSync(join(folder, directory), { mode: 0o700 })
}
