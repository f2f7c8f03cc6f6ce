import { backUp } from '../db/backup/backupFiles'
import { readDataDir } from '../settings/settings'
import { exitWith } from '../foundation/exitWith'
import { readOption, requireFullPath, runCommand } from './command'

const NAME = 'backup'
const USAGE = `Usage: npm run backup -w api -- --to FOLDER
Saves the data directory DATA_DIR of the embedded engine, whose server must be stopped.`

async function run(): Promise<void> {
  const folder = requireFullPath('to', readOption('to'))
  const dataDir = readDataDir(process.env)
  await backUp(dataDir, folder, (error) => exitWith(NAME, error))
  process.stdout.write(`${dataDir} is saved in ${folder}\n`)
}

runCommand(NAME, USAGE, run)
