import { expect, test } from '@jest/globals'
import { temporaryFolder } from '../testing/cleanUp'
import { onPostgres } from '../testing/engine'
import { get, login } from '../testing/http'
import { auditOf } from '../testing/people'
import { command, startApi } from '../testing/server'

const PASSWORD = 'naranja tren siete pared'

const createMaster = (folder: string, args: string[], password: string) =>
  command('create-master', { DATA_DIR: folder }, args, password)

test('the command creates the first Master of an installation, and no second one', async () => {
  const folder = temporaryFolder()
  const short = await createMaster(folder, ['--username', 'Íñigo'], 'short')
  expect([short.code, short.err]).toEqual([1, 'create-master: The password must have 8 to 1024 characters\n'])
  const made = await createMaster(folder, ['--username', 'Íñigo'], PASSWORD)
  expect([made.code, made.out]).toEqual([0, "Master 'Íñigo' created with id 1\n"])
  const second = await createMaster(folder, ['--username', 'Another'], PASSWORD)
  expect([second.code, second.err]).toEqual([1, "create-master: There is a Master already: 'Íñigo'\n"])
  const api = await startApi({ DATA_DIR: folder })
  const { body } = await login(api.url, 'íñigo', PASSWORD)
  expect(body).toMatchObject({ userId: 1, level: 1 })
  expect((await get(`${api.url}/api/Users/all-hierarchy`, body.token)).body).toMatchObject([
    { userName: 'Íñigo', countryName: 'Spain', parentUserId: null, numeroMaquinas: 0 },
  ])
  const running = await createMaster(folder, ['--username', 'Another'], PASSWORD)
  expect(running.err).toContain(onPostgres ? 'There is a Master already' : 'in use by another server')
  await api.stop()
  expect(auditOf(folder, 'user 1')).toMatchObject([
    { actor_id: 1, action: 'user.create', before: null, after: { userName: 'Íñigo', level: 1 } },
    { actor_id: 1, action: 'session.start' },
  ])
})

test.each([[[]], [['--username', 'a/b']], [['--username', ' x']], [['--password', 'x']]])(
  'invalid arguments %j print the usage',
  async (args) => {
    const rejected = await createMaster(temporaryFolder(), args, PASSWORD)
    expect(rejected.code).toBe(1)
    expect(rejected.err).toContain('Usage: npm run create-master')
  },
)
