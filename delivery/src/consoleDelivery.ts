import { spawnSync } from 'node:child_process'
import { existsSync, statfsSync, statSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { resolve, sep } from 'node:path'
import { z } from 'zod'
import { CommandError, errorText, readArguments, UsageError } from '@console/shared-kernel/command'
import { OutcomeUnknown, runRemotely, serviceOf } from './client'
import { canary, promote, publish, remove, verify } from './commands/releases'
import { health, history } from './commands/history'
import { rollback } from './commands/rollback'
import { serve, team } from './commands/service'
import { init, settings } from './commands/settings'
import { nginx, prune, record, repair } from './commands/site'
import { status } from './commands/status'
import type { Command, CommandContext } from './service/command'
import { readSettings } from './settings/settings'
import { isPermissionDenied } from './site/files'
import { BUDGETS, readBudgets, SandboxUnavailable } from './verify/checks'

export const COMMANDS: readonly Command[] = [
  init,
  settings,
  record,
  publish,
  verify,
  promote,
  canary,
  rollback,
  remove,
  status,
  history,
  health,
  repair,
  prune,
  nginx,
  serve,
  team,
]

const EVERYWHERE = {
  site: { type: 'string' },
  budgets: { type: 'string', default: BUDGETS },
  json: { type: 'boolean', default: false },
} as const

const usage = (): string =>
  [
    'console-delivery: publishes releases into a site and decides which of them an environment serves.',
    '',
    ...COMMANDS.flatMap(({ usage, summary }) => [`  ${usage}`, `      ${summary}`]),
    '',
    '--site FOLDER is the site; without it the service at CONSOLE_DELIVERY_URL (with CONSOLE_DELIVERY_TOKEN), else',
    'CONSOLE_SITE, else the current folder. --json prints the result as JSON.',
    'Exit codes: 0 done, 1 refused (nothing has changed), 2 wrong usage, 3 failed, or the outcome is',
    'unknown: see status; 4 by status and repair: something is damaged, or there is nothing; 5 by verify: the',
    'browser cannot start with its sandbox (VERIFY_SANDBOX=off opens screens without it).',
  ].join('\n')

/** Runs `console-delivery`. @returns the exit code */
export async function main([word = '--help', ...args]: string[]): Promise<number> {
  if (word === '--help' || word === 'help') {
    console.log(usage())
    return 0
  }
  const command = commandNamed(word)
  if (!command) {
    const hint = word.startsWith('--') ? 'Options come after the command.' : `There is no command '${word}'.`
    console.error(`${hint}\n\n${usage()}`)
    return 2
  }
  if (args.includes('--help')) {
    console.log([`console-delivery ${command.usage}`, `    ${command.summary}`].join('\n'))
    return 0
  }
  try {
    const { lines, exitCode } = await perform(command, args)
    for (const line of lines) console.log(line)
    return exitCode
  } catch (error) {
    const [code, message] = outcomeOf(error, command)
    console.error(errorText(message))
    if (args.includes('--json')) console.log(JSON.stringify({ exitCode: code, message }, null, 2))
    return code
  }
}

function outcomeOf(error: unknown, { usage }: Command): [code: number, message: string] {
  if (error instanceof UsageError) return [2, `${error.message}\n\nconsole-delivery ${usage}`]
  if (error instanceof OutcomeUnknown || error instanceof SiteFailure) return [3, error.message]
  if (error instanceof SandboxUnavailable) return [5, error.message]
  if (error instanceof CommandError) return [1, error.message]
  const { message, stack } = error as Error
  // for a full disk or a port in use, the message is enough; a bug in this program needs its stack
  return [3, `The command failed: ${isSystemError(error) ? message : stack}`]
}

class SiteFailure extends Error {}

/** Explains a full disk and errors about files inside the site; returns all other errors unchanged. */
function siteFailure(error: unknown, root: string): unknown {
  // this error does not name the file, which may belong to the browser or to a build
  if (isSystemError(error) && error.path === undefined && error.code === 'ENOSPC')
    return new SiteFailure(
      `A disk is full (${error.message}): ${[root, tmpdir()].filter(existsSync).map(freeSpace).join(', ')}`,
    )
  if (!isSystemError(error) || !`${error.path ?? ''}${sep}`.startsWith(root + sep)) return error
  const failed = `The site cannot be read or written: ${error.message}`
  if (!isPermissionDenied(error)) return new SiteFailure(failed)
  return new SiteFailure(
    `${failed}\nThis command runs as ${userInfo().username}. A site and all in it belong to one user: run commands as that user or, as root: chown -R USER: ${root}`,
  )
}

function freeSpace(folder: string): string {
  const { bavail, bsize } = statfsSync(folder)
  return `${folder} has ${Math.floor((bavail * bsize) / 1024 / 1024)} MB left`
}

/**
 * Root may write everywhere, but the service, which runs as another user, cannot use files that root has
 * created.
 */
function warnRoot(site: string): void {
  if (process.geteuid?.() !== 0) return
  const owner = statSync(site, { throwIfNoEntry: false })?.uid ?? 0
  if (owner === 0) return
  const user = userName(owner)
  console.error(
    `Warning: ${site} belongs to user ${user}, and this is root. The service cannot use files that root makes there: run the command as user ${user}.`,
  )
}

/** Falls back to the number if the system has no name for it. */
const userName = (uid: number): string =>
  spawnSync('id', ['-un', String(uid)], { encoding: 'utf8', timeout: 2_000 }).stdout?.trim() || String(uid)

/** Like `main`, for callers in this process. @returns the lines to print. @throws the command's errors */
export async function execute([word = '', ...args]: string[]): Promise<string[]> {
  const command = commandNamed(word)
  if (!command) throw new UsageError(`There is no command '${word}'.`)
  return (await perform(command, args)).lines
}

const commandNamed = (word: string): Command | undefined => COMMANDS.find(({ name }) => name === word)

async function perform(command: Command, args: string[]): Promise<{ lines: string[]; exitCode: number }> {
  const { values, positionals } = readArguments({
    args,
    options: { ...EVERYWHERE, ...command.options } as Command['options'],
    allowPositionals: true,
  })
  const [min, max] = command.positionals
  if (positionals.length < min) throw new UsageError('An argument is missing.')
  if (positionals.length > max) throw new UsageError(`Unexpected argument '${positionals[max]}'.`)
  const input = validInput(command, await command.read(values, positionals))
  const { site, budgets, json } = values as { site?: string; budgets: string; json: boolean }
  const runsLocally = site !== undefined || command.isLocal === true
  // a command that does not use the service must work even if the service's address is invalid
  const variables = readSettings(runsLocally ? { CONSOLE_SITE: process.env.CONSOLE_SITE } : process.env)
  const context = {
    site: { root: resolve(site ?? variables.CONSOLE_SITE) },
    who: `${userInfo().username}@${hostname()}`,
    budgets: readBudgets(budgets),
    commands: COMMANDS,
  }
  const service = runsLocally ? null : serviceOf(variables)
  if (service && budgets !== BUDGETS)
    throw new CommandError('The service uses its own budgets: omit --budgets.')
  const result = service
    ? await runRemotely(service, command, input)
    : await runLocally(command, context, input)
  const lines = json ? [JSON.stringify(result, null, 2)] : command.print(result, input)
  return { lines, exitCode: command.exitCode?.(result) ?? 0 }
}

async function runLocally(command: Command, context: CommandContext, input: unknown): Promise<unknown> {
  // the web server runs as another user, which must be able to read what is written
  process.umask(process.umask() & 0o022)
  try {
    if (!command.isLocal && command.writesSite !== false) warnRoot(context.site.root)
    return await command.run(context, input)
  } catch (error) {
    throw siteFailure(error, context.site.root)
  }
}

/** @throws UsageError naming what is wrong */
function validInput(command: Command, input: unknown): unknown {
  const parsed = command.input.safeParse(input)
  if (parsed.success) return parsed.data
  throw new UsageError(z.prettifyError(parsed.error))
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  typeof error === 'object' && error !== null && 'syscall' in error
