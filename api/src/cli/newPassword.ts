import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { isPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@console/shared-kernel/contracts'
import { passwordProblem, type Names, type PasswordProblem, hashPassword } from '../services/auth/passwords'
import { CommandError } from '@console/shared-kernel/command'

const PROBLEMS: Readonly<Record<PasswordProblem, string>> = {
  guessable: 'is too easy to guess: use several words, or a longer one',
  'own name': 'must not be the user name',
}

/** @returns the hash of a password that this user may have. @throws CommandError */
export async function readNewPassword(names: Names): Promise<string> {
  const password = await readPassword()
  if (!isPassword(password)) {
    throw new CommandError(
      `The password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
    )
  }
  const problem = await passwordProblem(password, names, { allowDemo: false, owner: 'command' })
  if (problem) throw new CommandError(`The password ${PROBLEMS[problem]}`)
  return hashPassword(password, 'command')
}

/** Reads the first line of standard input; on a terminal, prompts for it without echo. */
async function readPassword(): Promise<string> {
  const asking = process.stdin.isTTY === true
  if (asking) process.stderr.write('Password: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: asking })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (asking) process.stderr.write('\n')
  }
}
