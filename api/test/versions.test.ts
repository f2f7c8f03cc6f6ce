import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { call, tokenOf } from '../testing/http'
import { demoForTests, newName, newUser } from '../testing/people'

const { api, people } = demoForTests()
type Headers = Record<string, string>
type Body = Record<string, unknown>

const asMaster = (row: string, body?: unknown, headers: Headers = {}) =>
  call<Body>(api().url, row, { token: people().master, body, headers })

/** A newly created object to change, with the path of the write and a way to read it back. */
interface Subject {
  write: string
  read: () => Promise<Body>
  /** Two changes that, made one after the other, create two versions. */
  bodies: readonly [unknown, unknown]
  version: string
}

const userList = async (userId: number): Promise<Body> => {
  const { body } = await asMaster('GET /api/Users')
  return (body as unknown as Body[]).find((user) => user['userId'] === userId) ?? {}
}
const machineList = async (id: string): Promise<Body> => {
  const { body } = await asMaster('GET /api/Machines')
  return (body as unknown as Body[]).find((machine) => machine['idMachine'] === id) ?? {}
}

const SUBJECTS: Record<string, () => Promise<Subject>> = {
  'a user': async () => {
    const { userId, version = '' } = await people().create('subdistributor1', 6)
    const bodies = [{ nameClient: 'One' }, { isBlocked: true }] as const
    return { write: `PUT /api/Users/${userId}`, read: () => userList(userId), bodies, version }
  },
  'a machine’s configuration': async () => {
    const { machine } = await people().createClient()
    const path = `/api/Machines/${machine.idMachine}/config`
    const read = async () => (await asMaster(`GET ${path}`)).body
    return { write: `PUT ${path}`, read, bodies: [{ pingBrowser: 7 }, { serviceMode: true }], version: '1' }
  },
  'a machine’s block flag': async () => {
    const { machine } = await people().createClient()
    const read = () => machineList(machine.idMachine)
    const bodies = [{ blocked: true }, { blocked: false }] as const
    const write = `PUT /api/Machines/${machine.idMachine}/toggle-block`
    return { write, read, bodies, version: machine.version ?? '' }
  },
  'a user’s game settings': async () => {
    const { userId } = await people().create('subdistributor1', 6)
    const path = `/api/Games/user-settings/${userId}`
    const read = async () => (await asMaster(`GET ${path}`)).body
    return {
      write: `PUT ${path}`,
      read,
      bodies: [{ selectedGames: [1] }, { selectedGames: [2] }],
      version: '1',
    }
  },
  'a game': async () => {
    const game = (await asMaster('POST /api/Games', { name: 'Versioned' })).body
    const path = `/api/Games/${String(game['id'])}`
    const read = async () => (await asMaster(`GET ${path}`)).body
    const body = (name: string) => ({ name, type: 'Slot', gameState: true })
    const bodies = [body('One'), body('Two')] as const
    return { write: `PUT ${path}`, read, bodies, version: String(game['version']) }
  },
}

describe.each(Object.entries(SUBJECTS))('a change to %s', (_, make) => {
  test('based on the current version is accepted, and based on an earlier one is rejected', async () => {
    const { write, read, bodies, version } = await make()
    expect((await asMaster(write, bodies[0], { 'if-match': version })).status).toBe(200)
    const now = await read()
    expect(Number(now['version'])).toBe(Number(version) + 1)
    const late = await asMaster(write, bodies[1], { 'if-match': `"${version}"` })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ current: now, changedBy: 'master' })
    expect(Date.now() - Date.parse(String(late.body['changedAt']))).toBeLessThan(60_000)
    expect(await read()).toEqual(now)
  })

  test('needs no version, and creates no new one if nothing differs', async () => {
    const { write, read, bodies, version } = await make()
    for (const body of [bodies[0], bodies[0]]) expect((await asMaster(write, body)).status).toBe(200)
    expect(Number((await read())['version'])).toBe(Number(version) + 1)
  })

  test('repeated with its key gets the first answer and is made once; the key is rejected for another change', async () => {
    const { write, read, bodies, version } = await make()
    const key = { 'idempotency-key': randomUUID() }
    const first = await asMaster(write, bodies[0], { ...key, 'if-match': version })
    await asMaster(write, bodies[1])
    const now = await read()
    const again = await asMaster(write, bodies[0], { ...key, 'if-match': version })
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect((await asMaster(write, bodies[1], key)).status).toBe(409)
    expect(await read()).toEqual(now)
  })
})

