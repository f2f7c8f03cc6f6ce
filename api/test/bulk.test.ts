import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { bulkCreditResponse, type MachineResponse } from '@console/shared-kernel/schemas'
import { bulkCalls, type Results } from '../testing/bulk'
import { call, tokenOf } from '../testing/http'
import { demoForTests, FORBIDDEN, pathsOf } from '../testing/people'

/** Items of unknown machines, which take time and change nothing. */
const idleItems = (count: number) =>
  Array.from({ length: count }, () => ({ machineId: randomUUID(), add: 1 }))

const demo = demoForTests()
const { api, people } = demo
const { post, newMachine, strangersMachine, tokenOfManager } = bulkCalls(demo)
let strangers: string
beforeAll(async () => {
  strangers = await strangersMachine()
})

const newMachines = (count: number) => Promise.all(Array.from({ length: count }, newMachine))
const creditOf = async ({ userName }: MachineResponse) => {
  const [found] = await people().machinesOf(userName)
  return [found?.credit, found?.creditVersion]
}

const CREDIT = '/api/Machines/bulk/credit'

describe('a bulk change of credit', () => {
  test('sets or adds, with one result for each machine in the order of the request', async () => {
    const [one, other, third] = await newMachines(3)
    await post(CREDIT, {
      items: [one!, other!].map(({ idMachine }) => ({ machineId: idMachine, amount: 10 })),
    })
    const { status, body } = await post(CREDIT, {
      items: [
        { machineId: third!.idMachine.toUpperCase(), amount: 5 },
        { machineId: one!.idMachine, add: 2.35 },
        { machineId: other!.idMachine, add: -0.05, creditVersion: '2' },
      ],
    })
    expect(status).toBe(200)
    expect(bulkCreditResponse.strict().parse(body)).toMatchObject({
      results: [
        { id: third!.idMachine, status: 200, credit: 5, creditVersion: '2' },
        { id: one!.idMachine, status: 200, credit: 12.35, creditVersion: '3' },
        { id: other!.idMachine, status: 200, credit: 9.95, creditVersion: '3' },
      ],
    })
    expect(await creditOf(other!)).toEqual([9.95, '3'])
  })

  test('rejects individual machines: outside the subtree, unknown, at an older version, over the limit', async () => {
    const [one, other, third, fourth] = await newMachines(4)
    const nobodys = randomUUID()
    await post(CREDIT, { items: [{ machineId: one!.idMachine, amount: 7 }] })
    const { status, body } = await post(CREDIT, {
      items: [
        { machineId: strangers, amount: 5 },
        { machineId: nobodys, amount: 5 },
        { machineId: one!.idMachine, amount: 5, creditVersion: '1' },
        { machineId: other!.idMachine, add: -0.01 },
        { machineId: third!.idMachine, add: 9_999_999.99 },
        { machineId: fourth!.idMachine, amount: 5 },
      ],
    })
    expect(status).toBe(200)
    const negative = { path: 'add', message: 'El crédito quedaría fuera de 0 a 9999999.99' }
    expect(body.results).toMatchObject([
      { id: strangers, status: 403, ...FORBIDDEN },
      { id: nobodys, status: 403, ...FORBIDDEN },
      {
        id: one!.idMachine,
        status: 409,
        message: 'El crédito ha cambiado entretanto',
        current: { credit: 7, creditVersion: '2' },
        changedBy: 'subdistributor1',
        changedAt: expect.any(String),
      },
      { id: other!.idMachine, status: 400, message: negative.message, errors: [negative] },
      { id: third!.idMachine, status: 200, credit: 9_999_999.99, creditVersion: '2' },
      { id: fourth!.idMachine, status: 200, credit: 5, creditVersion: '2' },
    ])
    const again = await post(CREDIT, { items: [{ machineId: third!.idMachine, add: 0.01 }] })
    expect(again.body.results).toMatchObject([{ status: 400, errors: [{ path: 'add' }] }])
    const master = await post(
      CREDIT,
      { items: [{ machineId: nobodys, amount: 5 }] },
      { token: people().master },
    )
    expect(master.body.results).toMatchObject([
      { id: nobodys, status: 404, message: 'El elemento no existe' },
    ])
  })

  const ID = '00000000-0000-4000-8000-00000000000a'
  test.each<[string, unknown, string]>([
    ['nothing', {}, 'items'],
    ['no items', { items: [] }, 'items'],
    ['neither amount nor add', { items: [{ machineId: ID }] }, 'items.0.amount'],
    ['both amount and add', { items: [{ machineId: ID, amount: 1, add: 1 }] }, 'items.0.amount'],
    ['a third decimal', { items: [{ machineId: ID, add: 0.001 }] }, 'items.0.add'],
    ['an amount out of range', { items: [{ machineId: ID, add: -1e7 }] }, 'items.0.add'],
    ['an invalid machine id', { items: [{ machineId: 'x', amount: 1 }] }, 'items.0.machineId'],
    [
      'an invalid version',
      { items: [{ machineId: ID, amount: 1, creditVersion: 'x' }] },
      'items.0.creditVersion',
    ],
    [
      'one machine twice, once in capitals',
      {
        items: [
          { machineId: ID, amount: 1 },
          { machineId: ID.toUpperCase(), amount: 1 },
        ],
      },
      'items.1.machineId',
    ],
    [
      'more than 500',
      { items: Array.from({ length: 501 }, () => ({ machineId: randomUUID(), amount: 1 })) },
      'items',
    ],
  ])('with %s is rejected as a whole and its field is named', async (_, body, path) => {
    const answer = await post(CREDIT, body as object)
    expect([answer.status, pathsOf(answer)]).toEqual([400, [path]])
  })
})

