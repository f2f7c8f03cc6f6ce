import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { MachineRowResponse } from '@console/shared-kernel/schemas'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { demoFolder } from '../testing/demo'
import { totpCode, enrol, FACTOR_KEY, firstStep, secondStep } from '../testing/factors'
import { call, get, login, tokenOf, WRONG } from '../testing/http'
import { meetPeople, type People } from '../testing/people'
import { startProcesses, type Api } from '../testing/server'

let apis: Api[]
let people: People
beforeAll(async () => {
  const env = { DATA_DIR: await demoFolder(), FACTOR_KEY, TRUST_PROXY: '127.0.0.1' }
  apis = await Promise.all([1, 2, 3].map(() => startProcesses(env, 1)))
  people = await meetPeople(apis[0]!.url)
})
afterAll(() => Promise.all((apis ?? []).map((api) => api.stop())))

const url = (index: number): string => apis[index % 3]!.url
const newClient = () => people.create('subdistributor1', 6)
const waitUntilSignedOut = async (token: string): Promise<void> => {
  for (const api of apis)
    while ((await get(`${api.url}/api/Users/current`, token)).status !== 401) await sleep(5)
}

test('across three processes, a code and a recovery code each work only once', async () => {
  const { user, secret, recoveryCodes } = await enrol(url(0), await newClient())
  for (const code of [totpCode(secret, 1), recoveryCodes[0]]) {
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, index) => firstStep(url(index), user.userName, `203.0.113.${index}`)),
    )
    const answers = await Promise.all(
      // each on a different process from the one that began it
      ids.map((id, index) => secondStep(url(index + 1), id, { code }, `203.0.113.${index}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
  }
})

test('simultaneous enrolments on two processes leave one factor and one set of recovery codes', async () => {
  const { userName } = await newClient()
  const token = await tokenOf(url(0), userName)
  const body = { currentPassword: PASSWORD }
  const begun = await Promise.all(
    [1, 2].map((index) => call<{ secret: string }>(url(index), 'POST /api/Auth/totp', { token, body })),
  )
  const done = await Promise.all(
    begun.map(({ body: { secret } }, index) =>
      call<{ recoveryCodes?: string[] }>(url(index), 'POST /api/Auth/totp/confirm', {
        token,
        body: { code: totpCode(secret) },
      }),
    ),
  )
  expect(done.filter(({ status }) => status === 200)).toHaveLength(1)
  const factors = await get<{ recoveryCodes: number }>(`${url(2)}/api/Auth/factors`, token)
  expect(factors.body.recoveryCodes).toBe(10)
})

test('recovery codes renewed simultaneously on three processes leave one set', async () => {
  const { token, secret } = await enrol(url(0), await newClient())
  await call(url(0), 'POST /api/Auth/proof', { token, body: { code: totpCode(secret, 1) } })
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => call(url(index), 'POST /api/Auth/recovery-codes', { token })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    const factors = await get<{ recoveryCodes: number }>(`${url(2)}/api/Auth/factors`, token)
    expect(factors.body.recoveryCodes).toBe(10)
  }
})

test('three processes together allow five tries at one step', async () => {
  const { user } = await enrol(url(0), await newClient())
  const id = await firstStep(url(0), user.userName)
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, index) => secondStep(url(index), id, { code: '000000' })),
  )
  const wrong = answers.filter(({ body }) => body.message.startsWith('El código no es correcto'))
  expect(wrong).toHaveLength(5)
})

test('after 30 wrong codes for a user, from any network, tries are delayed but the right code still works', async () => {
  const { user, secret } = await enrol(url(0), await newClient())
  const tryCodes = async (network: number, codes: string[]) => {
    const from = `198.51.100.${network}`
    const id = await firstStep(url(network), user.userName, from)
    const started = performance.now()
    const statuses: number[] = []
    for (const code of codes)
      statuses.push((await secondStep(url(network + statuses.length), id, { code }, from)).status)
    return { statuses, milliseconds: performance.now() - started }
  }
  const wrong = Array<string>(5).fill('000000')
  for (let network = 0; network < 6; network += 1)
    expect((await tryCodes(network, wrong)).statuses).toEqual(Array(5).fill(401))
  const delayed = await tryCodes(6, ['000000', '000000', '000000', totpCode(secret, 1)])
  expect(delayed.statuses).toEqual([401, 401, 401, 200])
  expect(delayed.milliseconds).toBeGreaterThanOrEqual(250 + 500 + 1000 + 2000)
})

test('splitting credits over sessions on three processes does not get around the limit on their sum', async () => {
  const manager = await people.create('distributor1', 5)
  for (let count = 0; count < 6; count += 1) await people.create(manager, 6)
  const { token, recoveryCodes } = await enrol(url(0), manager)
  const tokens = [token]
  for (const code of recoveryCodes.slice(0, 2)) {
    const id = await firstStep(url(0), manager.userName)
    tokens.push((await secondStep(url(0), id, { code })).body.token)
  }
  // opens the connections, so that the changes below run at the same time
  const lists = await Promise.all(
    tokens.map((one, index) => call<MachineRowResponse[]>(url(index), 'GET /api/Machines', { token: one })),
  )
  const answers = await Promise.all(
    lists[0]!.body.map(({ idMachine }, index) =>
      call(url(index), `PUT /api/Machines/${idMachine}/credit`, {
        token: tokens[index % 3],
        body: { amount: 4_000 },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403, 403, 403])
  const { body } = await call<MachineRowResponse[]>(url(0), 'GET /api/Machines', { token })
  expect(body.reduce((sum, { credit = 0 }) => sum + credit, 0)).toBe(8_000)
})

test('ending sessions or resetting a factor signs the user out on all processes', async () => {
  const client = await newClient()
  const [mine, other] = [await tokenOf(url(0), client.userName), await tokenOf(url(1), client.userName)]
  await call(url(2), 'DELETE /api/Auth/sessions', { token: mine })
  await waitUntilSignedOut(other)
  const { token } = await enrol(url(1), client)
  await call(url(0), `POST /api/Users/${client.userId}/reset-factor`, { token: people.master })
  await waitUntilSignedOut(token)
  await waitUntilSignedOut(mine)
})

test('the next sign-in reports the failed sign-ins on all processes', async () => {
  const { userName } = await newClient()
  await login(url(0), userName)
  await Promise.all([0, 1, 2].map((index) => login(url(index), userName, WRONG, `203.0.113.${index + 50}`)))
  expect((await login(url(1), userName)).body.lastSignIn).toMatchObject({ refused: 3 })
})
