import { describe, expect, test } from '@jest/globals'
import { demoFolder } from '../testing/demo'
import { run, serversForEachTest } from '../testing/server'
import { sql } from '../testing/sql'

const start = serversForEachTest()

describe('demo data', () => {
  test('has users, games, machines and 90 days of movements of all types', async () => {
    const [row] = sql<Record<string, number | string>>(
      await demoFolder(),
      `select (select count(*) from users) as users, (select count(*) from machines) as machines,
        (select count(*) from games) as games, (select count(distinct type) from games) as game_types,
        count(*) as movements, count(distinct type) as types, min(type) as first_type, max(type) as last_type,
        count(distinct (occurred_at at time zone 'UTC')::date) as days, count(distinct machine_id) as busy,
        extract(epoch from now() - max(occurred_at)) / 3600 as hours_ago,
        sum(in_cents) filter (where type = 2) - sum(out_cents) filter (where type = 3) as cash_left,
        sum(in_cents - out_cents) filter (where type = 1) as kept
      from movements`,
    )
    expect(row).toMatchObject({
      users: 200,
      machines: 150,
      games: 40,
      game_types: 4,
      types: 6,
      first_type: 1,
    })
    expect(row).toMatchObject({ last_type: 6, busy: 150 })
    expect(Number(row?.days)).toBeGreaterThanOrEqual(90)
    expect(Number(row?.days)).toBeLessThanOrEqual(91)
    expect(Number(row?.movements)).toBeGreaterThan(150 * 90 * 5)
    expect(Number(row?.movements)).toBeLessThan(150 * 91 * 12)
    expect(Number(row?.hours_ago)).toBeLessThan(12)
    expect(Number(row?.cash_left)).toBeGreaterThan(0)
    expect(Number(row?.kept)).toBeGreaterThan(0)
  })

  test('gets its missing days at a later start, once, as if they had always been there', async () => {
    const folder = await demoFolder()
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    const digest = `select count(*)::int as n, md5(string_agg(concat_ws('|', machine_id, type, occurred_at,
      in_cents, out_cents, game_id, reference, state), ',' order by machine_id, occurred_at, type)) as md5
      from movements where occurred_at < '${hourAgo}'`
    const [before] = sql(folder, digest)
    const lastStart = new Date(Date.now() - 12 * 24 * 3_600_000).toISOString()
    const [cut] = sql<{ n: number }>(
      folder,
      'alter table movements disable trigger movements_append_only',
      `delete from movements where occurred_at > '${lastStart}'`,
      'alter table movements enable trigger movements_append_only',
      `update app_state set value = to_jsonb('${lastStart}'::timestamptz)`,
      'select count(*)::int as n from movements',
    )
    expect(cut?.n).toBeLessThan((before as { n: number }).n)
    const api = await start({ DATA_DIR: folder, DEMO_DATA: 'true' })
    expect(api.stdout()).toMatch(/^console-api preparing: days of movements 10\/13$/m)
    expect(api.stdout()).toMatch(
      /^console-api demo data kept: movements since \d{4}-\d\d-\d\dT[\d:.]+Z added$/m,
    )
    await api.stop()
    expect(sql(folder, digest)).toEqual([before])
  })

  test('is added only to an empty database', async () => {
    const folder = await demoFolder()
    sql(folder, 'delete from app_state')
    const rejected = await run('main.js', { DATA_DIR: folder, DEMO_DATA: 'true' })
    expect(await rejected.ended).toBe(1)
    expect(rejected.stderr()).toContain('has users of its own')
  })
})

test('movements cannot be changed or removed', async () => {
  const folder = await demoFolder()
  for (const statement of [
    'update movements set in_cents = 0',
    'delete from movements',
    'truncate movements',
  ]) {
    expect(() => sql(folder, statement)).toThrow('append-only')
  }
})
