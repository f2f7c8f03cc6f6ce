import { MAX_USER_NAME_LENGTH, userNameProblem, type UserNameProblem } from '@console/shared-kernel/contracts'
import { UsageError } from '@console/shared-kernel/command'
import { createMaster } from '../services/users/commands'
import { readOption, runCommand, withConfiguredDatabase } from './command'
import { readNewPassword } from './newPassword'

const NAME = 'create-master'
const USAGE = `Usage: npm run create-master -w api -- --username NAME
Makes the first Master of an installation; the password comes from standard input.`

const NAME_PROBLEMS: Readonly<Record<UserNameProblem, string>> = {
  form: `must have 1 to ${MAX_USER_NAME_LENGTH} characters, no slash and no control characters`,
  ignorable: 'must have no invisible characters',
  blank: 'must have a visible character',
  mixed: 'must have usual letters of one script, without loose marks',
}

async function run(): Promise<void> {
  const username = readOption('username')
  const nameProblem = userNameProblem(username)
  if (nameProblem) throw new UsageError(`The name ${NAME_PROBLEMS[nameProblem]}.`)
  const passwordHash = await readNewPassword({ userName: username, nameClient: username })
  const userId = await withConfiguredDatabase(NAME, (db) => createMaster(db, username, passwordHash))
  process.stdout.write(`Master '${username}' created with id ${userId}\n`)
}

runCommand(NAME, USAGE, run)
