import { existsSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { lockDirectory } from '../api/src/db/lock'
import { StartError } from '../api/src/startError'
import { Fault } from './lib/fault'
import { paths, root } from './lib/paths'

const shown = relative(root, paths.data)

/** `npm run reset`: the next start makes new demo data. */
export async function run(): Promise<number> {
  if (!existsSync(paths.data)) {
    console.log(`Nothing to reset: there is no ${shown}.`)
    return 0
  }
  try {
    // removed together with the directory, at once: there is no time to lose it
    await lockDirectory(paths.data, () => undefined)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new Fault(`${error.message}\nCtrl-C where npm start runs stops it; then reset.`)
  }
  rmSync(paths.data, { recursive: true })
  console.log(`Removed ${shown}. The next npm start makes new demo data.`)
  return 0
}
