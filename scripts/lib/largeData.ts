import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lockDirectory } from '../../api/src/db/pglite/embedded'
import { CommandError } from '@console/shared-kernel/command'
import { isLargeFolder, prepareDemoFolder, requireDataFolder } from './demoFolder'
import { root } from './paths'
import { startNode } from '../../packages/emulator/src/processes'

const SIZE = ['--users', '100000', '--machines', '50000', '--movements', '100000', '--days', '30']

/** Where data is seeded; complete data is renamed to `folder`. */
export const unfinishedSeed = (folder: string): string => `${folder}.seeding`

const holdsData = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0

/** @throws CommandError for data in memory, for a folder with other data, and where none can be made */
export function requireLargeFolder(folder: string): void {
  if (folder.includes('://'))
    throw new CommandError(`--large needs a folder on disk, but DATA_DIR is ${folder}.`)
  if (!holdsData(folder)) {
    // the data is seeded next to it, and then renamed
    requireDataFolder(dirname(folder))
  } else if (isLargeFolder(folder)) requireDataFolder(folder)
  else throw new CommandError(`${folder} holds other data. --large needs an empty folder, or its own.`)
}

/**
 * Seeds 100,000 users and 50,000 machines, unless the folder has them already. An interrupted seed starts again.
 * @param folder see {@link requireLargeFolder}
 * @throws CommandError where the seed fails, and where it is under way already
 */
export async function seedLargeData(folder: string): Promise<void> {
  if (holdsData(folder)) {
    console.log(`The data in ${folder} is kept as it is.`)
    return
  }
  const unfinished = unfinishedSeed(folder)
  // refused where another command is seeding it
  if (existsSync(unfinished)) (await lockDirectory(unfinished, () => undefined)).release()
  if (existsSync(folder)) rmdirSync(folder)
  console.log('Seeding 100,000 users and 50,000 machines, about a minute, once ...')
  rmSync(unfinished, { recursive: true, force: true })
  prepareDemoFolder(unfinished, true)
  const child = startNode([join(root, 'api', 'dist', 'seed.js'), ...SIZE], {
    env: { DATA_DIR: unfinished, DATABASE_URL: '' },
    onLine: (line) => console.log(`[seed] ${line}`),
  })
  const { code, words } = await child.ended
  if (code !== 0) throw new CommandError(`${child.tail()}\nThe seed ${words}.`)
  renameSync(unfinished, folder)
}
