import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCK_FILES } from '../../api/src/db/lock'
import { CommandError } from './commandError'
import { paths } from './paths'

const MARK = 'demo-data'
const LARGE = 'Large demo data of npm start -- --large.'
const ENTRIES: readonly string[] = [MARK, 'pg', 'pg.partial', 'token-secret', ...LOCK_FILES]

/**
 * Makes and marks a new or empty folder, so that `npm run reset` may remove it. The API says why a folder cannot
 * be written.
 * @param large as with `--large`
 * @throws CommandError for a folder with other files in it
 */
export function prepareDemoFolder(folder: string, large = false): void {
  if (folder.includes('://')) return
  refuseOtherFiles(folder)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (readdirSync(folder).length === 0) {
      const what = large ? LARGE : 'Demo data of npm start.'
      writeFileSync(join(folder, MARK), `${what} npm run reset removes this folder.\n`)
    }
  } catch {
    // a full or read-only disk, or a file in its place
  }
}

export function isLargeFolder(folder: string): boolean {
  const mark = join(folder, MARK)
  return folder === paths.largeData || (existsSync(mark) && readFileSync(mark, 'utf8').startsWith(LARGE))
}

/** @throws CommandError for a folder that `npm start` did not make, and for one with other files in it */
export function requireDemoFolder(folder: string): void {
  const refuse = (why: string): never => {
    throw new CommandError(`Nothing was removed. ${folder} ${why}`)
  }
  const entry = lstatSync(folder)
  if (entry.isSymbolicLink()) refuse('is a symbolic link: name the folder that it leads to.')
  if (!entry.isDirectory()) refuse('is not a folder.')
  const isOwn = folder === paths.data || folder === paths.largeData
  if (!isOwn && !existsSync(join(folder, MARK))) {
    refuse(`was not made by npm start (it has no file ${MARK}): if you are sure, remove it yourself.`)
  }
  refuseOtherFiles(folder)
}

function refuseOtherFiles(folder: string): void {
  const entry = lstatSync(folder, { throwIfNoEntry: false })
  if (!entry?.isDirectory()) return
  const other = readdirSync(folder).find((name) => !ENTRIES.includes(name))
  if (other !== undefined)
    throw new CommandError(
      `${folder} holds ${other}, which is not the console's. Name a folder for its data alone (DATA_DIR).`,
    )
}
