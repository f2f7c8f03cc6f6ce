import type { ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import { UsageError } from '@console/shared-kernel/command'
import type { CommandContext, ServedCommand } from '../service/servedCommand'
import { differences } from '../site/stateDifferences'
import { withReload, type Change } from '../site/environmentChanges'
import { commit } from '../site/environmentStore'
import { recordIfReadable } from '../site/history'
import { stateOf, type Revision } from '../site/environmentRevision'
import type { Site } from '../site/siteLayout'

type Options = NonNullable<ParseArgsConfig['options']>
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

/** A subcommand. Only `read` and `print` belong to the machine with the command line. */
export interface Command<Input = unknown, Result = unknown> extends ServedCommand<Input, Result> {
  usage: string
  options: Options
  /** How many arguments it takes besides its options. */
  positionals: readonly [least: number, most: number]
  /** @throws UsageError */
  read(values: Values, positionals: string[]): unknown
  /** Reads a built folder, so it always runs on this machine. */
  isLocal?: boolean
  /** False where it only looks. */
  writesSite?: false
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

/** A line break in a reason would look like another revision in `history`; an escape sequence would hide one. */
const reason = z
  .string()
  .transform((text) => text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim())
  .pipe(z.string().min(1, '--why is missing.').max(500))

export const environmentInput = { environment: z.string({ error: '--env is missing.' }) }

export const changeInput = { ...environmentInput, why: reason, urgent: z.boolean().optional() }

export const ENVIRONMENT_OPTIONS = { env: { type: 'string' } } as const
export const CHANGE_OPTIONS = {
  ...ENVIRONMENT_OPTIONS,
  why: { type: 'string' },
  urgent: { type: 'boolean' },
} as const

export function readChange(values: Values) {
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

/** @throws UsageError, also for a number that is out of range */
export function wholeNumber(text: Values[string], option: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(String(text)) ? Number(text) : NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`--${option} must be a whole number from ${least} to ${most}, not '${String(text)}'.`)
}

export const changeResultSchema = z.object({
  environment: z.string(),
  revision: z.number(),
  action: z.string(),
  restores: z.number().optional(),
  changes: z.array(z.string()),
})
type ChangeResult = z.infer<typeof changeResultSchema>

export async function describeChange(
  site: Site,
  environment: string,
  revision: Revision,
): Promise<ChangeResult> {
  const { revision: number, action, restores } = revision
  const before = await recordIfReadable(site, environment, number - 1)
  return {
    environment,
    revision: number,
    action,
    ...(restores !== undefined && { restores }),
    changes: before ? differences(stateOf(before), stateOf(revision)) : [],
  }
}

export const printChange = ({ environment, revision, action, changes }: ChangeResult): string[] => [
  `${environment}: ${action}. Revision ${revision} is served.`,
  ...changes.map((change) => `  ${change}`),
]

type ChangeInput<Fields extends z.ZodRawShape> = z.infer<z.ZodObject<typeof changeInput>> &
  z.infer<z.ZodObject<Fields>>

interface ChangeDefinition<Fields extends z.ZodRawShape> extends Pick<
  Command<ChangeInput<Fields>>,
  'usage' | 'summary' | 'positionals' | 'needs'
> {
  /** Besides those of every change. */
  options?: Options
  /** Of the input, besides those of every change. */
  fields: Fields
  /** @throws UsageError */
  read(values: Values, positionals: string[]): object
  /** @throws CommandError */
  change(context: CommandContext, input: ChangeInput<Fields>): Change | Promise<Change>
}

/** A command that makes one revision of an environment, and prints what it has changed. */
export const changeCommand = <Fields extends z.ZodRawShape>({
  options,
  fields,
  read,
  change,
  ...others
}: ChangeDefinition<Fields>): Command =>
  command<ChangeInput<Fields>, ChangeResult>({
    ...others,
    options: { ...CHANGE_OPTIONS, ...options },
    input: z.object({ ...changeInput, ...fields }) as unknown as z.ZodType<ChangeInput<Fields>>,
    output: changeResultSchema,
    read: (values, positionals) => ({ ...readChange(values), ...read(values, positionals) }),
    run: async (context, input) => {
      const { site, who } = context
      const { environment, why, urgent } = input
      const made = withReload(await change(context, input), urgent)
      return describeChange(site, environment, await commit(site, environment, { who, why }, made))
    },
    print: printChange,
  })
