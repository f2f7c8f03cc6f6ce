import fs from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { archiveAudit } from '../src/services/archiveAudit'
import { withDatabase } from '../testing/database'
import { temporaryFolder } from '../testing/cleanUp'

let db: Db
withDatabase((empty) => {
  db = empty
  return sql`insert into audit (at, actor_id, action, subject, request_id)
    values ('2025-01-01', 1, 'test', '', gen_random_uuid())`.execute(db)
}, 1)

const rows = async () =>
  (await db.selectFrom('audit').select('id').where('action', '=', 'test').execute()).length

test('no row is deleted if the disk returns different bytes from those written', async () => {
  const file = join(temporaryFolder(), 'audit.gz')
  const read = jest
    .spyOn(fs, 'createReadStream')
    .mockImplementation(() => Readable.from([gzipSync('{}\n')]) as fs.ReadStream)
  await expect(archiveAudit(db, new Date('2026-01-01'), file)).rejects.toThrow(
    'The archive differs from what was written to it',
  )
  read.mockRestore()
  expect([await rows(), fs.existsSync(file)]).toEqual([1, false])
  expect(await archiveAudit(db, new Date('2026-01-01'), file)).toBe(1)
  expect(await rows()).toBe(0)
})
