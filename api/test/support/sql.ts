import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs statements on the data of a server that is stopped. @returns the rows of the last one. */
export function sql<Row>(folder: string, ...statements: string[]): Row[] {
  const script = join(__dirname, 'runSql.mjs')
  const args = [script, folder, ...statements]
  return JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 28 }),
  ) as Row[]
}
