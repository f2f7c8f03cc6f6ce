import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Kysely, sql as statement } from 'kysely'
import type { AttentionResponse } from '@console/shared-kernel/schemas'
import { postgresEngine } from '../src/db/postgres/postgres'
import type { Schema } from '../src/db/schema'
import { readAttention } from '../src/services/attention/attention'
import { demoFolder } from '../testing/demo'
import { databaseOf, urlOf } from '../testing/engine'
import { call, get, tokenOf } from '../testing/http'
import { startApi, type Api } from '../testing/server'
import { sql } from '../testing/sql'

let apis: Api[]
let folder: string
beforeAll(async () => {
  folder = await demoFolder()
  sql(folder, 'delete from findings', `delete from app_state where key like 'attention-%'`)
  apis = await Promise.all([1, 2, 3].map(() => startApi({ DATA_DIR: folder })))
})
afterAll(() => Promise.all((apis ?? []).map((api) => api.stop())))

async function readAll(token: string): Promise<AttentionResponse[]> {
  const answers = await Promise.all(
    apis.map(({ url }) => get<AttentionResponse>(`${url}/api/attention`, token)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  return answers.map(({ body }) => body)
}

test('three processes find everything once, and what is hidden or blocked through one is hidden or blocked in all', async () => {
  const token = await tokenOf(apis[0]!.url, 'admin1')
  let [found] = await readAll(token)
  while (found!.checkedAt === null) {
    await sleep(50)
    ;[found] = await readAll(token)
  }
  for (const other of await readAll(token)) expect(other).toEqual(found)
  const { findings, total } = found!
  expect(total).toBeGreaterThan(3)
  // the others have inserted nothing: even a skipped duplicate would leave a gap in the ids
  expect(sql(folder, 'select (max(id) - min(id) + 1 = count(*)) as once from findings')).toEqual([
    { once: true },
  ])

  const [first, second] = findings.filter(({ machine, kind }) => machine !== null && kind !== 'credit-change')
  const [, other, last] = apis as [Api, Api, Api]
  const seen = await call(other.url, 'POST /api/attention/marks', {
    token,
    body: { ids: [first!.id], until: 'seen' },
  })
  expect(seen).toMatchObject({ status: 200, body: { marked: 1 } })
  for (const { findings: remaining } of await readAll(token))
    expect(remaining.map(({ id }) => id)).not.toContain(first!.id)

  const { id } = second!.machine!
  const blocked = await call(last.url, `PUT /api/Machines/${id}/toggle-block`, {
    token,
    body: { blocked: true },
  })
  expect(blocked.status).toBe(200)
  for (const { findings: remaining, machineIds } of await readAll(token)) {
    expect(remaining.filter(({ machine }) => machine?.id === id)).toEqual([])
    expect(machineIds).not.toContain(id)
  }
})

test('findings are planned for the currently blocked branches each time, even on a connection that prepares statements', async () => {
  const dialect = postgresEngine(urlOf(databaseOf(folder)), 40).dialectFor('interactive')
  const db = new Kysely<Schema>({ dialect })
  try {
    const { rows } = await db.connection().execute(async (connection) => {
      for (let time = 0; time < 8; time += 1)
        await readAttention(connection, { userId: 1, level: 1, path: '' })
      return statement<{ custom: number; generic: number }>`
        select sum(custom_plans)::int as custom, sum(generic_plans)::int as generic from pg_prepared_statements
        where statement like '%findings f join%'`.execute(connection)
    })
    // each of three statements is prepared at its second use
    expect(rows).toEqual([{ custom: 21, generic: 0 }])
  } finally {
    await db.destroy()
  }
})
