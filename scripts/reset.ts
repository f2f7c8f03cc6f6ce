import { existsSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { lockDirectory } from '../api/src/db/lock'
import { StartError } from '../api/src/startError'
import { CommandError } from './lib/commandError'
import { dataDirectory, root } from './lib/paths'

/** `npm run reset [-- --yes]`: removes the data; the next start makes new demo data. */
export async function run(args: string[]): Promise<number> {
  const data = dataDirectory(process.env)
  const shown = data.startsWith(root) ? relative(root, data) : data
  if (!existsSync(data)) {
    console.log(`Nothing to reset: there is no ${shown}.`)
    return 0
  }
  if (!args.includes('--yes') && !(await isWanted(shown))) {
    console.log('Nothing was removed.')
    return 0
  }
  try {
    // the lock is removed with the folder, before it could be lost
    await lockDirectory(data, () => undefined)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new CommandError(`${error.message}\nCtrl-C where npm start runs stops it; then reset.`)
  }
  rmSync(data, { recursive: true })
  console.log(`Removed ${shown}. The next npm start makes new demo data.`)
  return 0
}

/** @throws CommandError without a terminal */
async function isWanted(shown: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new CommandError('npm run reset asks first: a script says npm run reset -- --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Remove ${shown} and all that it holds? [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
