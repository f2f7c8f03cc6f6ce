import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Fault } from './lib/fault'
import { here, LOCK_FILE, lockHolder } from './lib/lock'
import { paths, root } from './lib/paths'

const shown = relative(root, paths.data)

/** `npm run reset`: the next start makes new demo data. */
export function run(): number {
  if (!existsSync(paths.data)) {
    console.log(`Nothing to reset: there is no ${shown}.`)
    return 0
  }
  const holder = holderOf(join(paths.data, LOCK_FILE))
  if (holder !== undefined) {
    throw new Fault(
      `Process ${holder} uses ${shown}: stop the console first (Ctrl-C where npm start runs), then reset.\n` +
        `Where that process is something else, remove ${shown} by hand.`,
    )
  }
  rmSync(paths.data, { recursive: true })
  console.log(`Removed ${shown}. The next npm start makes new demo data.`)
  return 0
}

function holderOf(lock: string): number | undefined {
  if (!existsSync(lock)) return undefined
  return lockHolder(readFileSync(lock, 'utf8'), here(Date.now() - statSync(lock).mtimeMs))
}
