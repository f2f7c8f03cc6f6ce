import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import type { UserResponse } from '@console/shared-kernel/schemas'
import { sql as statement } from 'kysely'
import { foldNames } from '../src/db/migrations/0013-names'
import { foldName, nameKey } from '../src/services/auth/userName'
import { emptyDatabase } from '../testing/database'
import { demoFolder } from '../testing/demo'
import { call, login, tokenOf } from '../testing/http'
import { newUser, pathsOf } from '../testing/people'
import { startApi, type Api } from '../testing/server'
import { sql } from '../testing/sql'

const MIXED = 'Solo puede tener letras corrientes de un mismo alfabeto, sin marcas sueltas'

/** Two undeleted users, as an older build allowed, whose names are the same once folded. */
const CLASHING = ['ßß', 'SSSS']

test('the migration folds existing names, and lists those that are now the same', async () => {
  const db = await emptyDatabase()
  const insert = (id: number, name: string, deleted = false) =>
    statement`
      insert into users (user_id, user_name, name_key, password_hash, level, country_id, path, tree_names,
        name_client, deleted_at)
      values (${id}, ${name}, ${nameKey(name)}, '', 1, 1, ${`p${id}`}, ${name}, '',
        ${deleted ? new Date() : null})`.execute(db)
  await statement`alter table users drop column name_folded, drop column name_clashes`.execute(db)
  await insert(1, 'ßß')
  await insert(2, 'Ana')
  await insert(3, 'SSSS')
  await insert(4, 'aNa', true)
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
  await foldNames.up(db)
  const lines = written.mock.calls.map(([line]) => line)
  written.mockRestore()
  expect(lines).toEqual([
    'console-api: user 1 "ßß" and user 3 "SSSS" have names that now count as the same. ' +
      'Each goes on signing in with its exact name.\n',
  ])
  const columns = ['user_id', 'name_folded', 'name_clashes'] as const
  expect(await db.selectFrom('users').select(columns).orderBy('user_id').execute()).toEqual([
    { user_id: 1, name_folded: 'ssss', name_clashes: true },
    { user_id: 2, name_folded: 'ana', name_clashes: false },
    { user_id: 3, name_folded: 'ssss', name_clashes: true },
    { user_id: 4, name_folded: 'ana', name_clashes: false },
  ])
  await db.destroy()
})

describe('the server', () => {
  let api: Api
  let token: string
  const create = (userName: string) =>
    call<UserResponse>(api.url, 'POST /api/Users', { token, body: { ...newUser(2), userName } })
  beforeAll(async () => {
    const folder = await demoFolder()
    sql(
      folder,
      ...CLASHING.map(
        (name, index) => `
          insert into users (user_id, user_name, name_key, name_folded, name_clashes, password_hash, level,
            country_id, parent_id, path, tree_names, name_client)
          select ${900 + index}, '${name}', '${nameKey(name)}', '${foldName(name)}', true, password_hash, 2,
            1, 1, path || '.00000${index}', 'master/${name}', '' from users where user_id = 1`,
      ),
      `
        insert into users (user_id, user_name, name_key, name_folded, password_hash, level, country_id, parent_id,
          path, tree_names, name_client)
        select 902, 'Ꭺdmin1', '${nameKey('Ꭺdmin1')}', '${foldName('Ꭺdmin1')}', password_hash, 2, 1, 1,
          path || '.000009', 'master/Ꭺdmin1', U&'Bar\\202Eeslaf' from users where user_id = 1`,
    )
    api = await startApi({ DATA_DIR: folder })
    token = await tokenOf(api.url, 'master')
  })
  afterAll(() => api?.stop())

  test('signs in two users whose names are now the same, each by the exact name, and rejects a third spelling', async () => {
    expect((await login(api.url, 'ßß')).body).toMatchObject({ userId: 900 })
    expect((await login(api.url, 'ssss')).body).toMatchObject({ userId: 901 })
    expect((await login(api.url, 'ßss')).status).toBe(401)
  })

  test('finds a user by any spelling of a unique name', async () => {
    const { body } = await create('Große')
    expect((await login(api.url, 'GROSSE')).body).toMatchObject({ userId: body.userId, userName: 'Große' })
  })

  test.each([
    ['Weiß', 'WEISS'],
    ['Νίκος', 'ΝΊΚΟΣ'],
    ['Ñoño', 'N\u0303on\u0303o'],
  ])('creates only one of the users %s and %s', async (one, other) => {
    expect((await create(one)).status).toBe(201)
    const answer = await create(other)
    expect(answer).toMatchObject({ status: 409, body: { message: 'Ya existe un usuario con ese nombre' } })
    expect(pathsOf(answer)).toEqual(['userName'])
  })

  test('rejects another spelling of names that already clash', async () => {
    expect((await create('ßSs')).status).toBe(409)
  })

  test('creates one user when two spellings are requested at once', async () => {
    const names = Array.from({ length: 8 }, (_, index) => (index % 2 ? 'Fuß' : 'FUSS'))
    const answers = await Promise.all(names.map(create))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)])
  })

  test.each([
    ['invisible characters', 'an\u200ba', 'No puede contener caracteres invisibles'],
    ['a soft hyphen', 'an\u00ada', 'No puede contener caracteres invisibles'],
    ['a blank Braille pattern alone', '\u2800', 'Debe tener al menos un carácter visible'],
    ['combining marks alone', '\u0301', 'Debe tener al menos un carácter visible'],
    ['Latin and Cyrillic', 'аdmin', MIXED],
    ['Latin and Cherokee', 'Ꭺdmin1', MIXED],
    ['a small capital', 'ᴍaster', MIXED],
    ['a mark that composes no letter', 'ma\u0338ster', MIXED],
  ])('rejects a name with %s', async (_, name, message) => {
    const answer = await create(name)
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'userName', message }] } })
  })

  describe('a client name', () => {
    const HIDDEN = 'Bar\u202eeslaf'
    const rejection = { message: 'No puede contener caracteres invisibles', path: 'nameClient' }
    const put = (userId: number, body: object) =>
      call<UserResponse>(api.url, `PUT /api/Users/${userId}`, { token, body })

    test('is rejected with hidden characters, for a new user and on a change', async () => {
      const body = { ...newUser(2), nameClient: HIDDEN }
      const created = await call(api.url, 'POST /api/Users', { token, body })
      const changed = await put(900, { nameClient: HIDDEN })
      for (const answer of [created, changed])
        expect(answer).toMatchObject({ status: 400, body: { errors: [rejection] } })
    })

    test('that already had them stays, and its user, whose user name would be rejected now, signs in and is edited', async () => {
      const body = { userId: 902, nameClient: HIDDEN, password: '', isBlocked: false, quitPass: true }
      expect(await put(902, body)).toMatchObject({
        status: 200,
        body: { userName: 'Ꭺdmin1', nameClient: HIDDEN },
      })
      expect((await login(api.url, 'Ꭺdmin1')).body).toMatchObject({ userId: 902 })
      expect((await put(902, { nameClient: 'Bar' })).body).toMatchObject({ nameClient: 'Bar' })
    })
  })
})
