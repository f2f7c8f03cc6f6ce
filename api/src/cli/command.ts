import { parseArgs } from 'node:util'
import { StartError } from '../startError'

/** Runs a command to its end. What went wrong goes to standard error, the exit code is then 1. */
export function runCommand(name: string, run: () => Promise<void>): void {
  run().catch((error: unknown) => exitWith(name, error))
}

export function exitWith(name: string, error: unknown): never {
  const text = error instanceof StartError ? error.message : ((error as Error).stack ?? String(error))
  process.stderr.write(`${name}: ${text}\n`)
  process.exit(1)
}

/** The value of `--name`, the only argument of a command. @throws StartError with the usage */
export function readOption(name: string, usage: string): string {
  const value = parseOptions([name], usage)[name]
  if (!value) throw new StartError(`--${name} is missing\n${usage}`)
  return value
}

/** The values of `--name`s, all of them optional. @throws StartError with the usage */
export function parseOptions(names: readonly string[], usage: string): Partial<Record<string, string>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]))
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`)
  }
}
