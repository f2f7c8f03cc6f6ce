import type { ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import { UsageError } from '../errors'
import type { Telemetry } from '../service/telemetry'
import type { Needs } from '../service/teams'
import { differences } from '../site/differences'
import { isReadable, readRevision } from '../site/history'
import { stateOf, type Revision } from '../site/revision'
import type { Site } from '../site/layout'
import type { Budgets } from '../verify/budgets'

type Options = NonNullable<ParseArgsConfig['options']>
type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

/** Where a command works, and for whom. */
export interface Context {
  site: Site
  /** Who asks: the user of this machine, or the team whose token the service was shown. */
  who: string
  budgets: Budgets
  /** What tabs reported; the service alone knows it. */
  telemetry?: Telemetry
  /** All there are, for the service. */
  commands: Readonly<Record<string, Command>>
}

/**
 * One word of the tool. The same input gives the same result in a folder and through the service; only what
 * is read from the command line, and printed, is this machine's.
 */
export interface Command<Input = unknown, Result = unknown> {
  usage: string
  summary: string
  /** Besides those of every command. */
  options: Options
  /** How many words that are no options: least and most. */
  words: readonly [number, number]
  input: z.ZodType<Input>
  output: z.ZodType<Result>
  /** The command line as input. @throws UsageError */
  read(values: Values, words: string[]): unknown
  /** Whose it is, for the delivery service; absent where a command works on a folder alone. */
  needs?(input: Input): Needs
  /** It works on a built folder, here in any case. */
  isLocal?: boolean
  /** The service runs such commands one at a time. */
  opensBrowser?: boolean
  /** @throws CommandError */
  run(context: Context, input: Input): Promise<Result> | Result
  /** 0 by default. Not 0 is for monitoring. */
  exitCode?(result: Result): number
  /** Lines for people; `--json` prints the result itself. */
  print(result: Result, input: Input): string[]
}

/** For its types alone. */
export const command = <Input, Result>(definition: Command<Input, Result>): Command => definition

/** As `history` shows it: a line of its own could be taken for another revision. */
const reason = z
  .string()
  .transform((text) => text.trim().replace(/\s+/g, ' '))
  .pipe(z.string().min(1, '--why is missing.').max(500))

export const inEnvironment = { environment: z.string({ error: '--env is missing.' }) }

/** Of every change: where, why, and whether open tabs have to follow. */
export const changing = { ...inEnvironment, why: reason, urgent: z.boolean().optional() }

export const ENVIRONMENT = { env: { type: 'string' } } as const
export const CHANGING = { ...ENVIRONMENT, why: { type: 'string' }, urgent: { type: 'boolean' } } as const

export function readChanging(values: Values) {
  const { env, why } = required(values, 'env', 'why')
  return { environment: env, why, ...(values['urgent'] === true && { urgent: true }) }
}

/** @throws UsageError naming all of these options that were not given */
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

/** What a change answers. */
export const MADE = z.object({
  environment: z.string(),
  revision: z.number(),
  action: z.string(),
  restores: z.number().optional(),
  /** What users get, before and after. */
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
