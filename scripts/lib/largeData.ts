import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from './commandError'
import { isLargeFolder, prepareDemoFolder } from './demoFolder'
import { root } from './paths'
import { startNode } from './processes'

const SIZE = ['--users', '100000', '--machines', '50000', '--movements', '100000', '--days', '30']

/** Where data is seeded before it takes its place. */
export const unfinishedSeed = (folder: string): string => `${folder}.seeding`

/**
 * Seeds 100,000 users and 50,000 machines, unless the folder has them already. An interrupted seed starts again.
 * @throws CommandError where the seed fails, for data in memory, and for a folder with other data
 */
export async function seedLargeData(folder: string): Promise<void> {
  if (folder.includes('://'))
    throw new CommandError(`--large needs a folder on disk, but DATA_DIR is ${folder}.`)
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    if (!isLargeFolder(folder)) {
      throw new CommandError(`${folder} holds other data. --large needs an empty folder, or its own.`)
    }
    console.log(`The data in ${folder} is kept as it is.`)
    return
  }
  if (existsSync(folder)) rmdirSync(folder)
  console.log('Seeding 100,000 users and 50,000 machines, about a minute, once ...')
  const unfinished = unfinishedSeed(folder)
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
