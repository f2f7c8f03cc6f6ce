import { parseArgs, type ParseArgsConfig } from 'node:util'

/** An error that the user of a command, or the operator of a server, can fix. It is printed without a stack. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'

  /** @param reasons each is printed on its own line */
  constructor(reasons: string | readonly string[], options?: ErrorOptions) {
    super([reasons].flat().join('\n'), options)
  }
}

/** An invalid command line or environment. A command prints its usage after the message. */
export class UsageError extends CommandError {
  override readonly name: string = 'UsageError'
}

/** Calls `util.parseArgs`. @throws UsageError for unknown arguments */
export function readArguments<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/**
 * Runs a program: `--help` prints its usage. An error prints its message; a UsageError also prints the usage.
 * @param run its return value is the exit code; nothing means 0
 * @returns the exit code: 1 for an error
 */
export async function runProgram(
  { args, usage, usageExitCode = 1 }: { args: string[]; usage: string; usageExitCode?: number },
  run: () => Promise<number | void> | void,
): Promise<number> {
  try {
    if (!args.includes('--help')) return (await run()) ?? 0
    console.info(usage)
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    console.error(isUsage ? `${error.message}\n\n${usage}` : explanationOf(error))
    return isUsage ? usageExitCode : 1
  }
}

/** The text that a command prints for an error. An unexpected error includes its stack. */
export function explanationOf(error: unknown): string {
  if (error instanceof CommandError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
