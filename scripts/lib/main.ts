import { pathToFileURL } from 'node:url'
import { explanationOf, UsageError } from '@console/shared-kernel/command'

/**
 * Runs a command of the root, and exits with what it returns. Not where a test imports its file.
 * @param file `import.meta.url` of the command
 */
export async function main(file: string, run: (args: string[]) => Promise<number> | number): Promise<void> {
  if (file !== pathToFileURL(process.argv[1] ?? '').href) return
  try {
    process.exit(await run(process.argv.slice(2)))
  } catch (error) {
    console.error(explanationOf(error))
    process.exit(1)
  }
}

/**
 * What a command was asked for, of the flags that it has.
 * @param command as it is typed, for the hint after an unknown flag
 * @returns null for `--help`: the usage is printed, and nothing is left to do. @throws UsageError for an unknown flag
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
  throw new UsageError(`Unknown option ${unknown}. ${command} -- --help lists the options.`)
}
