import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import { Client } from 'pg'
import type { MachineResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { databaseOf, urlOf } from '../testing/engine'
import { get, tokenOf, waitUntilReady } from '../testing/http'
import { expectEachChangeOnce, startLoad } from '../testing/load'
import { report, type Query } from '../testing/reports'
import { command, run, startProcesses, type Api } from '../testing/server'
import { sql } from '../testing/sql'

/** Months are detached while servers and other clients work. */
let api: Api | undefined
afterEach(() => api?.stop())

const detach = (folder: string, before: string) =>
  command('detach-movements', { DATA_DIR: folder }, ['--before', before])

/** The months of the demo data that may be detached: each as its `--before` month, and as its last day. */
const monthsOf = (folder: string) =>
  sql<{ before: string; day: string }>(
    folder,
    `select to_char(month, 'YYYY-MM') as before, to_char(month - interval '1 day', 'YYYY-MM-DD') as day
      from generate_series(
        (select date_trunc('month', min(occurred_at), 'UTC') from movements) + interval '1 month',
        -- the last days may be open still
        date_trunc('month', now() - interval '2 days', 'UTC'), interval '1 month') month`,
  )

/** Includes detached movements. */
function countMovements(folder: string): number {
  const tables = sql<{ name: string }>(
    folder,
    `select schemaname || '.' || tablename as name from pg_tables
      where schemaname = 'detached_movements' union all select 'movements'`,
  )
  const counts = tables.map(({ name }) => `(select count(*)::int from ${name})`)
  return sql<{ n: number }>(folder, `select ${counts.join(' + ')} as n`)[0]?.n ?? 0
}

async function connect(folder: string, name: string): Promise<Client> {
  const client = new Client({ connectionString: urlOf(databaseOf(folder)), application_name: name })
  await client.connect()
  return client
}

async function waitUntilWaiting({ ended, stderr }: Awaited<ReturnType<typeof run>>): Promise<void> {
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  while (!hasEnded && !stderr().includes('Waiting')) await sleep(50)
}

test('the command prints once what it waits for, and when the wait is over', async () => {
  const folder = await demoFolder()
  const reader = await connect(folder, 'a long report')
  await reader.query('begin isolation level repeatable read; select from app_state')
  const command = await run('detach-movements.js', { DATA_DIR: folder }, [
    '--before',
    monthsOf(folder)[0]?.before ?? '',
  ])
  await waitUntilWaiting(command)
  // long enough for some more checks
  await sleep(500)
  expect(command.stdout()).toBe('')
  await reader.end()
  expect(await command.ended).toBe(0)
  expect(command.stderr()).toMatch(
    /^detach-movements: Waiting: transactions that began before .* \(process \d+ a long report\), for up to 5 minutes\ndetach-movements: The wait is over\n$/,
  )
})

test('a second command is rejected while the first one compares, and finds nothing to do afterwards', async () => {
  const folder = await demoFolder()
  const before = monthsOf(folder)[0]?.before ?? ''
  const other = await connect(folder, 'another command')
  await other.query('begin; select pg_advisory_xact_lock(7302003)')
  expect(await detach(folder, before)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Another command detaches months'),
  })
  await other.end()
  expect(await detach(folder, before)).toMatchObject({ code: 0, out: expect.stringMatching(/: movements_/) })
  expect(await detach(folder, before)).toMatchObject({ code: 0, out: 'Detached: nothing\n' })
})

test('under load nothing fails except with 503, no report is wrong, and no credit change or movement is lost', async () => {
  const folder = await demoFolder()
  const server = await startProcesses({ DATA_DIR: folder }, 2)
  api = server
  await waitUntilReady(server.url)
  const token = await tokenOf(server.url, 'master')
  const allMachines = async () => (await get<MachineResponse[]>(`${server.url}/api/Machines`, token)).body
  const machines = (await allMachines()).slice(0, 4)
  const months = monthsOf(folder)
  expect(months.length).toBeGreaterThan(1)
  const whole: Query[] = months.map(({ day }) => ({ dateFrom: '2000-01-01', dateTo: day }))
  const partsOf = (kind: 'internal' | 'external'): Query[] =>
    months.flatMap(({ day: dateFrom }) => {
      const day = { dateFrom, dateTo: dateFrom }
      const list = { ...day, queryType: 'Detail', machineId: machines[0]?.idMachine }
      // the console's own service has no lists
      return [{ ...day, timeFrom: '12:00' }, ...(kind === 'external' ? [list] : [])]
    })
  const asked = (['internal', 'external'] as const).flatMap((kind) =>
    [...whole, ...partsOf(kind)].map((query) => ({ kind, query, isWhole: whole.includes(query) })),
  )
  const ask = ({ kind, query }: (typeof asked)[number]) =>
    report<unknown[]>(server, token, kind, { ...query, tipoMovs: '1,2,3' })
  const right: string[] = []
  for (const one of asked) {
    const { status, text, body } = await ask(one)
    expect([one, status, body.length > 0 || !one.isWhole]).toEqual([one, 200, true])
    right.push(text)
  }

  const before = countMovements(folder)
  const load = startLoad({ url: server.url, token, machines }, machines.length)
  let over = false
  const wrong: unknown[] = []
  const statuses = new Map<number, number>()
  const readers = [0, 1, 2].map(async (first) => {
    for (let turn = first; !over; turn += 1) {
      const index = turn % asked.length
      const { status, text } = await ask(asked[index]!)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const isRight = status === 200 ? text === right[index] : status === 503
      const isRejected = status === 400 && !asked[index]!.isWhole && text.includes('están archivados')
      if (!isRight && !isRejected) wrong.push([asked[index], status, text])
    }
  })
  const play = await connect(folder, 'what is played')
  let played = 0
  const playing = (async () => {
    while (!over) {
      await play.query(
        'insert into movements (machine_id, type, in_cents, out_cents) values ($1, 2, 100, 0)',
        [machines[0]?.idMachine],
      )
      played += 1
    }
  })()
  for (const month of months) {
    // run again if others use the movements without a pause
    for (let done = false; !done;) {
      const { code, err } = await detach(folder, month.before)
      done = code === 0
      if (!done) expect(err).toContain('Others use these movements without a pause')
    }
  }
  over = true
  await Promise.all([...readers, playing, load.stop()])
  expect({ wrong, problems: load.problems }).toEqual({ wrong: [], problems: [] })
  // how many of each there were depends on the speed of the machine
  for (const count of [statuses.get(200), statuses.get(400), load.acknowledged.length, played])
    expect(count).toBeGreaterThan(0)
  expect(countMovements(folder)).toBe(before + played)
  expectEachChangeOnce(folder, await allMachines(), machines, load)
  await play.end()
})
