import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { databaseOf, onPostgres, urlOf } from './engine'
import { SHORT_LIVED } from './shortLived'

/**
 * Runs statements on a server's data. On the embedded engine, the server must be stopped.
 * @returns the rows of the last statement
 */
export const sql = <Row>(folder: string, ...statements: string[]): Row[] =>
  sqlAt(onPostgres ? urlOf(databaseOf(folder)) : folder, ...statements)

/** @param place a data directory or a database URL */
export function sqlAt<Row>(place: string, ...statements: string[]): Row[] {
  const args = [SHORT_LIVED, join(__dirname, 'runSql.mjs'), place, ...statements]
  const options = { encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 28 } as const
  return JSON.parse(execFileSync(process.execPath, args, options)) as Row[]
}
