import { existsSync, lstatSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { lockDirectory, type DirectoryLock } from '../api/src/db/pglite/lock'
import { CommandError } from './lib/commandError'
import { requireDemoFolder } from './lib/demoFolder'
import { readFlags } from './lib/flags'
import { unfinishedSeed } from './lib/largeData'
import { dataDirectory } from './lib/paths'

const USAGE = `npm run reset [-- options]: asks, then removes the demo data. The next npm start makes new data.

Options:
  --large   the data of npm start -- --large
  --yes     does not ask, for scripts
  --help    prints this text

Variables:
  DATA_DIR=folder   the folder that npm start was given`

/** `npm run reset`: see {@link USAGE}. No other folder is removed, whatever DATA_DIR names. */
export async function run(args: string[]): Promise<number> {
  const flags = readFlags('npm run reset', args, ['--large', '--yes'], USAGE)
  if (!flags) return 0
  const large = flags.has('--large')
  const data = dataDirectory(process.env, large)
  const unfinished = unfinishedSeed(data)
  if (existsSync(unfinished)) {
    requireDemoFolder(unfinished)
    await lockUnused(unfinished)
    rmSync(unfinished, { recursive: true })
  }
  if (!lstatSync(data, { throwIfNoEntry: false })) {
    console.log(`Nothing to reset: there is no ${data}.`)
    return 0
  }
  requireDemoFolder(data)
  const lock = await lockUnused(data)
  if (!flags.has('--yes') && !(await isWanted(data, [...args, '--yes'].join(' ')))) {
    lock.release()
    console.log('Nothing was removed.')
    return 0
  }
  // the lock is removed with the folder, before it could be lost
  rmSync(data, { recursive: true })
  console.log(`Removed ${data}. The next npm start${large ? ' -- --large' : ''} makes new demo data.`)
  return 0
}

/** @throws CommandError while a server uses the data */
async function lockUnused(data: string): Promise<DirectoryLock> {
  try {
    return await lockDirectory(data, () => undefined)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(`${error.message}\nStop it with Ctrl-C in its terminal, then reset.`)
  }
}

/** @throws CommandError without a terminal */
async function isWanted(data: string, script: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new CommandError(
      `npm run reset needs a terminal to ask. In a script use npm run reset -- ${script}.`,
    )
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Remove ${data} and all that it holds? [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
