import { canary } from './commands/canary'
import type { Command } from './commands/command'
import { history } from './commands/history'
import { init } from './commands/init'
import { nginx } from './commands/nginx'
import { promote } from './commands/promote'
import { prune } from './commands/prune'
import { publish } from './commands/publish'
import { remove } from './commands/remove'
import { rollback } from './commands/rollback'
import { status } from './commands/status'
import { verify } from './commands/verify'
import { NotUnderstood, Refusal } from './refusal'

const COMMANDS: Readonly<Record<string, Command>> = {
  init,
  publish,
  verify,
  promote,
  canary,
  rollback,
  remove,
  status,
  history,
  prune,
  nginx,
}

const usage = (): string =>
  [
    'console-delivery: publishes releases into a site and decides which of them an environment serves.',
    '',
    ...Object.values(COMMANDS).flatMap(({ usage, summary }) => [`  ${usage}`, `      ${summary}`]),
    '',
    '--site FOLDER is the site; without it CONSOLE_SITE, else the current folder.',
    'Exit codes: 0 done, 1 refused (nothing has changed), 2 not understood, 3 the machine failed: see status.',
  ].join('\n')

/** Runs `console-delivery`. @returns the exit code */
export async function main([word = '--help', ...args]: string[]): Promise<number> {
  if (word === '--help' || word === 'help') {
    console.log(usage())
    return 0
  }
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
  if (!command) {
    console.error(`There is no command '${word}'.\n\n${usage()}`)
    return 2
  }
  try {
    for (const line of await command.run(args)) console.log(line)
    return 0
  } catch (error) {
    if (isOfTheMachine(error)) {
      console.error(`The site cannot be read or written: ${error.message}`)
      return 3
    }
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    console.error(`\nconsole-delivery ${command.usage}`)
    return error instanceof NotUnderstood ? 2 : 1
  }
}

/** A disk that is full, read-only or not ours: whoever called can mend that, and a stack tells him nothing. */
const isOfTheMachine = (error: unknown): error is NodeJS.ErrnoException =>
  typeof error === 'object' && error !== null && 'syscall' in error
