import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ensureBuilt } from '../testing/build'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { get, login } from '../testing/http'
import { auditOf, meetPeople } from '../testing/people'
import { command, launch, startApi } from '../testing/server'
import { sql } from '../testing/sql'
import { PASSWORD } from '../src/foundation/demoAccounts'

const NEW_PASSWORD = 'ventana lobo martes cobre'

const reset = (folder: string, args: readonly string[], password = NEW_PASSWORD) =>
  command('reset-master-password', { DATA_DIR: folder }, args, password)

test('the command gives a Master a new password and lifts earlier locks', async () => {
  const folder = await demoFolder()
  const before = await startApi({ DATA_DIR: folder })
  const { master, named } = await meetPeople(before.url)
  const { userId } = named('master')
  const { body: other } = await login(before.url, 'client1')
  for (let time = 0; time < 10; time += 1) await login(before.url, 'master', 'wrong')
  expect((await login(before.url, 'master')).status).toBe(429)
  await before.stop()

  const done = await reset(folder, ['--username', 'MASTER'])
  expect([done.code, done.err, done.out]).toEqual([
    0,
    '',
    "Master 'master' has a new password; all sessions of that user are ended\n",
  ])
  const after = await startApi({ DATA_DIR: folder })
  expect((await get(`${after.url}/api/Users/current`, master)).status).toBe(401)
  expect((await get(`${after.url}/api/Users/current`, other.token)).status).toBe(200)
  expect((await login(after.url, 'master', NEW_PASSWORD)).status).toBe(200)
  expect((await login(after.url, 'master', PASSWORD)).status).toBe(401)
  await after.stop()
  const changes = auditOf(folder, `user ${userId}`).filter(({ action }) => action === 'user.password')
  expect(changes).toMatchObject([{ actor_id: userId, after: { command: 'reset-master-password' } }])
})

test('if names of Masters clash, as older servers allowed, the exact name is needed', async () => {
  const folder = await demoFolder()
  const rename = (from: string, to: string) => `update users set user_name = '${to}', name_key = '${to}',
    name_folded = 'sss', name_clashes = true, level = 1, parent_id = null where user_name = '${from}'`
  sql(folder, rename('master', 'ßs'), rename('admin1', 'sß'))
  const unclear = await reset(folder, ['--username', 'sss'])
  expect([unclear.code, unclear.err]).toEqual([
    1,
    expect.stringContaining("Several Masters have names like 'sss': write the name exactly as it is shown"),
  ])
  const exact = await reset(folder, ['--username', 'sß'])
  expect([exact.code, exact.out]).toEqual([0, expect.stringContaining("Master 'sß' has")])
})

test('the command runs no migrations, which might break servers of an earlier build', async () => {
  const folder = await demoFolder()
  // running this migration again would fail
  sql(folder, 'delete from kysely_migration where name = (select max(name) from kysely_migration)')
  const done = await reset(folder, ['--username', 'master'])
  expect([done.code, done.err]).toEqual([0, ''])
})

test('a folder that does not exist is rejected and not created', async () => {
  const folder = join(temporaryFolder(), 'misspelt')
  await ensureBuilt()
  // not `run`: always on the embedded engine, whatever the other tests use
  const started = launch('reset-master-password.js', { DATA_DIR: folder }, ['--username', 'master'])
  started.process.stdin?.end(`${NEW_PASSWORD}\n`)
  expect([await started.ended, started.stderr()]).toEqual([
    1,
    `reset-master-password: DATABASE_URL is not set: use the servers' value. (Without it, DATA_DIR is used, but there is no database in ${folder})\n`,
  ])
  expect(existsSync(folder)).toBe(false)
})

test('a password made from the Master’s user name or client name is too easy to guess', async () => {
  const folder = await demoFolder()
  sql(folder, "update users set name_client = 'Brzeskwin Tozzolan' where user_name = 'master'")
  const rejected = await reset(folder, ['--username', 'master'], 'brzeskwintozzolan')
  expect([rejected.code, rejected.err]).toEqual([
    1,
    'reset-master-password: The password is too easy to guess: use several words, or a longer one\n',
  ])
})

test('a rejected command changes nothing', async () => {
  const folder = await demoFolder()
  const usage = 'Usage: npm run reset-master-password -w api -- --username NAME'
  for (const [args, password, message] of [
    [['--username', 'admin1'], NEW_PASSWORD, "There is no Master 'admin1'"],
    [['--username', 'unknown'], NEW_PASSWORD, "There is no Master 'unknown'"],
    [['--username', 'master'], 'short', 'The password must have 8 to 1024 characters'],
    [[], NEW_PASSWORD, usage],
    [['--password', 'x'], NEW_PASSWORD, usage],
  ] as const) {
    const rejected = await reset(folder, args, password)
    expect([rejected.code, rejected.out]).toEqual([1, ''])
    expect(rejected.err).toContain(message)
  }
  const api = await startApi({ DATA_DIR: folder })
  for (const name of ['master', 'admin1']) expect((await login(api.url, name)).status).toBe(200)
  await api.stop()
})
