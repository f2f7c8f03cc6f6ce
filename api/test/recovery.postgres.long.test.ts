import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import type { CreditResponse, MachineResponse } from '@console/shared-kernel/schemas'
import { asNobody, programsOf, startCluster, startClusterIn, type Cluster } from '../testing/cluster'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { call, get, login, logout, tokenOf, waitUntilReady } from '../testing/http'
import { auditOf, meetPeople } from '../testing/people'
import { ALWAYS, report } from '../testing/reports'
import { run, startProcesses, type Api } from '../testing/server'
import { sql, sqlAt } from '../testing/sql'

/** Follows docs/database.md on point-in-time recovery, with a PostgreSQL that really writes to disk. */
const DURABLE = { fsync: 'on', full_page_writes: 'on' }
const DOCS = join(__dirname, '../../docs')

let cluster: Cluster | undefined
let replica: Cluster | undefined
let api: Api | undefined
afterEach(async () => {
  await api?.stop()
  await replica?.stop()
  await cluster?.stop()
})

/** The n-th code block in a language from the document's section, as an operator would copy it. */
function documented(language: string, index: number): string {
  const text = readFileSync(join(DOCS, 'database.md'), 'utf8')
  const section = text.split('\n## ').find((part) => part.startsWith('Point-in-time recovery'))
  const blocks = [...(section ?? '').matchAll(/^ *```(\w+)\n(.*?)^ *```/gms)]
  const found = blocks.filter(([, name]) => name === language)[index]?.[2]
  if (found === undefined) throw new Error(`docs/database.md has no block ${index} of ${language}`)
  return found
}

/** The server settings from the document, with the test's folder instead of `/archive`. */
function archiving(archive: string): Record<string, string> {
  const lines = documented('ini', 0).matchAll(/^ *(\w+) = '?(.*?)'?$/gm)
  return Object.fromEntries(
    [...lines].map(([, name, value]) => [name, value!.replaceAll('/archive', archive)]),
  )
}

/** A folder for the user that PostgreSQL runs as. */
function folderFor(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (asNobody.uid !== undefined) chownSync(path, asNobody.uid, asNobody.gid)
  return path
}

const programs = (): string => programsOf(globalThis.postgresPrograms)

/** Runs a program as PostgreSQL's user, who then owns the files it creates. */
const asOwner = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { ...asNobody, cwd: '/', encoding: 'utf8' })

/** Removes WAL segments that the base backup does not need. */
function removeOlderLog(archive: string): void {
  const wal = join(archive, 'wal')
  const label = asOwner('tar', '-xzOf', join(archive, 'base', 'base.tar.gz'), 'backup_label')
  const first = /^START WAL LOCATION: \S+ \(file (\w+)\)$/m.exec(label)?.[1] ?? ''
  const isOlder = (file: string): boolean => file < first
  const files = readdirSync(wal)
  expect(files).toContain(first)
  expect(files.some(isOlder)).toBe(true)
  asOwner(join(programs(), 'pg_archivecleanup'), wal, first)
  expect(readdirSync(wal).sort()).toEqual(files.filter((file) => !isOlder(file)).sort())
}

const ofNewTimeline = (file: string): boolean => file.startsWith('00000002')

const statementsOf = (text: string): string[] =>
  text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Makes one machine look retired before the last day with totals, without having played that day. */
function endTotalsOfOneMachine(folder: string): void {
  const ofOne = `ends_at = (select max(ends_at) from closed_days)
    and machine_key = (select min(machine_key) from machine_totals
      where ends_at = (select max(ends_at) from closed_days))`
  sql(folder, `insert into final_totals select * from machine_totals where ${ofOne}`)
  sql(
    folder,
    `update final_totals set ends_at = (select max(ends_at) from closed_days
      where ends_at < (select max(ends_at) from closed_days))`,
  )
  sql(folder, `delete from machine_totals where ${ofOne}`)
}

