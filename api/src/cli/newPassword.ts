import { isPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@console/shared-kernel/contracts'
import { passwordProblem, type PasswordProblem } from '../services/auth/guessablePasswords'
import { hashPassword } from '../services/auth/passwords'
import { CommandError } from '../foundation/commandError'
import { readPassword } from './readPassword'

const PROBLEMS: Readonly<Record<PasswordProblem, string>> = {
  common: 'is too common',
  'own name': 'must not be the user name',
}

/** @returns the hash of a password that this user may have. @throws CommandError */
export async function readNewPassword(userName: string): Promise<string> {
  const password = await readPassword()
  if (!isPassword(password)) {
    throw new CommandError(
      `The password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
    )
  }
  const problem = passwordProblem(password, userName, false)
  if (problem) throw new CommandError(`The password ${PROBLEMS[problem]}`)
  return hashPassword(password, 'command')
}
