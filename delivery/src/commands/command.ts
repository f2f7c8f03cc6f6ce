import { hostname, userInfo } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { NotUnderstood } from '../refusal'
import type { Site } from '../site/layout'

/** One word of the tool: what it takes, what it does, and what it says to whoever called it. */
export interface Command {
  usage: string
  summary: string
  /** @returns lines to print @throws Refusal */
  run: (args: string[]) => Promise<string[]>
}

const SITE = { site: { type: 'string' } } as const
export const ENVIRONMENT = { env: { type: 'string' } } as const
export const NOTE = { ...ENVIRONMENT, why: { type: 'string' }, who: { type: 'string' } } as const

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * The options of a command beside `--site`, and its other words.
 * @throws NotUnderstood where an option is unknown or the number of words is not as the usage says
 */
export function readArgs<T extends Options>(
  args: string[],
  options: T,
  words: { least: number; most: number },
) {
  const parsed = parsedArgs(args, { ...SITE, ...options })
  const { positionals } = parsed
  if (positionals.length < words.least) throw new NotUnderstood('Something is missing.')
  if (positionals.length > words.most) throw new NotUnderstood(`What is '${positionals[words.most]}'?`)
  const site: Site = { root: resolve(siteFolder(parsed.values) ?? process.env.CONSOLE_SITE ?? '.') }
  return { ...parsed, site }
}

const siteFolder = (values: { site?: string }): string | undefined => values.site

function parsedArgs<T extends Options>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new NotUnderstood((error as Error).message)
  }
}

/** @throws NotUnderstood where the option was not given */
export function required(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === '') throw new NotUnderstood(`--${option} is missing.`)
  return value
}

/** Who does it and why: nobody changes an environment without a word. */
export const noteOf = (values: { why?: string; who?: string }, action: string) => ({
  who: oneLine(values.who ?? '') || `${userInfo().username}@${hostname()}`,
  why: oneLine(required(values.why, 'why')),
  action,
})

/** As `history` shows it: a line of its own could be taken for another revision. */
const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')
