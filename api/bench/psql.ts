import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
} from 'kysely'
import pg from 'pg'
import { INT8, readInt8 } from '../src/db/values'
import type { Schema } from '../src/db/schema'
import type { ExternalReportQuery } from '@console/shared-kernel/schemas'
import { CHUNK_ROWS } from '../src/services/lists'
import { createReports } from '../src/services/reports/reports'
import type { Transact } from '../src/db/transact'
import type { TreeNode } from '../src/services/tree'
import { allOf, snapshotsOf } from '../testing/snapshots'

/** Whether the database at this address has no `users` table: no server has ever used it. */
export async function isEmpty(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ users: string | null }>(`select to_regclass('public.users') as users`)
  await client.end()
  return rows[0]?.users === null
}

/** All SQL that the server runs for a report, with parameter values inlined. */
export async function statementsOf(
  databaseUrl: string,
  timeZone: string,
  caller: TreeNode,
  query: ExternalReportQuery,
): Promise<string[]> {
  const statements: string[] = []
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, readInt8)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, types })
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: asked }) => void statements.push(withValues(asked)),
  })
  const never = new AbortController().signal
  const reports = createReports({ db, transactFor: () => snapshotsOf(db), hasOneSession: false }, timeZone)
  await allOf(await reports.external(caller, query, never))
  await db.destroy()
  return statements
}

/** A `copy` of all rows of a list to standard output, with the server's own SQL and order. */
export async function copyOf(read: (transact: Transact) => Promise<unknown>): Promise<string> {
  const statements: string[] = []
  // returns no rows: only the statement is needed
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(withValues(query)),
  })
  await read((task) => task(db))
  const [, rows] =
    new RegExp(`from \\((.*) limit ${CHUNK_ROWS}\\s*\\) chunk$`, 's').exec(statements.at(-1) ?? '') ?? []
  if (!rows) throw new Error('The server reads lists with a different statement')
  return `copy (select json from (${rows}) listed) to stdout`
}

function withValues({ sql, parameters }: CompiledQuery): string {
  return sql.replace(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1]
    if (value === null) return 'null'
    if (typeof value === 'number') return String(value)
    return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
  })
}

const execute = promisify(execFile)

/**
 * Milliseconds in psql on a warm connection; rows are fetched and formatted, but not printed.
 * @param end the end of each statement, which sets where its rows go
 */
export async function timeInPsql(
  databaseUrl: string,
  statements: readonly string[],
  end = ';',
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'console-bench-'))
  try {
    const script = join(folder, 'report.sql')
    const once = statements.map((statement) => `${statement} ${end}`).join('\n')
    writeFileSync(script, `${once}\n\\timing on\n${once}\n`)
    // async, so that Node notices connections that the server closes meanwhile, and does not reuse them
    const { stdout } = await execute(
      'psql',
      ['-XqAt', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', '-f', script, databaseUrl],
      { maxBuffer: 2 ** 28 },
    )
    return [...stdout.matchAll(/^Time: ([\d.]+) ms/gm)].reduce((sum, [, ms]) => sum + Number(ms), 0)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
