import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from './fault'
import { paths, root } from './paths'
import { startNode } from './processes'

const SIZE = ['--users', '100000', '--machines', '50000', '--movements', '100000', '--days', '30']

/** Data of 100,000 users in `.console`, seeded on first use. An interrupted seed starts again. */
export async function largeData(name: string): Promise<string> {
  const folder = join(paths.state, name)
  if (existsSync(folder)) return folder
  console.log('Seeding 100,000 users and 50,000 machines, about a minute, once ...')
  const unfinished = `${folder}.seeding`
  rmSync(unfinished, { recursive: true, force: true })
  const child = startNode([join(root, 'api', 'dist', 'seed.js'), ...SIZE], {
    env: { DATA_DIR: unfinished, DATABASE_URL: '' },
    onLine: (line) => console.log(`[seed] ${line}`),
  })
  const { code, words } = await child.ended
  if (code !== 0) throw new Fault(`${child.tail()}\nThe seed ${words}.`)
  renameSync(unfinished, folder)
  return folder
}
