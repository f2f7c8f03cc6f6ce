import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { treeTag } from '../src/services/lists'
import { emptyDatabase, insertMachines } from '../testing/database'
import { get, tokenOf } from '../testing/http'
import type { Urls } from '../testing/server'
import { sharedDemoApi } from '../testing/sharedServer'

let api: Urls
let db: Db

beforeAll(async () => {
  ;[api, db] = await Promise.all([sharedDemoApi(), emptyDatabase()])
  await insertMachines(db, 1)
})
afterAll(async () => {
  await db?.destroy()
})

const tree = (token: string, known?: string) =>
  get(`${api.url}/api/Users/all-hierarchy`, token, known ? { 'if-none-match': known } : {})

test('[CALL-6] a client with the current tree gets a 304 without the tree', async () => {
  const token = await tokenOf(api.url, 'admin1')
  const first = await tree(token)
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"[\w-]+"$/)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    expect(await tree(token, known)).toMatchObject({ status: 304, text: '' })
  }
  for (const known of ['"other"', tag.slice(1, -1)]) {
    expect(await tree(token, known)).toMatchObject({ status: 200, text: first.text })
  }
})

test('[ROLE-3] the tag of one caller does not match for another', async () => {
  const ownTag = (await tree(await tokenOf(api.url, 'admin1'))).headers.get('etag') ?? ''
  const other = await tree(await tokenOf(api.url, 'subadmin1'), ownTag)
  expect(other.status).toBe(200)
  expect(other.headers.get('etag')).not.toBe(ownTag)
})

test.each([
  ['a user changes', true, `update users set is_blocked = not is_blocked where user_id = 1`],
  ['a machine is retired', true, `update machines set retired_at = now()`],
  ['a machine’s credit changes', false, `update machines set credit_cents = credit_cents + 1`],
  ['somebody signs in', false, `insert into sessions values (gen_random_uuid(), 1, now(), now())`],
])('when %s, the tag changes: %s', async (_name, changes, statement) => {
  const caller = { userId: 1, level: 1, path: 'a' }
  const before = await treeTag(db, caller)
  await sql.raw(statement).execute(db)
  expect((await treeTag(db, caller)) !== before).toBe(changes)
})

test('only the user columns that lists show change the tag', async () => {
  const caller = { userId: 1, level: 1, path: 'a' }
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'users'`.execute(db)
  const others: string[] = []
  for (const { name } of rows) {
    const before = await treeTag(db, caller)
    await sql`update users set ${sql.ref(name)} = ${sql.ref(name)}`.execute(db)
    if ((await treeTag(db, caller)) === before) others.push(name)
  }
  expect(others.sort()).toEqual(['name_clashes', 'name_folded', 'name_key', 'password_hash'])
})
