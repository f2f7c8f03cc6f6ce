import { expect, test } from '@jest/globals'
import { internalTotalRow } from '@console/shared-kernel/schemas'
import { temporaryFolder } from '../testing/cleanUp'
import { ACCOUNTS, allUsers, login, tokenOf } from '../testing/http'
import { report } from '../testing/reports'
import { command, startApi, type Environment } from '../testing/server'

const SCALE = ['--users', '300', '--machines', '60', '--movements', '6000', '--days', '20']

const seed = (env: Environment, args: string[] = SCALE) => command('seed', env, args)

test('an empty database is filled once with a complete business, and progress is shown', async () => {
  const DATA_DIR = temporaryFolder()
  const seeded = await seed({ DATA_DIR })
  expect([seeded.code, seeded.err]).toEqual([0, ''])
  for (const line of ['users 300/300', 'machines 60/60', 'movements 6000/6000', 'indexes 1/1']) {
    expect(seeded.out).toMatch(new RegExp(`^${line} \\([\\d.]+/s\\)$`, 'm'))
  }
  expect(seeded.out).toMatch(/^days of totals \d+\/20 \([\d.]+\/s\)$/m)

  const again = await seed({ DATA_DIR })
  expect([again.code, again.err]).toEqual([
    1,
    'seed: This database has users already: only an empty one is filled\n',
  ])

  const api = await startApi({ DATA_DIR })
  for (const name of ACCOUNTS) expect((await login(api.url, name)).status).toBe(200)
  const users = await allUsers(api.url)
  expect(new Set(users.map(({ level }) => level))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]))
  expect(new Set(users.map(({ userName }) => userName)).size).toBe(300)
  const { body } = await report(api, await tokenOf(api.url, 'master'), 'internal', {
    dateFrom: '2000-01-01',
    dateTo: '2099-12-31',
  })
  const plays = internalTotalRow.array().length(60).parse(body)
  expect(plays.reduce((sum, { numMovements }) => sum + numMovements, 0)).toBeGreaterThan(2500)
  await api.stop()
})

test.each([
  [
    ['--users', '10', '--machines', '1', '--movements', '1'],
    '--users must be a whole number of at least 100',
  ],
  [['--users', '100', '--movements', '1'], '--machines must be a whole number of at least 1'],
  [['--users', '100', '--machines', '1', '--movements', '1e3'], '--movements must be a whole number'],
  [['--everything'], '--everything'],
])('wrong arguments %j print the error and the usage', async (args, problem) => {
  const rejected = await seed({ DATA_DIR: temporaryFolder() }, args)
  expect(rejected.code).toBe(1)
  expect(rejected.err).toContain(problem)
  expect(rejected.err).toContain('Usage: npm run seed')
})

test('it refuses to run in production', async () => {
  const rejected = await seed({ DATA_DIR: temporaryFolder(), NODE_ENV: 'production' })
  expect(rejected.code).toBe(1)
  expect(rejected.err).toContain('Refused when NODE_ENV is production')
})
