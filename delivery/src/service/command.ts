import type { ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import { UsageError } from '@console/shared-kernel/command'
import { differences, type App, type Change } from '../site/environmentChanges'
import { commit } from '../site/environmentStore'
import { HOST, type Site } from '../site/files'
import { recordIfReadable, stateOf, type Revision } from '../site/history'
import type { Budgets } from '../verify/checks'
import type { Telemetry } from './telemetry'

/** The HTTP status for SandboxUnavailable. */
export const NO_SANDBOX = 501

type Options = NonNullable<ParseArgsConfig['options']>
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

/** Where a command runs, and for whom. */
export interface CommandContext {
  site: Site
  /** The user of this machine, or the team whose token the service received. */
  who: string
  /** What the team owns; absent for the user of this machine, who may do everything. */
  owns?: ReadonlySet<App>
  budgets: Budgets
  /** Reports from browser tabs; only the service has them. */
  telemetry?: Telemetry
  commands: readonly Command[]
  /** Aborts when the client of the service disconnects. */
  signal?: AbortSignal
}

/** A subcommand. `read` and `print` run on the user's machine, `run` there or in the service. */
export interface Command<Input = unknown, Result = unknown> {
  name: string
  usage: string
  summary: string
  options: Options
  /** How many arguments it takes besides its options. */
  positionals: readonly [min: number, max: number]
  /** @throws UsageError */
  read(values: Values, positionals: string[]): unknown
  input: z.ZodType<Input>
  output: z.ZodType<Result>
  /**
   * The app that the command changes: through the service, only its owner may run the command. Null if the
   * command changes nothing, so that any team may run it. Absent for commands that only work on folders, and
   * for `publish`, which is uploaded.
   */
  changes?(input: Input): App | null
  /** Whether a team that may only roll back may run it too; false if absent. */
  isRollback?(input: Input): boolean
  /** Reads a built folder, so it always runs on this machine. */
  isLocal?: boolean
  /** False for commands that only read. */
  writesSite?: false
  /** The service gives such commands their own queue, and stops them when their client disconnects. */
  opensBrowser?: boolean
  /** Gives the same result on a folder and through the service. @throws CommandError */
  run(context: CommandContext, input: Input): Promise<Result> | Result
  /** 0 by default; other codes are for monitoring. */
  exitCode?(result: Result): number
  /** Lines for people; `--json` prints the result itself. */
  print(result: Result, input: Input): string[]
}

/** @param definition its usage begins with the name */
export const command = <Input, Result>(definition: Omit<Command<Input, Result>, 'name'>): Command => ({
  ...definition,
  name: definition.usage.split(' ', 1)[0]!,
})

/** Whether the caller decides about an app, as its owner or as the host's. */
export const decidesAbout = ({ owns }: CommandContext, app: App): boolean =>
  owns === undefined || owns.has(app) || owns.has(HOST)

export const ENVIRONMENT_OPTIONS = { env: { type: 'string' } } as const
export const environmentInput = { environment: z.string({ error: '--env is missing.' }) }
export const readEnvironment = (values: Values) => ({ environment: required(values, 'env').env })

/** A line break in a reason would look like another revision in `history`; an escape sequence would hide one. */
const reason = z
  .string()
  .transform((text) => text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim())
  .pipe(z.string().min(1, '--why is missing.').max(500))

/** Options of the commands that make a revision of an environment. */
export const CHANGE_OPTIONS = {
  ...ENVIRONMENT_OPTIONS,
  why: { type: 'string' },
  urgent: { type: 'boolean' },
} as const
export const changeInput = { ...environmentInput, why: reason, urgent: z.boolean().optional() }
type ChangeInput = z.infer<z.ZodObject<typeof changeInput>>

export function readChange(values: Values) {
  const { env, why } = required(values, 'env', 'why')
  return { environment: env, why, ...(values['urgent'] === true && { urgent: true }) }
}

export const changeOutput = z.object({
  environment: z.string(),
  revision: z.number(),
  action: z.string(),
  restores: z.number().optional(),
  changes: z.array(z.string()),
})
type ChangeOutput = z.infer<typeof changeOutput>

/** Makes a revision of an environment. @throws the CommandError of the change */
export async function makeRevision(
  { site, who }: CommandContext,
  { environment, why, urgent }: ChangeInput,
  change: Change,
): Promise<ChangeOutput> {
  return describeRevision(site, environment, await commit(site, environment, { who, why, urgent }, change))
}

export async function describeRevision(
  site: Site,
  environment: string,
  made: Revision,
): Promise<ChangeOutput> {
  const { revision, action, restores } = made
  const before = await recordIfReadable(site, environment, revision - 1)
  return {
    environment,
    revision,
    action,
    ...(restores !== undefined && { restores }),
    changes: before ? differences(stateOf(before), stateOf(made)) : [],
  }
}

export const printChange = ({ environment, revision, action, changes }: ChangeOutput): string[] => [
  `${environment}: ${action}. Revision ${revision} is served.`,
  ...changes.map((change) => `  ${change}`),
]

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

/** @throws UsageError for anything but a whole number within the range */
export function wholeNumber(text: Values[string], option: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(String(text)) ? Number(text) : NaN
  if (number >= min && number <= max) return number
  throw new UsageError(`--${option} must be a whole number from ${min} to ${max}, not '${String(text)}'.`)
}
