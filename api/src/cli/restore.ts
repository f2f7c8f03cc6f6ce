import { restore } from '../db/backup/backupFiles'
import { readDataDir } from '../settings/settings'
import { exitWith } from '../foundation/exitWith'
import { readOption, requireFullPath, runCommand } from './command'

const NAME = 'restore'
const USAGE = `Usage: npm run restore -w api -- --from FOLDER
Brings a saved data directory back, into DATA_DIR, which must be empty or missing.`

async function run(): Promise<void> {
  const folder = requireFullPath('from', readOption('from'))
  const dataDir = readDataDir(process.env)
  await restore(folder, dataDir, (error) => exitWith(NAME, error))
  process.stdout.write(`${dataDir} is as it was in ${folder}\n`)
}

runCommand(NAME, USAGE, run)
