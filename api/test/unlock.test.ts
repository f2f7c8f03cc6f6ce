import { expect, test } from '@jest/globals'
import { demoFolder } from '../testing/demo'
import { login, WRONG } from '../testing/http'
import { auditOf } from '../testing/people'
import { command, startApi } from '../testing/server'

const unlock = (folder: string, ...args: string[]) => command('unlock', { DATA_DIR: folder }, args)

test('the command unlocks a user, by any spelling of the name, and nobody else, and is in the audit', async () => {
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

test('a refused command says why', async () => {
  const folder = await demoFolder()
  for (const [args, message] of [
    [['nobody'], "There is no user 'nobody'"],
    [[], 'Usage: npm run unlock -w api -- USER'],
    [['client1', 'player1'], 'Usage: npm run unlock -w api -- USER'],
    [['--username', 'client1'], 'Usage: npm run unlock -w api -- USER'],
  ] as const) {
    const refused = await unlock(folder, ...args)
    expect([refused.code, refused.out, refused.err]).toEqual([1, '', expect.stringContaining(message)])
  }
})
