import { isAbsolute, resolve } from 'node:path'
import type { ParseArgsConfig } from 'node:util'
import { CommandError, readArguments, UsageError } from '@console/shared-kernel/command'
import { withDatabase } from '../db/connection/database'
import { holdsDatabase } from '../db/pglite/embeddedFacts'
import type { Db } from '../db/schema'
import { exitWith } from '../foundation/exitWith'
import { readDatabaseLocation } from '../settings/settings'

/** Errors go to standard error, with exit code 1. @param usage printed for `--help` */
export function runCommand(name: string, usage: string, run: () => Promise<void>): void {
  if (process.argv.slice(2).includes('--help')) {
    process.stdout.write(`${usage}\n`)
    return
  }
  run().catch((error: unknown) =>
    exitWith(name, error instanceof UsageError ? new CommandError(`${error.message}\n${usage}`) : error),
  )
}

/**
 * Runs a task on the configured database. Servers on PostgreSQL may keep running; one on the embedded engine
 * must be stopped. The embedded engine creates the database if there is none.
 * @param name the name of the command
 * @param options as for {@link withDatabase}
 */
export const withConfiguredDatabase = <T>(
  name: string,
  task: (db: Db) => Promise<T>,
  options?: { migrate?: boolean },
): Promise<T> =>
  withDatabase(readDatabaseLocation(process.env), (error) => exitWith(name, error), task, options)

/** Like `withConfiguredDatabase`. @throws CommandError if the embedded engine has no data */
export async function withExistingDatabase<T>(
  name: string,
  task: (db: Db) => Promise<T>,
  options?: { migrate?: boolean },
): Promise<T> {
  const { databaseUrl, dataDir } = readDatabaseLocation(process.env)
  if (!databaseUrl && !holdsDatabase(dataDir)) {
    throw new CommandError(
      `DATABASE_URL is not set: use the servers' value. (Without it, DATA_DIR is used, but there is no database in ${resolve(dataDir)})`,
    )
  }
  return withConfiguredDatabase(name, task, options)
}

export const logOf =
  (name: string) =>
  (line: string): void =>
    void process.stderr.write(`${name}: ${line}\n`)

export const TEXT = { type: 'string' } as const

/** Reads the value of a command's only option. @throws UsageError */
export function readOption(name: string): string {
  const value = readOptions({ [name]: TEXT })[name]
  if (!value) throw new UsageError(`--${name} is missing`)
  return value
}

/** Reads the only argument of a command without options. @throws UsageError */
export function readArgument(name: string): string {
  const { positionals } = readArguments({ options: {}, allowPositionals: true })
  if (positionals.length === 1 && positionals[0]) return positionals[0]
  throw new UsageError(`One ${name} is needed`)
}

/** npm runs a command in the folder of its package, so a relative path would be resolved there. @throws UsageError */
export function requireFullPath(name: string, path: string): string {
  if (isAbsolute(path)) return path
  throw new UsageError(`--${name} must be an absolute path: '${path}' would be ${resolve(path)}`)
}

/** @throws UsageError for unknown options */
export const readOptions = <T extends NonNullable<ParseArgsConfig['options']>>(options: T) =>
  readArguments({ options }).values

/** The first instant (UTC) of a month such as 2026-03. @throws UsageError */
export function readMonth(name: string, value = ''): Date {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(value)) {
    throw new UsageError(`--${name} must be a month such as 2026-03`)
  }
  return new Date(`${value}-01T00:00Z`)
}
