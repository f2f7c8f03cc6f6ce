import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { CreditResponse, MachineResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { call, tokenOf } from '../testing/http'
import { auditOf, meetPeople } from '../testing/people'
import { startApi, type Api, type Environment } from '../testing/server'

/** Twenty rounds take minutes, so only `npm run test:all` runs them. */
const ROUNDS = process.env['CONSOLE_TEST_ALL'] ? 20 : 3
const CLIENTS = 6
const MAX_WAITING_MS = 60_000

let env: Environment
let api: Api
let machines: MachineResponse[]

beforeAll(async () => {
  env = { DATA_DIR: await demoFolder(), DEMO_DATA: 'true' }
  api = await startApi(env)
  const people = await meetPeople(api.url)
  machines = [(await people.createClient()).machine, (await people.createClient()).machine]
})
afterAll(() => api?.stop())

interface Acknowledged extends CreditResponse {
  machineId: string
}

/** Changes credits one after another until the server is gone, and records each acknowledged change. */
async function changeUntilKilled(token: string, client: number, acknowledged: Acknowledged[]): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const { idMachine: machineId } = machines[(client + turn) % machines.length]!
    const body = { amount: (client * 1000 + turn) / 100 }
    try {
      const row = `PUT /api/Machines/${machineId}/credit`
      const { status, body: credit } = await call<CreditResponse>(api.url, row, { token, body })
      expect(status).toBe(200)
      acknowledged.push({ machineId, ...credit })
    } catch (error) {
      if ((error as Error).name === 'TypeError') return
      throw error
    }
  }
}

const creditNow = async (token: string, machineId: string) => {
  const { body } = await call<MachineResponse[]>(api.url, 'GET /api/Machines', { token })
  return body.find(({ idMachine }) => idMachine === machineId)
}

test(
  `after ${ROUNDS} kills during concurrent changes, nothing acknowledged is lost, and audit and balance agree`,
  async () => {
    const all: Acknowledged[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const token = await tokenOf(api.url, 'master')
      const before = all.length
      const clients = Array.from({ length: CLIENTS }, (_, client) => changeUntilKilled(token, client, all))
      await sleep(300 + round * 40)
      // on a busy machine, the first change may not have been made yet
      while (all.length === before) await sleep(20)
      await api.stop('SIGKILL')
      await Promise.all(clients)
      api = await startApi(env)
    }
    const token = await tokenOf(api.url, 'master')
    const balances = await Promise.all(machines.map(({ idMachine }) => creditNow(token, idMachine)))
    await api.stop()
    machines.forEach(({ idMachine }, index) => {
      const changes = auditOf(env['DATA_DIR']!, `machine ${idMachine}`).filter(
        ({ action }) => action === 'machine.credit',
      )
      const written = new Map(
        changes.map(({ after }) => [String(after?.['version']), after?.['creditCents']]),
      )
      expect(written.size).toBe(changes.length)
      for (const { machineId, credit, creditVersion } of all) {
        if (machineId === idMachine) expect(written.get(creditVersion)).toBe(Math.round(credit * 100))
      }
      const last = changes.at(-1)?.after
      expect([balances[index]?.creditVersion, balances[index]?.credit]).toEqual([
        String(last?.['version']),
        Number(last?.['creditCents']) / 100,
      ])
    })
  },
  ROUNDS * MAX_WAITING_MS,
)
