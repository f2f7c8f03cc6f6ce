import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { Client } from 'pg'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { databaseOf, onCluster, placeOf, urlOf } from '../testing/engine'
import { call, tokenOf } from '../testing/http'
import { command, startApi } from '../testing/server'
import { sql } from '../testing/sql'

const OLD = `insert into audit (at, actor_id, action, subject, request_id)
  select now() - interval '401 days', 1, 'test', '', gen_random_uuid() from generate_series(1, 1500)`
const archive = (folder: string, file: string) =>
  command('archive-audit', { DATA_DIR: folder, AUDIT_RETENTION: '400d' }, ['--to', file])
const auditRows = (folder: string) => sql<{ n: number }>(folder, 'select count(*)::int as n from audit')[0]?.n

test('the audit is archived while servers run and write', async () => {
  const folder = await demoFolder()
  const file = join(temporaryFolder(), 'audit.gz')
  sql(folder, OLD)
  const api = await startApi({ DATA_DIR: folder })
  const token = await tokenOf(api.url, 'master')
  let over = false
  const archiving = archive(folder, file).finally(() => (over = true))
  let written = 0
  while (!over) {
    const body = { name: `game ${written}`, type: 'Slot', gameState: true }
    expect((await call(api.url, 'POST /api/Games', { token, body })).status).toBe(201)
    written += 1
  }
  expect(await archiving).toMatchObject({ code: 0, out: expect.stringContaining('1500 rows') })
  expect(written).toBeGreaterThan(0)
  expect(sql(folder, `select count(*)::int as n from audit where action = 'game.create'`)).toEqual([
    { n: written },
  ])
  await api.stop()
})

test('an open transaction that has written to the audit prevents the deletion, and the command reports it', async () => {
  const folder = await demoFolder()
  const file = join(temporaryFolder(), 'audit.gz')
  sql(folder, OLD)
  const writer = new Client({ connectionString: urlOf(databaseOf(folder)) })
  await writer.connect()
  await writer.query('begin')
  await writer.query('lock table audit in row exclusive mode')
  expect(await archive(folder, file)).toMatchObject({
    code: 1,
    err: 'archive-audit: Nothing was deleted: others write to the audit without a pause. Try again later\n',
  })
  await writer.end()
  expect(existsSync(file)).toBe(false)
  expect(auditRows(folder)).toBe(1500)
})

test('a role other than the owner is rejected before a file is created', async () => {
  const folder = await demoFolder()
  const file = join(temporaryFolder(), 'audit.gz')
  sql(folder, OLD)
  await onCluster(`create role archiver login password 'archiver'`)
  const { DATABASE_URL: owner = '' } = await placeOf({ DATA_DIR: folder })
  expect((await command('migrate', { DATA_DIR: folder }, ['--grant-to', 'archiver'])).code).toBe(0)
  const url = new URL(owner)
  Object.assign(url, { username: 'archiver', password: 'archiver' })
  const env = { DATABASE_URL: url.href, AUDIT_RETENTION: '400d' }
  const rejected = await command('archive-audit', env, ['--to', file])
  expect(rejected.code).toBe(1)
  expect(rejected.err).toBe(
    'archive-audit: DATABASE_URL must name the owner, who alone may delete from the audit\n',
  )
  expect(existsSync(file)).toBe(false)
  expect(auditRows(folder)).toBe(1500)
})
