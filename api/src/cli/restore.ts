import { restore } from '../db/dataFiles'
import { readDataDir } from '../settings'
import { exitWith, readOption, runCommand } from './command'

const NAME = 'restore'

/** Brings a saved data directory back, into one that is empty or not there. */
async function run(): Promise<void> {
  const folder = readOption('from', 'Usage: npm run restore -w api -- --from FOLDER')
  const dataDir = readDataDir(process.env)
  await restore(folder, dataDir, (error) => exitWith(NAME, error))
  process.stdout.write(`${dataDir} is as it was in ${folder}\n`)
}

runCommand(NAME, run)