describe('a bulk call that is repeated with its key', () => {
  test('does only what was not done before', async () => {
    const key = randomUUID()
    const [one, other, third] = await newMachines(3)
    const item = ({ idMachine }: MachineResponse, over = {}) => ({ machineId: idMachine, add: 5, ...over })
    const first = await post(CREDIT, { items: [item(one!), item(other!, { creditVersion: '9' })] }, { key })
    expect(first.body.results.map(({ status }) => status)).toEqual([200, 409])
    await post(CREDIT, { items: [item(one!)] })
    const again = await post(
      CREDIT,
      { items: [item(one!), item(other!, { creditVersion: '1' }), item(third!)] },
      { key },
    )
    expect(again.body.results).toMatchObject([
      { id: one!.idMachine, status: 200, credit: 5, creditVersion: '2' },
      { id: other!.idMachine, status: 200, credit: 5, creditVersion: '2' },
      { id: third!.idMachine, status: 200, credit: 5, creditVersion: '2' },
    ])
    expect(await creditOf(one!)).toEqual([10, '3'])
    const once = await post(CREDIT, { items: [item(third!)] }, { key })
    expect(once.body.results).toMatchObject([{ status: 200, creditVersion: '2' }])
  })

  test('many times at once adds once', async () => {
    const key = randomUUID()
    const machines = await newMachines(3)
    const items = machines.map(({ idMachine }) => ({ machineId: idMachine, add: 1.5 }))
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(CREDIT, { items }, { key })))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    for (const machine of machines) expect(await creditOf(machine)).toEqual([1.5, '2'])
  })

  test('is rejected with another body', async () => {
    const key = randomUUID()
    const [machine] = await newMachines(1)
    const send = (amount: number) =>
      post(CREDIT, { items: [{ machineId: machine!.idMachine, amount }] }, { key })
    await send(1)
    expect((await send(2)).body.results).toMatchObject([{ status: 409 }])
    const block = { items: [{ machineId: machine!.idMachine, blocked: true }] }
    expect((await post('/api/Machines/bulk/block', block, { key })).status).toBe(409)
    expect(await creditOf(machine!)).toEqual([1, '2'])
  })

  test('returns the earlier results, even if the data has changed since', async () => {
    const key = randomUUID()
    const { client, machine } = await people().createClient()
    const items = [{ machineId: machine.idMachine, amount: 4 }]
    const first = await post(CREDIT, { items }, { key })
    await call(api().url, `DELETE /api/Users/${client.userId}`, { token: people().master })
    expect((await post(CREDIT, { items }, { key })).text).toBe(first.text)
  })
})

describe('during a bulk call', () => {
  /** Begins a bulk call and waits for its first change to become visible. */
  async function begin(token: string, { key, signal }: { key: string; signal: AbortSignal }) {
    const { client, machine } = await people().createClient()
    const machines = [machine, ...(await newMachines(3))]
    const own = machines.map(({ idMachine }) => ({ machineId: idMachine, add: 1 }))
    const items = [...own.slice(0, 1), ...idleItems(496), ...own.slice(1)]
    const seen = await tokenOf(api().url, client.userName)
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const answer = fetch(api().url + CREDIT, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify({ items }),
      signal,
    })
    const gone = answer.catch((error: Error) => error.name)
    for (;;) {
      const { body } = await call<MachineResponse[]>(api().url, 'GET /api/Machines', { token: seen })
      if (body[0]?.credit === 1) return { machines, own, answer, gone }
    }
  }

  test('a disconnected client leaves the rest undone, and the same key completes it', async () => {
    const key = randomUUID()
    const leaving = new AbortController()
    const { machines, own, gone } = await begin(await tokenOfManager(), { key, signal: leaving.signal })
    leaving.abort()
    expect(await gone).toBe('AbortError')
    // takes longer than the rest would have, even if both take turns
    for (let calls = 0; calls < 2; calls += 1) await post(CREDIT, { items: idleItems(500) })
    for (const machine of machines.slice(1)) expect(await creditOf(machine)).toEqual([0, '1'])
    const { results } = (await post(CREDIT, { items: own }, { key })).body
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const machine of machines) expect(await creditOf(machine)).toEqual([1, '2'])
  })

  test('a session that ends stops the call, which reports what was done', async () => {
    const token = await tokenOf(api().url, 'subdistributor1')
    const { signal } = new AbortController()
    const { machines, answer } = await begin(token, { key: randomUUID(), signal })
    await call(api().url, 'POST /api/Auth/logout', { token })
    const { results } = (await (await answer).json()) as Results
    expect(results).toHaveLength(500)
    expect(results[0]).toMatchObject({ id: machines[0]!.idMachine, status: 200 })
    const over = { status: 401, message: 'La sesión no es válida o ha caducado' }
    expect(results.slice(-3)).toEqual(machines.slice(1).map(({ idMachine }) => ({ id: idMachine, ...over })))
    for (const machine of machines.slice(1)) expect(await creditOf(machine)).toEqual([0, '1'])
  })
})
