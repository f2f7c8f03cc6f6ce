import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { databaseOf, onPostgres, urlOf } from './engine'

/** Runs statements on the data of a server; one on the embedded engine must be stopped. @returns the last one's rows */
export function sql<Row>(folder: string, ...statements: string[]): Row[] {
  const script = join(__dirname, 'runSql.mjs')
  const args = [script, onPostgres ? urlOf(databaseOf(folder)) : folder, ...statements]
  return JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 28 }),
  ) as Row[]
}
