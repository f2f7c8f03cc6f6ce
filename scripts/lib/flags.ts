import { CommandError } from './commandError'

/**
 * What a command was asked for, of the flags that it has.
 * @param command as it is typed, for the hint after an unknown flag
 * @returns null for `--help`: the usage is printed, and nothing is left to do. @throws CommandError for an unknown flag
 */
export function readFlags(
  command: string,
  args: string[],
  flags: readonly string[],
  usage: string,
): ReadonlySet<string> | null {
  if (args.includes('--help')) {
    console.log(usage)
    return null
  }
  const unknown = args.find((arg) => !flags.includes(arg))
  if (unknown === undefined) return new Set(args)
  throw new CommandError(`Unknown option ${unknown}. ${command} -- --help lists the options.`)
}
