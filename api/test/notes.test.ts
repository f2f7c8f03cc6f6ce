import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import type {
  ActivityResponse,
  MachineRowResponse,
  NoteResponse,
  UserResponse,
} from '@console/shared-kernel/schemas'
import { named, openStream } from '../testing/events'
import { call, get, tokenOf } from '../testing/http'
import { demoForTests, FORBIDDEN, pathsOf } from '../testing/people'

const { api, people } = demoForTests()

let tokens: Record<'above' | 'manager' | 'owner' | 'stranger', string>
let manager: UserResponse
let owner: UserResponse
let machine: MachineRowResponse
beforeAll(async () => {
  const above = await people().create('distributor1', 5)
  manager = above
  owner = await people().create(above, 6)
  machine = (await people().machinesOf(owner.userName))[0]!
  tokens = {
    above: await tokenOf(api().url, 'distributor1'),
    manager: await tokenOf(api().url, manager.userName),
    owner: await tokenOf(api().url, owner.userName),
    stranger: await tokenOf(api().url, 'subdistributor1'),
  }
})

const add = (body: object, token = tokens.manager, headers = {}) =>
  call<NoteResponse>(api().url, 'POST /api/notes', { token, body, headers })
const read = async (query: string, token = tokens.manager) =>
  get<NoteResponse[]>(`${api().url}/api/notes?${query}`, token)
const remove = (id: number, token = tokens.manager) => call(api().url, `DELETE /api/notes/${id}`, { token })

