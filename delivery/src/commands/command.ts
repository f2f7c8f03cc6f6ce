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

export interface Context {
  site: Site
  /** The user of this machine, or the team whose token the service received. */
  who: string
  budgets: Budgets
  /** Reports from browser tabs; only the service has them. */
  telemetry?: Telemetry
  commands: Readonly<Record<string, Command>>
}

/**
 * A subcommand. `run` gives the same result on a folder and through the service; only `read` and `print`
 * belong to the machine with the command line.
 */
export interface Command<Input = unknown, Result = unknown> {
  usage: string
  summary: string
  options: Options
  words: readonly [number, number]
  input: z.ZodType<Input>
  output: z.ZodType<Result>
  /** @throws UsageError */
  read(values: Values, words: string[]): unknown
  /** What a team must own to run it through the service; absent for commands that only work on folders, and for publish, which is uploaded. */
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

/** Infers the types of a definition. */
export const command = <Input, Result>(definition: Command<Input, Result>): Command => definition

/** A line break in a reason would look like another revision in `history`. */
const reason = z
  .string()
  .transform((text) => text.trim().replace(/\s+/g, ' '))
  .pipe(z.string().min(1, '--why is missing.').max(500))

export const inEnvironment = { environment: z.string({ error: '--env is missing.' }) }

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

export const MADE = z.object({
  environment: z.string(),
  revision: z.number(),
  action: z.string(),
  restores: z.number().optional(),
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
