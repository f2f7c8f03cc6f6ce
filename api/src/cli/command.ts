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
  const value = parse(name, usage)
  if (!value) throw new StartError(`--${name} is missing\n${usage}`)
  return value
}

function parse(name: string, usage: string): string | undefined {
  try {
    return parseArgs({ options: { [name]: { type: 'string' } } }).values[name]
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`)
  }
}
