import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'
import { paths } from './paths'
import { requireWritableFolder } from './writableFolder'

const MARK = 'demo-data'
const LARGE = 'Large demo data of npm start -- --large.'
const OF_THE_API = ['pg', 'pg.partial', 'token-secret', 'console-api.lock', 'console-api.owner']
const ENTRIES: readonly string[] = [MARK, ...OF_THE_API]

/**
 * Makes and marks a new or empty folder, so that `npm run reset` may remove it.
 * @param large as with `--large`
 * @throws CommandError for a folder with other files in it, and for one that cannot be made or written
 */
export function prepareDemoFolder(folder: string, large = false): void {
  if (folder.includes('://')) return
  refuseOtherFiles(folder)
  requireDataFolder(folder)
  if (readdirSync(folder).length > 0) return
  const what = large ? LARGE : 'Demo data of npm start.'
  try {
    writeFileSync(join(folder, MARK), `${what} npm run reset removes this folder.\n`)
  } catch {
    // a full disk: the API says so
  }
}

/** @throws CommandError for one that cannot be made or written */
export const requireDataFolder = (folder: string): void =>
  requireWritableFolder(folder, { mode: 0o700, wayOut: 'Name another folder for the data: DATA_DIR=folder' })

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
