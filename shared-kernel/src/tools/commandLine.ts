import { parseArgs, type ParseArgsConfig } from 'node:util'

/** An error that the user of a command, or the operator of a server, can fix. It is printed without a stack. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'

  /** @param reasons one on each line */
  constructor(reasons: string | readonly string[], options?: ErrorOptions) {
    super([reasons].flat().join('\n'), options)
  }
}

/** A wrong command line or environment. A command prints its usage after the message. */
export class UsageError extends CommandError {
  override readonly name: string = 'UsageError'
}

/** `util.parseArgs`. @throws UsageError for what the command does not take */
export function readArguments<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** What a command prints of an error. An unexpected one has its stack. */
export function explanationOf(error: unknown): string {
  if (error instanceof CommandError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
