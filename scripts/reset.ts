import { lstatSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import type { FileLock } from '@console/shared-kernel/lock'
import { lockDirectory } from '../api/src/db/pglite/embedded'
import { CommandError } from '@console/shared-kernel/command'
import { requireDemoFolder, unfinishedSeed } from './lib/demoFolder'
import { main, readOptions } from './lib/main'
import { dataDirectory, withDataDir } from './lib/paths'

const USAGE = `npm run reset [-- options]: asks, then removes the demo data. The next npm start makes new data.

Options:
  --large   the data of npm start -- --large
  --yes     does not ask, for scripts
  --help    prints this text

Variables:
  DATA_DIR=folder   the folder that npm start was given`

/** `npm run reset`: see {@link USAGE}. Removes no other folder, whatever the value of DATA_DIR. */
export async function run(args: string[]): Promise<number> {
  const flag = { type: 'boolean', default: false } as const
  const options = readOptions(USAGE, args, { large: flag, yes: flag })
  if (!options) return 0
  const { large, yes } = options
  const data = dataDirectory(process.env, large)
  // an interrupted seed of `--large` leaves its data in another folder
  const folders = [unfinishedSeed(data), data].filter((path) => lstatSync(path, { throwIfNoEntry: false }))
  if (folders.length === 0) {
    console.log(`Nothing to reset: there is no ${data}.`)
    return 0
  }
  const names = folders.join(' and ')
  const locks: FileLock[] = []
  try {
    for (const folder of folders) {
      requireDemoFolder(folder)
      locks.push(await lockUnused(folder))
    }
    if (!yes && !(await isWanted(names, [...args, '--yes'].join(' ')))) {
      console.log('Nothing was removed.')
      return 0
    }
    for (const folder of folders) rmSync(folder, { recursive: true })
    console.log(`Removed ${names}. The next npm start${large ? ' -- --large' : ''} makes new demo data.`)
    return 0
  } finally {
    // not earlier: until the folder is removed, no server may lock it
    for (const lock of locks) lock.release()
  }
}

/** @throws CommandError while a server uses the data */
async function lockUnused(data: string): Promise<FileLock> {
  try {
    return await lockDirectory(data, () => undefined)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(`${error.message}\nStop it with Ctrl-C in its terminal, then reset.`)
  }
}

/** @throws CommandError if there is no terminal */
async function isWanted(names: string, script: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new CommandError(
      `npm run reset needs a terminal to ask. In a script use ${withDataDir(process.env)}npm run reset -- ${script}.`,
    )
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await terminal.question(`Remove ${names} with all that is inside? [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } catch {
    // Ctrl-C or Ctrl-D
    console.log()
    return false
  } finally {
    terminal.close()
  }
}

void main(import.meta.url, run)