test('a point-in-time recovery has exactly the changes before that time, and the API continues from them', async () => {
  const parent = temporaryFolder()
  chmodSync(parent, 0o755)
  const archive = folderFor(join(parent, 'archive'))
  folderFor(join(archive, 'wal'))
  const base = join(archive, 'base')
  cluster = await startCluster(globalThis.postgresPrograms, {
    options: { ...DURABLE, ...archiving(archive) },
  })
  process.env['TEST_POSTGRES'] = cluster.url
  const folder = await demoFolder()
  // the remaining movements are later compared with the totals from that month on
  const [{ month } = { month: '' }] = sql<{ month: string }>(
    folder,
    `select to_char(date_trunc('month', now() - interval '2 days', 'UTC'), 'YYYY-MM') as month`,
  )
  const detaching = await run('detach-movements.js', { DATA_DIR: folder }, ['--before', month])
  expect([await detaching.ended, detaching.stdout()]).toEqual([0, expect.stringContaining('movements_')])
  endTotalsOfOneMachine(folder)
  api = await startProcesses({ DATA_DIR: folder }, 2)
  await waitUntilReady(api.url)
  const people = await meetPeople(api.url)
  const { machine } = await people.createClient()
  const credit = (amount: number, headers: Record<string, string> = {}, token = people.master) =>
    call<CreditResponse>(api!.url, `PUT /api/Machines/${machine.idMachine}/credit`, {
      token,
      body: { amount },
      headers,
    })
  const move = (cents: number): unknown =>
    sql(
      folder,
      `insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
       values ('${machine.idMachine}', 2, now(), ${cents}, 0)`,
    )

  asOwner(
    join(programs(), 'pg_basebackup'),
    `--pgdata=${base}`,
    '--format=tar',
    '--gzip',
    '--wal-method=fetch',
    '--checkpoint=fast',
    `--dbname=${cluster.url}`,
  )
  const early = { amount: 19, key: randomUUID() }
  for (let amount = 1; amount <= early.amount; amount += 1) {
    const { status } = await credit(amount, amount === early.amount ? { 'idempotency-key': early.key } : {})
    expect(status).toBe(200)
  }
  move(1_000)
  const before = {
    audit: auditOf(folder, `machine ${machine.idMachine}`),
    report: (await report(api, people.master, 'internal', ALWAYS)).text,
  }
  const [{ at } = { at: '' }] = sql<{ at: string }>(folder, 'select clock_timestamp()::text as at')
  await sleep(1_000)

  const late = { amount: 50, key: randomUUID() }
  const lost = await credit(20)
  expect(lost).toMatchObject({ status: 200, body: { creditVersion: '21' } })
  for (let amount = 21; amount < late.amount; amount += 1) expect((await credit(amount)).status).toBe(200)
  expect((await credit(late.amount, { 'idempotency-key': late.key })).status).toBe(200)
  move(2_000)
  const ended = await tokenOf(api.url, 'client1')
  expect(await logout(api.url, people.master)).toBe(204)

  await api.stop()
  const [{ file } = { file: '' }] = sql<{ file: string }>(
    folder,
    'select pg_walfile_name(pg_switch_wal()) as file',
  )
  const archived = () =>
    sql<{ done: boolean }>(folder, `select last_archived_wal >= '${file}' as done from pg_stat_archiver`)
  while (!archived()[0]?.done) await sleep(100)
  await cluster.stop()
  removeOlderLog(archive)

  const recovered = folderFor(join(parent, 'recovered'))
  const data = folderFor(join(recovered, 'data'))
  asOwner('tar', '-xzf', join(base, 'base.tar.gz'), '-C', data)
  asOwner('cp', join(base, 'backup_manifest'), data)
  expect(asOwner(join(programs(), 'pg_verifybackup'), data)).toContain('backup successfully verified')
  const settings = documented('ini', 1).replaceAll('/archive', archive)
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    settings.replace(/(?<=recovery_target_time = )'.*'/, `'${at}'`),
  )
  asOwner('touch', join(data, 'recovery.signal'))
  cluster = await startClusterIn(globalThis.postgresPrograms, recovered, { options: DURABLE })
  process.env['TEST_POSTGRES'] = cluster.url

  const state = () =>
    sql<{ state: string }>(folder, 'select pg_get_wal_replay_pause_state() as state')[0]?.state
  while (state() !== 'paused') await sleep(100)
  expect(auditOf(folder, `machine ${machine.idMachine}`)).toEqual(before.audit)
  const checks = statementsOf(readFileSync(join(DOCS, 'operations/recovered.sql'), 'utf8'))
  expect(checks).toHaveLength(3)
  expect(sql(folder, checks[0]!)[0]).toMatchObject({ newest: expect.any(String) })
  expect(sql(folder, checks[1]!)).toEqual([{ different: 0 }])
  expect(sql(folder, checks[2]!)).toEqual([{ different: 0 }])
  expect(sql(folder, 'select count(*)::int > 0 as kept from machine_totals')).toEqual([{ kept: true }])
  await cluster.end()
  cluster = await startClusterIn(globalThis.postgresPrograms, recovered, {
    options: { ...DURABLE, ...archiving(archive) },
  })
  process.env['TEST_POSTGRES'] = cluster.url
  while (state() !== 'paused') await sleep(100)
  expect(readdirSync(join(archive, 'wal')).filter(ofNewTimeline)).toEqual([])
  sql(folder, 'select pg_wal_replay_resume()')
  while (sql<{ on: boolean }>(folder, 'select pg_is_in_recovery() as on')[0]?.on) await sleep(100)
  sql(folder, 'update final_totals set cash_in_cents = cash_in_cents + 1')
  expect(sql(folder, checks[2]!)).toEqual([{ different: 1 }])
  sql(folder, 'update final_totals set cash_in_cents = cash_in_cents - 1')
  // fails while the server processes of that time still look alive
  while ((await (await run('after-restore.js', { DATA_DIR: folder })).ended) !== 0) await sleep(1_000)
  for (const statement of statementsOf(documented('sql', 0))) sqlAt(cluster.url, statement)

  api = await startProcesses({ DATA_DIR: folder }, 2)
  await waitUntilReady(api.url)
  // the recovery forgets one's later sign-out and the other's later sign-in: neither may be valid
  for (const token of [people.master, ended]) {
    expect((await get(`${api.url}/api/Users/current`, token)).status).toBe(401)
  }
  const { body } = await login(api.url, 'master')
  const { body: machines } = await get<MachineResponse[]>(`${api.url}/api/Machines`, body.token)
  expect(machines.find(({ idMachine }) => idMachine === machine.idMachine)).toMatchObject({ credit: 19 })
  expect((await report(api, body.token, 'internal', ALWAYS)).text).toBe(before.report)
  const repeated = await credit(early.amount, { 'idempotency-key': early.key }, body.token)
  expect(repeated).toMatchObject({ status: 200, body: { credit: 19, creditVersion: '20' } })
  const again = await credit(late.amount, { 'idempotency-key': late.key }, body.token)
  expect(again).toMatchObject({ status: 200, body: { credit: late.amount } })
  // a lost version differs from the one that replaces it
  const stale = await credit(1, { 'if-match': lost.body.creditVersion }, body.token)
  expect(stale.status).toBe(409)
  expect((await credit(60, { 'if-match': again.body.creditVersion }, body.token)).status).toBe(200)
  const credits = auditOf(folder, `machine ${machine.idMachine}`).filter(
    ({ action }) => action === 'machine.credit',
  )
  expect(credits.map(({ after }) => after?.['creditCents'])).toEqual([
    ...Array.from({ length: 19 }, (_, index) => (index + 1) * 100),
    5_000,
    6_000,
  ])

  replica = await startCluster(globalThis.postgresPrograms, { replicaOf: cluster.url })
  const [{ now } = { now: '' }] = sqlAt<{ now: string }>(cluster.url, 'select pg_current_wal_lsn() as now')
  const replayed = `select pg_last_wal_replay_lsn() >= '${now}' as done, pg_get_wal_replay_pause_state() as state`
  for (;;) {
    const [row] = sqlAt<{ done: boolean; state: string }>(replica.url, replayed)
    expect(row?.state).toBe('not paused')
    if (row?.done) break
    await sleep(100)
  }
  // a later recovery from the same base backup sees that this timeline is taken
  while (!existsSync(join(archive, 'wal', '00000002.history'))) await sleep(100)
}, 300_000)
