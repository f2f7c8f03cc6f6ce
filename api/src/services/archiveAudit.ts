import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '../db/schema'
import { rejectOthersThanOwner } from '../db/roles'
import { OutcomeUnknown } from '../db/failures'
import { CommandError } from '@console/shared-kernel/command'
import { insertAudit } from './writes/writes'

const BATCH = 1_000
/** Changes wait behind this command's lock, and give up after 4 s. */
const LOCK_TIMEOUT = '2s'

/**
 * Writes gzipped lines of JSON; the last one holds the number of rows and the SHA-256 of the preceding lines.
 * Deletes only after the file has been flushed and read back.
 * @returns the number of rows; if it is 0, no file is created
 * @throws CommandError if the file exists, or the role does not own the audit
 */
export async function archiveAudit(db: Db, before: Date, file: string): Promise<number> {
  await rejectOthersThanOwner(db, 'audit', 'delete from the audit')
  let made = false
  try {
    // one snapshot: what is deleted is exactly what was read
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        if (!(await readRows(trx, before, '0')).last) return 0
        const written = await writeFile(trx, before, file, () => (made = true))
        await rejectUnlike(file, written.digest)
        const deleted = await deleteRows(trx, before)
        if (deleted !== written.rows)
          throw new Error(`${written.rows} rows were read, but ${deleted} deleted`)
        const { rows, sha256 } = written
        const after = { rows, before: before.toISOString(), sha256 }
        await insertAudit(trx, {
          actorId: null,
          requestId: randomUUID(),
          action: 'audit.archive',
          subject: { type: 'audit', id: 'archive' },
          after,
        })
        return deleted
      })
  } catch (error) {
    // with an unknown outcome the rows may be gone, and the file is the only copy
    if (made && !(error instanceof OutcomeUnknown)) rmSync(file)
    throw error
  }
}

async function readRows(trx: Db, before: Date, after: string) {
  const { rows } = await sql<{ id: string; line: string }>`
    select id::text, row_to_json(audit)::text as line from audit
    where id > ${after}::bigint and at < ${before} order by audit.id limit ${sql.lit(BATCH)}`.execute(trx)
  return { lines: rows.map(({ line }) => `${line}\n`), last: rows.at(-1)?.id }
}

interface Written {
  rows: number
  /** The digest of the whole text, including its last line. */
  digest: string
  /** The digest of the rows only. */
  sha256: string
}

async function writeFile(trx: Db, before: Date, file: string, onMade: () => void): Promise<Written> {
  const hash = createHash('sha256')
  let rows = 0
  let sha256 = ''
  async function* text() {
    for (
      let next = await readRows(trx, before, '0');
      next.last;
      next = await readRows(trx, before, next.last)
    ) {
      const lines = next.lines.join('')
      rows += next.lines.length
      hash.update(lines)
      yield lines
    }
    sha256 = hash.copy().digest('hex')
    const end = `${JSON.stringify({ rows, sha256, before })}\n`
    hash.update(end)
    yield end
  }
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }).once('open', onMade)
  await pipeline(text, createGzip(), target).catch(explain)
  await syncFolder(dirname(resolve(file)))
  return { rows, digest: hash.digest('hex'), sha256 }
}

/** So that the file's name survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.syscall === undefined) throw error
  const why = error.code === 'EEXIST' ? 'it already exists' : error.message
  throw new CommandError(`The archive cannot be written: ${why}`)
}

async function rejectUnlike(file: string, digest: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), createGunzip(), hash)
  if (hash.digest('hex') !== digest) throw new CommandError('The archive differs from what was written to it')
}

async function deleteRows(trx: Db, before: Date): Promise<number> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx)
  await sql`alter table audit disable trigger audit_append_only`.execute(trx)
  const { numAffectedRows = 0n } = await sql`delete from audit where at < ${before}`.execute(trx)
  await sql`alter table audit enable trigger audit_append_only`.execute(trx)
  return Number(numAffectedRows)
}
