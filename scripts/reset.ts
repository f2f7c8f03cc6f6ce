import { existsSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { directoryOwner } from '../api/src/db/lock'
import { Fault } from './lib/fault'
import { paths, root } from './lib/paths'

const shown = relative(root, paths.data)

/** `npm run reset`: the next start makes new demo data. */
export function run(): number {
  if (!existsSync(paths.data)) {
    console.log(`Nothing to reset: there is no ${shown}.`)
    return 0
  }
  const owner = directoryOwner(paths.data)
  if (owner) {
    throw new Fault(
      `Process ${owner.pid} uses ${shown}: stop the console first (Ctrl-C where npm start runs), then reset.\n` +
        `Where that process is something else, remove ${shown} by hand.`,
    )
  }
  rmSync(paths.data, { recursive: true })
  console.log(`Removed ${shown}. The next npm start makes new demo data.`)
  return 0
}
