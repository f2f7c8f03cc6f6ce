import { afterRestore } from '../services/afterRestore'
import { readOptions, runCommand, withExistingDatabase } from './command'

const NAME = 'after-restore'
const USAGE = `Usage: npm run after-restore -w api
Run it on each database that was restored from a backup, before its servers start. It ends all sessions, forgets failed
sign-ins, and moves all versions on, so that a tab with data of the lost time changes nothing.`

async function run(): Promise<void> {
  readOptions({})
  const ended = await withExistingDatabase(NAME, afterRestore)
  process.stdout.write(`All versions are moved on; sessions that were ended: ${ended}\n`)
}

runCommand(NAME, USAGE, run)
