import type { ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import { UsageError } from '../errors'
import type { Telemetry } from '../service/telemetry'
import type { Needs } from '../service/teams'
import { differences } from '../site/differences'
import { isReadable, readRevision } from '../site/history'
import { stateOf, type Revision } from '../site/environmentRevision'
import type { Site } from '../site/siteLayout'
import type { Budgets } from '../verify/budgets'

type Options = NonNullable<ParseArgsConfig['options']>
type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

/** The site that a command works on, and its user. */
export interface Context {
  site: Site
  /** The user of this machine, or the team whose token the service has received. */
  who: string
  budgets: Budgets
  /** Reports of tabs; only the service has them. */
  telemetry?: Telemetry
  commands: Readonly<Record<string, Command>>
}

/**
 * One word of the tool. The same input gives the same result in a folder and through the service; only what
 * is read from the command line, and printed, is this machine's.
 */
export interface Command<Input = unknown, Result = unknown> {
  usage: string
  summary: string
  /** In addition to those of every command. */
  options: Options
  /** Minimum and maximum number of positional arguments. */
  words: readonly [number, number]
  input: z.ZodType<Input>
  output: z.ZodType<Result>
  /** The command line as input. @throws UsageError */
  read(values: Values, words: string[]): unknown
  /** The part that a team must own to run it through the service; absent for commands on folders alone. */
  needs?(input: Input): Needs
  /** Reads a built folder, so it always runs on this machine. */
  isLocal?: boolean
  /** The service runs such commands one at a time. */
  opensBrowser?: boolean
  /** @throws CommandError */
  run(context: Context, input: Input): Promise<Result> | Result
  /** 0 by default; other codes are for monitoring. */
  exitCode?(result: Result): number
  /** Lines for people; `--json` prints the result itself. */
  print(result: Result, input: Input): string[]
}

/** Infers the types of a command. */
export const command = <Input, Result>(definition: Command<Input, Result>): Command => definition

/** A line break in a reason would look like another revision in `history`. */
const reason = z
  .string()
  .transform((text) => text.trim().replace(/\s+/g, ' '))
  .pipe(z.string().min(1, '--why is missing.').max(500))

export const inEnvironment = { environment: z.string({ error: '--env is missing.' }) }

/** Options of every change. */
export const changing = { ...inEnvironment, why: reason, urgent: z.boolean().optional() }

export const ENVIRONMENT = { env: { type: 'string' } } as const
export const CHANGING = { ...ENVIRONMENT, why: { type: 'string' }, urgent: { type: 'boolean' } } as const

export function readChanging(values: Values) {
  const { env, why } = required(values, 'env', 'why')
  return { environment: env, why, ...(values['urgent'] === true && { urgent: true }) }
}

/** @throws UsageError naming the missing options */
export function required<Option extends string>(
  values: Values,
  ...options: Option[]
): Record<Option, string> {
  const missing = options.filter((option) => String(values[option] ?? '').trim() === '')
  if (missing.length > 0) {
    const named = missing.map((option) => `--${option}`).join(', ')
    throw new UsageError(`${named} ${missing.length === 1 ? 'is' : 'are'} missing.`)
  }
  return Object.fromEntries(options.map((option) => [option, values[option]])) as Record<Option, string>
}

/** The result of a change. */
export const MADE = z.object({
  environment: z.string(),
  revision: z.number(),
  action: z.string(),
  restores: z.number().optional(),
  /** What is served, before and after. */
  changes: z.array(z.string()),
})
type Made = z.infer<typeof MADE>

export function made(site: Site, environment: string, revision: Revision): Made {
  const { revision: number, action, restores } = revision
  const before = isReadable(site, environment, number - 1) && readRevision(site, environment, number - 1)
  return {
    environment,
    revision: number,
    action,
    ...(restores !== undefined && { restores }),
    changes: before ? differences(stateOf(before), stateOf(revision)) : [],
  }
}

export const printMade = ({ environment, revision, action, changes }: Made): string[] => [
  `${environment}: ${action}. Revision ${revision} is served.`,
  ...changes.map((change) => `  ${change}`),
]
