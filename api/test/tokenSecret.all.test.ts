import { expect, test } from '@jest/globals'
import type { CreditResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { onPostgres } from '../testing/engine'
import { call, get, tokenOf } from '../testing/http'
import { meetPeople } from '../testing/people'
import { serversForEachTest, type Environment } from '../testing/server'

const start = serversForEachTest()

const [OLD, NEW] = ['old secret '.repeat(4), 'new secret '.repeat(4)]
/** The initial state, then the steps in api/README.md. */
const STEPS: Environment[] = [
  { TOKEN_SECRET: OLD },
  { TOKEN_SECRET: OLD, TOKEN_SECRET_ACCEPTED: NEW },
  { TOKEN_SECRET: NEW, TOKEN_SECRET_ACCEPTED: OLD },
  { TOKEN_SECRET: NEW },
]

test('while the secret changes in steps, tokens stay valid until the last one and repeated writes are recognized', async () => {
  const folder = await demoFolder()
  const tokens: string[] = []
  let machineId = ''
  const credit = async (url: string, token: string) => {
    const row = `PUT /api/Machines/${machineId}/credit`
    const headers = { 'idempotency-key': 'once' }
    const { status, body } = await call<CreditResponse>(url, row, { token, body: { amount: 5 }, headers })
    return [status, body.creditVersion]
  }
  for (const [step, secrets] of STEPS.entries()) {
    const api = await start({ DATA_DIR: folder, ...secrets })
    if (step === 0) {
      const people = await meetPeople(api.url)
      machineId = (await people.createClient()).machine.idMachine
    }
    tokens.push(await tokenOf(api.url, 'master'))
    const statuses = await Promise.all(
      tokens.map(async (token) => (await get(`${api.url}/api/Users/current`, token)).status),
    )
    // the tokens of the first two steps are signed with the old secret
    const expected = step === 3 ? [401, 401, 200, 200] : statuses.map(() => 200)
    expect([step, ...statuses]).toEqual([step, ...expected])
    if (step < 3) expect(await credit(api.url, tokens.at(-1)!)).toEqual([200, '2'])
    await api.stop()
  }
})

if (onPostgres)
  test.each([1, 2])('processes of step %d and the step before accept each other’s tokens', async (step) => {
    const folder = await demoFolder()
    const apis = await Promise.all(
      [STEPS[step - 1], STEPS[step]].map((secrets) => start({ DATA_DIR: folder, ...secrets })),
    )
    for (const one of apis)
      for (const other of apis) {
        const token = await tokenOf(one.url, 'client1')
        expect((await get(`${other.url}/api/Users/current`, token)).status).toBe(200)
      }
  })
