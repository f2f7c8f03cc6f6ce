import { beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  type CommonConfigResponse,
  commonConfigResponse,
  DEFAULT_MACHINE_CONFIG,
  type MachineConfigRequest,
  type MachineRowResponse,
  type UserResponse,
} from '@console/shared-kernel/schemas'
import { call, get, tokenOf } from '../testing/http'
import { demoForTests, FORBIDDEN } from '../testing/people'

const { api, people } = demoForTests()
let token: string
beforeAll(async () => {
  token = await tokenOf(api().url, 'subdistributor1')
})

const addMachine = async ({ userId }: UserResponse): Promise<string> => {
  const row = `POST /api/machines/auto-create/${userId}`
  const { status, body, text } = await call<MachineRowResponse>(api().url, row, { token })
  if (status !== 201) throw new Error(`${status} ${text}`)
  return body.idMachine
}
async function clientWith(machines: number): Promise<{ client: UserResponse; ids: string[] }> {
  const { client, machine } = await people().createClient()
  const ids = [machine.idMachine]
  while (ids.length < machines) ids.push(await addMachine(client))
  return { client, ids }
}
const common = (id: string, as = token) =>
  get<CommonConfigResponse>(`${api().url}/api/Machines/${id}/config/common`, as)
async function change(id: string, body: MachineConfigRequest): Promise<void> {
  const { status, text } = await call(api().url, `PUT /api/Machines/${id}/config`, { token, body })
  if (status !== 200) throw new Error(`${status} ${text}`)
}

const { version: _, ...DEFAULTS } = DEFAULT_MACHINE_CONFIG
type Config = typeof DEFAULTS

/** Counts as one would on paper. */
function expected(others: readonly Config[]): CommonConfigResponse {
  const fields: CommonConfigResponse['fields'] = {}
  for (const name of Object.keys(DEFAULTS) as (keyof Config)[]) {
    const counts = new Map<string, number>()
    for (const config of others) {
      const value = name === 'listaJuegos' ? sorted(config[name]) : config[name]
      const text = JSON.stringify(value)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    const [most, second] = [...counts].sort(([, one], [, other]) => other - one)
    if (most && most[1] !== second?.[1])
      fields[name] = { value: JSON.parse(most[0]) as boolean, machines: most[1] }
  }
  return { machines: others.length, fields }
}
const sorted = (games: string) =>
  JSON.stringify((JSON.parse(games) as number[]).sort((one, other) => one - other)).replaceAll(',', ', ')

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const request: fc.Arbitrary<MachineConfigRequest> = fc.oneof(
  fc.record({ pingBrowser: oneOf(5, 30, 60) }),
  fc.record({ valorCentimosDeUnCredito: oneOf(0.01, 0.1, 1) }),
  fc.record({ serviceMode: fc.boolean() }),
  fc.record({ tipoValidacionCobro: oneOf('code' as const, 'pin' as const) }),
  fc.record({ listaJuegos: oneOf('[]', '[1,2]', '[2, 1]', '[1,2,10]', '[10]') }),
)
const step = fc.oneof(
  { weight: 9, arbitrary: fc.record({ machine: fc.nat({ max: 3 }), request }) },
  { weight: 1, arbitrary: fc.constant('add a machine' as const) },
)

describe("the most common values of the owner's other machines", () => {
  test('are counted per field, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { client, ids } = await clientWith(3)
        const configs = ids.map(() => DEFAULTS)
        for (const one of steps) {
          if (one === 'add a machine') {
            ids.push(await addMachine(client))
            configs.push(DEFAULTS)
            continue
          }
          const at = one.machine % ids.length
          await change(ids[at]!, one.request)
          configs[at] = { ...configs[at]!, ...one.request } as Config
        }
        for (const [at, id] of ids.entries())
          expect((await common(id)).body).toEqual(expected(configs.filter((_config, other) => other !== at)))
      }),
      { numRuns: 12 },
    )
  })

  test('are empty for an only machine, and never include those of other owners', async () => {
    const { client, ids } = await clientWith(1)
    expect((await common(ids[0]!)).body).toEqual({ machines: 0, fields: {} })
    const second = await addMachine(client)
    await change(second, { maxApuestaPoker: 7 })
    const answer = (await common(ids[0]!)).body
    expect(commonConfigResponse.parse(answer)).toEqual(answer)
    expect(answer.machines).toBe(1)
    expect(answer.fields['maxApuestaPoker']).toEqual({ value: 7, machines: 1 })
  })

  test('are available only to users above the owner, and listed in their features', async () => {
    const { client, ids } = await clientWith(2)
    const stranger = await people().create('distributor1', 5)
    for (const [name, status] of [
      ['admin1', 200],
      ['distributor1', 200],
      [client.userName, 403],
      [stranger.userName, 403],
    ] as const) {
      const as = await tokenOf(api().url, name)
      const answer = await common(ids[0]!, as)
      expect([name, answer.status]).toEqual([name, status])
      if (name === stranger.userName) expect(answer.body).toMatchObject(FORBIDDEN)
      const { body } = await get<{ features: object }>(`${api().url}/api/Users/current`, as)
      expect('commonConfig' in body.features).toBe(name !== client.userName)
    }
  })
})