describe('a note', () => {
  test('about a machine or a user has its author and time, and is readable by users above', async () => {
    const owner = await people().create(manager, 6)
    const machine = (await people().machinesOf(owner.userName))[0]!
    const below = await tokenOf(api().url, owner.userName)
    const one = await add({ machineId: machine.idMachine, text: 'Coin slot\r\nis worn' })
    expect(one).toMatchObject({
      status: 201,
      body: {
        author: { userId: manager.userId, userName: manager.userName },
        subject: {
          type: 'machine',
          userId: owner.userId,
          machineId: machine.idMachine,
          name: machine.machineName,
        },
        text: 'Coin slot\nis worn',
      },
    })
    expect(Date.now() - Date.parse(one.body.at)).toBeLessThan(60_000)
    const two = await add({ userId: owner.userId, text: 'Pays on Mondays' }, tokens.above)
    expect(two.body.subject).toEqual({ type: 'user', userId: owner.userId, name: owner.userName })
    for (const token of [tokens.above, tokens.manager, people().master]) {
      expect((await read(`machineId=${machine.idMachine}`, token)).body).toEqual([one.body])
      expect((await read(`userId=${owner.userId}`, token)).body).toEqual([two.body])
    }
    for (const token of [below, tokens.stranger]) {
      for (const query of [`machineId=${machine.idMachine}`, `userId=${owner.userId}`])
        expect(await read(query, token)).toMatchObject({ status: 403, body: FORBIDDEN })
    }
  })

  test('is found by its text, ignoring case and accents, only by users above', async () => {
    const word = randomUUID()
    const { body } = await add({ userId: owner.userId, text: `Ñandú ${word}` })
    for (const search of [word, word.toUpperCase(), `nandu ${word}`, `ñANDÚ ${word}`])
      expect((await read(`search=${encodeURIComponent(search)}`)).body).toEqual([body])
    for (const token of [tokens.owner, tokens.stranger])
      expect(await read(`search=${word}`, token)).toMatchObject({ status: 200, body: [] })
    for (const search of ['.*', '%', '_', '\\', '[']) {
      const answer = await read(`search=${encodeURIComponent(search + word)}`)
      expect([search, answer.status, answer.body]).toEqual([search, 200, []])
    }
  })

  test('is one of at most fifty hits, newest first', async () => {
    const word = randomUUID()
    for (let number = 0; number < 52; number += 1)
      await add({ userId: owner.userId, text: `${word} ${number}` })
    const { body } = await read(`search=${word}`)
    expect(body.map(({ text }) => text)).toEqual(
      Array.from({ length: 50 }, (_, index) => `${word} ${51 - index}`),
    )
  })

  test('is written once for a repeated key', async () => {
    const word = randomUUID()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = [
      await add({ userId: owner.userId, text: word }, tokens.manager, headers),
      await add({ userId: owner.userId, text: word }, tokens.manager, headers),
    ]
    expect(answers[1]?.text).toBe(answers[0]?.text)
    expect((await read(`search=${word}`)).body).toHaveLength(1)
  })

  test('is deleted only by its author', async () => {
    const { body } = await add({ machineId: machine.idMachine, text: 'Mine' })
    expect(await remove(body.id, tokens.above)).toMatchObject({ status: 403, body: FORBIDDEN })
    expect((await remove(body.id, people().master)).status).toBe(404)
    expect((await remove(body.id)).status).toBe(204)
    expect((await read(`machineId=${machine.idMachine}`)).body.map(({ id }) => id)).not.toContain(body.id)
    expect(await remove(body.id)).toMatchObject({ status: 403, body: FORBIDDEN })
  })

  test('is in the audit without its text, in rows hidden from the user it is about', async () => {
    const secret = randomUUID()
    const stream = await openStream(api().url, tokens.owner)
    await stream.waitFor(named('start'))
    const { body } = await add({ userId: owner.userId, text: secret })
    await remove(body.id)
    const activity = async (token: string) =>
      (await get<ActivityResponse>(`${api().url}/api/activity?kind=note.create,note.delete&limit=2`, token))
        .body.rows
    expect(await activity(tokens.manager)).toMatchObject([
      {
        kind: 'note.delete',
        actor: { userId: manager.userId },
        subject: null,
        before: { userId: owner.userId },
      },
      {
        kind: 'note.create',
        actor: { userId: manager.userId },
        subject: null,
        after: { userId: owner.userId },
      },
    ])
    expect(JSON.stringify(await activity(tokens.above))).not.toContain(secret)
    expect(await activity(tokens.owner)).toEqual([])
    // followed by an event that the owner does receive
    await call(api().url, `PUT /api/Users/${owner.userId}`, {
      token: tokens.manager,
      body: { nameClient: 'Renamed' },
    })
    await stream.waitFor(named('activity'))
    stream.close()
    expect(JSON.stringify(stream.events)).not.toMatch(new RegExp(`${secret}|note\\.`))
  })

  test('is found in the activity by its author and its subject, but not by its text', async () => {
    const about = await people().create(manager, 6)
    const [slot] = await people().machinesOf(about.userName)
    const word = randomUUID()
    const { body } = await add({ machineId: slot!.idMachine, text: word })
    await add({ userId: about.userId, text: word })
    await remove(body.id)
    const kindsOf = async (search: string, token = tokens.manager) => {
      const query = `kind=note.create,note.delete&search=${encodeURIComponent(search)}`
      return (await get<ActivityResponse>(`${api().url}/api/activity?${query}`, token)).body.rows.map(
        ({ kind }) => kind,
      )
    }
    const three = ['note.delete', 'note.create', 'note.create']
    expect(await kindsOf(about.userName)).toEqual(three)
    expect(await kindsOf(about.userName.toUpperCase(), tokens.above)).toEqual(three)
    expect(await kindsOf(slot!.machineName)).toEqual(['note.delete', 'note.create'])
    expect(await kindsOf(manager.userName)).toEqual(expect.arrayContaining(three))
    expect(await kindsOf(word)).toEqual([])
    for (const token of [await tokenOf(api().url, about.userName), tokens.stranger])
      expect(await kindsOf(about.userName, token)).toEqual([])
  })

  test.each<[string, object, string]>([
    ['without a text', { text: ' \n ' }, 'text'],
    ['of more than 2,000 characters', { text: '👍'.repeat(2_001) }, 'text'],
    ['with a control character', { text: 'one\u0007' }, 'text'],
    ['that turns the text around', { text: 'one\u202etwo' }, 'text'],
    ['about nothing', { text: 'x', userId: undefined }, 'machineId'],
    ['about two things', { text: 'x', machineId: randomUUID() }, 'machineId'],
  ])('%s is rejected, and the error names its field', async (_, over, path) => {
    const answer = await add({ userId: owner.userId, ...over })
    expect([answer.status, pathsOf(answer)]).toEqual([400, [path]])
  })

  test('may have up to 2,000 characters', async () => {
    const text = '👍'.repeat(2_000)
    expect((await add({ userId: owner.userId, text })).body.text).toBe(text)
  })
})
