import { backUp } from '../db/dataFiles'
import { readDataDir } from '../settings'
import { exitWith, readOption, runCommand } from './command'

const NAME = 'backup'

/** Saves the data directory of the embedded engine. The server must be stopped. */
async function run(): Promise<void> {
  const folder = readOption('to', 'Usage: npm run backup -w api -- --to FOLDER')
  const dataDir = readDataDir(process.env)
  await backUp(dataDir, folder, (error) => exitWith(NAME, error))
  process.stdout.write(`${dataDir} is saved in ${folder}\n`)
}

runCommand(NAME, run)
