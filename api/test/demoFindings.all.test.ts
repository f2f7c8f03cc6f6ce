import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from '@jest/globals'
import { FINDING_KINDS } from '@console/shared-kernel/contracts'
import type { AttentionResponse, MachineRowResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { call, get, tokenOf } from '../testing/http'
import { startApi } from '../testing/server'
import { sql } from '../testing/sql'

const DAY_MS = 86_400_000
const kindsOf = ({ findings }: AttentionResponse) => new Set(findings.map(({ kind }) => kind))

let folder: string
beforeAll(async () => {
  folder = await demoFolder()
})

/** Starts the API, and looks at the findings of admin1 once there are some of each kind. */
async function afterStart<T>(look: (url: string, token: string, found: AttentionResponse) => Promise<T>) {
  const api = await startApi({ DATA_DIR: folder, DEMO_DATA: 'true' })
  try {
    const token = await tokenOf(api.url, 'admin1')
    const read = async () => (await get<AttentionResponse>(`${api.url}/api/attention`, token)).body
    let attention = await read()
    for (let time = 0; time < 1_000 && kindsOf(attention).size < FINDING_KINDS.length; time += 1) {
      await sleep(50)
      attention = await read()
    }
    expect([...kindsOf(attention)].toSorted()).toEqual(FINDING_KINDS.toSorted())
    return await look(api.url, token, attention)
  } finally {
    await api.stop()
  }
}

test('after a start with demo data, there is a finding of each kind, and connected machines have reported recently', async () => {
  sql(
    folder,
    'delete from findings',
    // a process that prepared the data may have just run the rules
    `delete from app_state where key like 'attention-%'`,
    `update machines set last_connection = now() - interval '5 days' where is_connected`,
  )
  await afterStart(async (url, token) => {
    const { body: machines } = await get<MachineRowResponse[]>(`${url}/api/Machines`, token)
    const ages = machines
      .filter(({ isConnected }) => isConnected)
      .map(({ lastConnection }) => Date.now() - Date.parse(lastConnection!))
    expect(Math.max(...ages)).toBeLessThan(DAY_MS / 12)
  })
})

test('after a start one day later, there are findings of each kind again, although all were marked as seen', async () => {
  const ids = await afterStart(async (url, token, { findings }) => {
    const seen = { ids: findings.map(({ id }) => id), until: 'seen' }
    expect((await call(url, 'POST /api/attention/marks', { token, body: seen })).status).toBe(200)
    return seen.ids
  })
  // as if a day had passed; findings of states are deleted because they would stay marked as seen
  sql(
    folder,
    `delete from findings where ends_at is null`,
    `delete from app_state where key like 'attention-%'`,
    'alter table movements disable trigger user',
    `update movements set occurred_at = occurred_at - interval '25 hours'
      where occurred_at > now() - interval '23 hours' and out_cents = 250000`,
    'alter table movements enable trigger user',
  )
  await afterStart(async (_, __, { findings }) => {
    const renewed = findings.filter(({ kind }) => kind === 'in-service' || kind === 'credit-change')
    for (const { id } of renewed) expect(ids).not.toContain(id)
  })
})

test('demo data of an earlier build gets these findings too, but nothing that an operator has changed is undone', async () => {
  sql(
    folder,
    `delete from app_state where key = 'demo-findings-prepared'`,
    `update machines set credit_cents = 7 where right(name, 4) in ('0027', '0007')`,
    `update machines set config = '{}' where right(name, 4) = '0007'`,
    `insert into audit (actor_path, action, subject, request_id)
      select '', 'machine.credit', 'machine ' || id, gen_random_uuid() from machines where name like '% 0007'`,
    'delete from findings',
  )
  const api = await startApi({ DATA_DIR: folder, DEMO_DATA: 'true' })
  await api.stop()
  expect(
    sql(
      folder,
      `select right(name, 4) as name, credit_cents::int as cents, config::text from machines
        where right(name, 4) in ('0007', '0027') order by 1`,
    ),
  ).toEqual([
    { name: '0007', cents: 7, config: '{}' },
    { name: '0027', cents: 0, config: expect.any(String) },
  ])
})