describe('an idempotency key', () => {
  test.each<[string, () => Promise<[string, unknown]>, number]>([
    ['a creation', async () => ['POST /api/Users', newUser(2)], 201],
    ['a new game', async () => ['POST /api/Games', { name: 'Once' }], 201],
    [
      'a machine made by hand',
      async () => [
        `POST /api/machines/auto-create/${(await people().createClient()).client.userId}`,
        undefined,
      ],
      201,
    ],
    [
      'a credit',
      async () => [
        `PUT /api/Machines/${(await people().createClient()).machine.idMachine}/credit`,
        { amount: 3 },
      ],
      200,
    ],
    [
      'a deletion',
      async () => [`DELETE /api/Users/${(await people().create('subdistributor1', 7)).userId}`, undefined],
      204,
    ],
    [
      'a game’s deletion',
      async () => {
        const { body } = await asMaster('POST /api/Games', { name: newName('game') })
        return [`DELETE /api/Games/${String(body['id'])}`, undefined]
      },
      204,
    ],
  ])('lets %s happen once, however often it is sent, even concurrently', async (_, make, status) => {
    const [row, body] = await make()
    const key = { 'idempotency-key': randomUUID() }
    const together = await Promise.all(Array.from({ length: 8 }, () => asMaster(row, body, key)))
    const answers = [...together, await asMaster(row, body, key)]
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(status)
  })

  test('belongs to one caller', async () => {
    const key = { 'idempotency-key': 'anybody’s'.replace('’', '-') }
    const [one, other] = [
      await people().create('subdistributor1', 6),
      await people().create('subdistributor1', 6),
    ]
    const rename = async (user: typeof one) =>
      call<Body>(api().url, `PUT /api/Users/${user.userId}`, {
        token: await tokenOf(api().url, user.userName),
        body: { nameClient: 'Mine' },
        headers: key,
      })
    for (const user of [one, other]) expect((await rename(user)).status).toBe(200)
  })
})

test('random sequences of credit changes, some guarded, stale or repeated, end as a simple model predicts', async () => {
  const step = fc.record({
    cents: fc.nat({ max: 999_999_999 }),
    guard: fc.constantFrom('none', 'right', 'stale'),
    repeat: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { machine } = await people().createClient()
      const model = { cents: 0, version: 1 }
      for (const { cents, guard, repeat } of steps) {
        const headers: Headers = { 'idempotency-key': randomUUID() }
        if (guard !== 'none') headers['if-match'] = String(model.version - (guard === 'stale' ? 1 : 0))
        const put = () =>
          asMaster(`PUT /api/Machines/${machine.idMachine}/credit`, { amount: cents / 100 }, headers)
        const answers = [await put(), ...(repeat ? [await put()] : [])]
        if (guard !== 'stale') Object.assign(model, { cents, version: model.version + 1 })
        const state = { credit: model.cents / 100, creditVersion: String(model.version) }
        for (const { status, body } of answers) {
          if (guard === 'stale') expect([status, body['current']]).toEqual([409, state])
          else expect([status, body]).toMatchObject([200, state])
        }
      }
      expect(await machineList(machine.idMachine)).toMatchObject({ credit: model.cents / 100 })
    }),
    { numRuns: 8 },
  )
})

describe('the limits of a configuration', () => {
  test.each([
    [
      { limiteInferiorProfit: 60, limiteSuperiorProfit: 40 },
      ['limiteInferiorProfit', 'limiteSuperiorProfit'],
    ],
    [{ valorCentimosDeUnCredito: 0.015 }, ['valorCentimosDeUnCredito']],
    [{ maxApuestaPoker: 1.001 }, ['maxApuestaPoker']],
    [{ premioMaximoSlot: 0.125 }, ['premioMaximoSlot']],
    [{ listaJuegos: JSON.stringify(Array.from({ length: 500 }, (_, id) => id)) }, ['listaJuegos']],
  ])('reject %j and name the fields', async (body, paths) => {
    const { machine } = await people().createClient()
    const answer = await asMaster(`PUT /api/Machines/${machine.idMachine}/config`, body)
    const errors = answer.body['errors'] as { path: string }[]
    expect([answer.status, errors.map(({ path }) => path)]).toEqual([400, paths])
  })

  test('hold when only one is sent: it may not cross the other, stored limit', async () => {
    const { machine } = await people().createClient()
    const path = `PUT /api/Machines/${machine.idMachine}/config`
    expect((await asMaster(path, { limiteSuperiorProfit: 40 })).status).toBe(200)
    expect((await asMaster(path, { limiteInferiorProfit: 40 })).status).toBe(200)
    expect((await asMaster(path, { limiteInferiorProfit: 41 })).status).toBe(400)
  })
})
