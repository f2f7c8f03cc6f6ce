import { expect, test } from '@jest/globals'
import { demoFolder } from '../testing/demo'
import { login, WRONG } from '../testing/http'
import { auditOf } from '../testing/people'
import { command, startApi } from '../testing/server'
import { sql } from '../testing/sql'

const unlock = (folder: string, ...args: string[]) => command('unlock', { DATA_DIR: folder }, args)

test('the command unlocks only the named user, whatever the case of the name, and is audited', async () => {
  const folder = await demoFolder()
  const before = await startApi({ DATA_DIR: folder })
  const { userId } = (await login(before.url, 'client1')).body
  for (const name of ['client1', 'player1']) {
    for (let time = 0; time < 10; time += 1) await login(before.url, name, WRONG)
    expect((await login(before.url, name)).status).toBe(429)
  }
  await before.stop()
  const done = await unlock(folder, 'CLIENT1')
  expect([done.code, done.err, done.out]).toEqual([0, '', "'client1' is unlocked\n"])
  const after = await startApi({ DATA_DIR: folder })
  expect((await login(after.url, 'client1')).status).toBe(200)
  expect((await login(after.url, 'player1')).status).toBe(429)
  await after.stop()
  const rows = auditOf(folder, `user ${userId}`).filter(({ action }) => action === 'user.unlock')
  expect(rows).toMatchObject([{ actor_id: null, before: null, after: { command: 'unlock', counters: 2 } }])
})

test('the command lists locked addresses and when their locks end', async () => {
  const folder = await demoFolder()
  const full = (address: string, failures: number, age: string) =>
    `insert into login_attempts (kind, key, attempts, counts)
      values ('address', '${address}', array[now() - interval '${age}'], array[${failures}])`
  sql(
    folder,
    full('192.0.2.1', 300, '5 minutes'),
    full('192.0.2.2', 299, '5 minutes'),
    full('192.0.2.3', 300, '20 minutes'),
    full('2001:db8::/64', 300, '6 minutes'),
    full('2001:db8:1::/56', 1199, '5 minutes'),
    full('2001:db8:2::/48', 4800, '4 minutes'),
  )
  const { code, out } = await unlock(folder, 'client1')
  const lines = out.trim().split('\n')
  expect([code, lines[0]]).toEqual([0, "'client1' is unlocked"])
  const pattern =
    /^nobody can sign in from (\S+) until (\S+Z): too many wrong passwords came from there\. This ends by itself, nothing unlocks it sooner$/
  expect(lines.slice(1).map((line) => pattern.exec(line)?.[1])).toEqual([
    '2001:db8:2::/48',
    '192.0.2.1',
    '2001:db8::/64',
  ])
  const [, , until = ''] = pattern.exec(lines[2]!) ?? []
  expect(Math.abs(Date.parse(until) - Date.now() - 10 * 60_000)).toBeLessThan(60_000)
})

test('a rejected command prints the reason', async () => {
  const folder = await demoFolder()
  for (const [args, message] of [
    [['nobody'], "There is no user 'nobody'"],
    [[], 'Usage: npm run unlock -w api -- USER'],
    [['client1', 'player1'], 'Usage: npm run unlock -w api -- USER'],
    [['--username', 'client1'], 'Usage: npm run unlock -w api -- USER'],
  ] as const) {
    const rejected = await unlock(folder, ...args)
    expect([rejected.code, rejected.out, rejected.err]).toEqual([1, '', expect.stringContaining(message)])
  }
})
