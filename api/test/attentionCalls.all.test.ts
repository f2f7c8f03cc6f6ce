import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from '@jest/globals'
import type {
  AttentionResponse,
  MachineRowResponse,
  OverviewResponse,
  UserResponse,
} from '@console/shared-kernel/schemas'
import { call, get, tokenOf } from '../testing/http'
import { demoForTests } from '../testing/people'

const { api, people } = demoForTests()

const DEFAULTS = { hidden: [], payoutCents: 50_000, creditChangeCents: 1_000_000 }

const read = async (token: string): Promise<AttentionResponse> =>
  (await get<AttentionResponse>(`${api().url}/api/attention`, token)).body
const mark = (token: string, ids: readonly number[], until = 'seen') =>
  call<{ marked: number }>(api().url, 'POST /api/attention/marks', { token, body: { ids, until } })
const setThresholds = (token: string, over: object) =>
  call(api().url, 'PUT /api/attention/thresholds', { token, body: { ...DEFAULTS, ...over } })

/** Tokens of users in two branches. The stranger's branch is empty. */
let admin: string
let stranger: string
beforeAll(async () => {
  admin = await tokenOf(api().url, 'admin1')
  stranger = await tokenOf(api().url, (await people().create('master', 2)).userName)
  while ((await read(admin)).total === 0) await sleep(100)
})

describe('another subtree', () => {
  test('never appears in the findings or in the overview', async () => {
    const manager = await tokenOf(api().url, 'subdistributor1')
    const [all, own] = [await read(admin), await read(manager)]
    expect(own.total).toBeLessThan(all.total)
    const { body: machines } = await get<MachineRowResponse[]>(`${api().url}/api/Machines`, manager)
    const { body: users } = await get<UserResponse[]>(`${api().url}/api/Users`, manager)
    const known = new Set<unknown>([
      ...machines.map(({ idMachine }) => idMachine),
      ...users.map(({ userId }) => userId),
    ])
    for (const { machine, user } of own.findings) {
      expect(known).toContain(user.userId)
      if (machine) expect(known).toContain(machine.id)
    }
    for (const id of own.machineIds) expect(known).toContain(id)
    expect(await read(stranger)).toMatchObject({ findings: [], total: 0, machineIds: [], hiddenIds: [] })
    const { body: overview } = await get<OverviewResponse>(`${api().url}/api/overview`, stranger)
    expect(overview).toMatchObject({
      today: { inCents: 0, outCents: 0 },
      machines: { total: 0, online: 0, creditCents: 0 },
      best: [],
      worst: [],
    })
    for (const { machineId } of (await get<OverviewResponse>(`${api().url}/api/overview`, manager)).body.best)
      expect(known).toContain(machineId)
  })

  test('cannot have its findings marked, and whether their ids exist is not revealed', async () => {
    const ids = (await read(admin)).findings.map(({ id }) => id)
    for (const named of [ids, [...ids, 987_654_321], [987_654_321]])
      expect(await mark(stranger, named)).toMatchObject({ status: 200, body: { marked: 0 } })
    expect((await read(admin)).findings.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })
})

test.each([
  ['none', []],
  ['of nothing', [0]],
  ['negative', [-1]],
  ['a fraction', [1.5]],
  ['a text', ['1 or 1=1']],
  ['beyond all numbers', [1e300]],
  ['more than a page of them', Array.from({ length: 501 }, (_, index) => index + 1)],
])('ids that are %s return 400', async (_, ids) => {
  expect((await mark(stranger, ids as number[])).status).toBe(400)
})

test('thresholds never go below the minimum, and apply to one operator only', async () => {
  for (const below of [
    { payoutCents: 9_999 },
    { payoutCents: -1 },
    { creditChangeCents: 99_999 },
    { creditChangeCents: 100_000.5 },
    { hidden: ['moods'] },
  ])
    expect((await setThresholds(stranger, below)).status).toBe(400)
  expect((await read(stranger)).thresholds).toEqual(DEFAULTS)
  const chosen = { hidden: ['offline'], payoutCents: 10_000, creditChangeCents: 100_000 }
  expect(await setThresholds(stranger, chosen)).toMatchObject({ status: 200, body: chosen })
  expect((await read(stranger)).thresholds).toEqual(chosen)
  expect((await read(admin)).thresholds).toEqual(DEFAULTS)
})
