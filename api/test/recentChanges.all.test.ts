import { hostname } from 'node:os'
import { expect, test } from '@jest/globals'
import { demoFolder } from '../testing/demo'
import { call, login, logout, tokenOf } from '../testing/http'
import { meetPeople } from '../testing/people'
import { command, startApi } from '../testing/server'
import { sql } from '../testing/sql'

const recent = (folder: string, ...args: string[]) => command('recent-changes', { DATA_DIR: folder }, args)

test('the command lists starts, migrations, resets and whatever ended other users’ sessions, newest first', async () => {
  const folder = await demoFolder()
  // the maximum number that is kept
  sql(
    folder,
    `insert into app_state (key, value) select 'starts', jsonb_agg(jsonb_build_object('at', '2026-01-01')) from generate_series(1, 100)
      on conflict (key) do update set value = excluded.value`,
  )
  const api = await startApi({ DATA_DIR: folder })
  const { create, master: token } = await meetPeople(api.url)
  const { userId, userName } = await create('subdistributor1', 6)
  await login(api.url, userName)
  await call(api.url, `POST /api/Users/${userId}/end-sessions`, { token })
  await call(api.url, `PUT /api/Users/${userId}`, { token, body: { password: 'ivory thicket 94 saddle' } })
  await logout(api.url, await tokenOf(api.url, 'client1'))
  await api.stop()
  sql(
    folder,
    `update kysely_migration set timestamp = case when name < '0028' then '2026-01-01' else (now() - interval '1 hour')::text end`,
  )
  const { code, out, err } = await recent(folder)
  expect([code, err]).toEqual([0, ''])
  const at = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}`
  const lines = out.trim().split('\n')
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(new RegExp(`${at}user\\.password user ${userId} ${userName} by master$`)),
    expect.stringMatching(new RegExp(`${at}session\\.end user ${userId} ${userName} by master$`)),
  ])
  expect(lines[2]).toMatch(new RegExp(`${at}start 1\\.\\d+\\.\\d+-[0-9a-f]{8} on ${hostname()}$`))
  const kept = "select jsonb_array_length(value) as starts from app_state where key = 'starts'"
  expect(sql(folder, kept)).toEqual([{ starts: 100 }])
  for (const line of lines.slice(3)) expect(line).toMatch(new RegExp(`${at}migration 00\\d\\d-`))
  expect(out).toContain('migration 0028-')
  expect(out).not.toContain('migration 0001-')
})

test('it reads a database that a newer build has migrated, as do check-invariants and unlock', async () => {
  const folder = await demoFolder()
  sql(folder, `insert into kysely_migration (name, timestamp) values ('9999-note', now()::text)`)
  const { code, out } = await recent(folder)
  expect([code, out]).toEqual([0, expect.stringContaining('migration 9999-note')])
  for (const [name, ...args] of [['check-invariants'], ['unlock', 'client1']])
    expect((await command(name!, { DATA_DIR: folder }, args)).code).toBe(0)
})

test.each(['0', 'soon', '-1'])('--hours %s is rejected', async (hours) => {
  const { code, err } = await recent(await demoFolder(), `--hours=${hours}`)
  expect([code, err]).toEqual([1, expect.stringContaining('--hours must be a whole number')])
})
