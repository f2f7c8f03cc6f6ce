import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type {
  ActivityResponse,
  ActivityRow,
  CreditResponse,
  MachineRowResponse,
  UserResponse,
} from '@console/shared-kernel/schemas'
import { startDemoApi } from '../testing/demo'
import { named, openStream } from '../testing/events'
import { call, get, tokenOf } from '../testing/http'
import { demoForTests, pathsOf } from '../testing/people'
import type { Api } from '../testing/server'

const { api, people } = demoForTests()

/**
 * Tokens from the top down: two users above the author, the author, a user between author and owner, the
 * owner, and a stranger who sees nothing.
 */
let tokens: Record<'master' | 'above' | 'author' | 'between' | 'owner' | 'stranger', string>
let owner: UserResponse
let machine: MachineRowResponse
beforeAll(async () => {
  const author = await people().create('subadmin1', 4)
  const between = await people().create(author, 5)
  owner = await people().create(between, 6)
  machine = (await people().machinesOf(owner.userName))[0]!
  tokens = {
    master: people().master,
    above: await tokenOf(api().url, 'subadmin1'),
    author: await tokenOf(api().url, author.userName),
    between: await tokenOf(api().url, between.userName),
    owner: await tokenOf(api().url, owner.userName),
    stranger: await tokenOf(api().url, 'distributor1'),
  }
})

const send = <T = unknown>(row: string, body?: object, token = tokens.author) =>
  call<T>(api().url, row, { token, body })
const ok = async <T>(row: string, body: object): Promise<T> => {
  const answer = await send<T>(row, body)
  if (answer.status !== 200) throw new Error(`${row}: ${answer.status} ${answer.text}`)
  return answer.body
}
const activity = async (token: string, query: string): Promise<readonly ActivityRow[]> =>
  (await get<ActivityResponse>(`${api().url}/api/activity?${query}`, token)).body.rows
const newest = async (token = tokens.author) => (await activity(token, 'limit=1'))[0]

const path = () => `/api/Machines/${machine.idMachine}`
const item = () => ({ machineId: machine.idMachine })

describe('the reason for a change is in the activity', () => {
  afterEach(async () => {
    await ok(`PUT ${path()}/toggle-block`, { blocked: false })
    await ok(`PUT /api/Users/${owner.userId}`, { isBlocked: false })
  })

  test.each<[string, string, (reason: string) => Promise<unknown>]>([
    ['a credit', 'machine.credit', (reason) => ok(`PUT ${path()}/credit`, { amount: 10, reason })],
    ['a block', 'machine.block', (reason) => ok(`PUT ${path()}/toggle-block`, { blocked: true, reason })],
    [
      'a configuration',
      'machine.config',
      (reason) => ok(`PUT ${path()}/config`, { pingBrowser: 41, reason }),
    ],
    [
      'credits in bulk',
      'machine.credit',
      (reason) => ok('POST /api/Machines/bulk/credit', { items: [{ ...item(), add: 1 }], reason }),
    ],
    [
      'blocks in bulk',
      'machine.block',
      (reason) => ok('POST /api/Machines/bulk/block', { items: [{ ...item(), blocked: true }], reason }),
    ],
    [
      'configurations in bulk',
      'machine.config',
      (reason) =>
        ok('POST /api/Machines/bulk/config', { items: [item()], config: { pingBrowser: 42 }, reason }),
    ],
    [
      'a block of a user',
      'user.update',
      (reason) => ok(`PUT /api/Users/${owner.userId}`, { isBlocked: true, reason }),
    ],
    [
      'blocks of users in bulk',
      'user.update',
      (reason) =>
        ok('POST /api/Users/bulk/block', { items: [{ userId: owner.userId, blocked: true }], reason }),
    ],
  ])('for %s', async (what, kind, change) => {
    const reason = `Because of ${what}`
    await change(reason)
    expect(await newest()).toMatchObject({ kind, reason })
  })

  test('without surrounding whitespace; a blank one counts as none', async () => {
    await ok(`PUT ${path()}/credit`, { amount: 20, reason: '  paid at the bar\u00a0' })
    expect(await newest()).toMatchObject({ reason: 'paid at the bar' })
    await ok(`PUT ${path()}/credit`, { amount: 30, reason: ' ' })
    expect(await newest()).not.toHaveProperty('reason')
  })

  test('but is not a field of the configuration', async () => {
    const answer = await ok<object>(`PUT ${path()}/config`, { pingBrowser: 43, reason: 'a test' })
    expect(answer).not.toHaveProperty('reason')
    expect((await newest())?.after).toEqual({ pingBrowser: 43 })
    expect((await send<object>(`GET ${path()}/config`)).body).not.toHaveProperty('reason')
  })
})

describe('a reason', () => {
  const LONGEST = '👍'.repeat(200)

  test('may have up to 200 characters, including emoji', async () => {
    await ok(`PUT ${path()}/credit`, { amount: 40, reason: LONGEST })
    expect(await newest()).toMatchObject({ reason: LONGEST })
  })

  test.each([
    ['too long', `${LONGEST}!`],
    ['of two lines', 'one\ntwo'],
    ['with a NUL', 'one\0'],
    ['with half a character', '\ud800'],
    ['that turns the text around', 'one\u202etwo'],
    ['of another type', 7],
    ['that is null', null],
  ])('%s is rejected, the error names its field, and nothing changes', async (_, reason) => {
    const before = await newest()
    for (const [row, body] of [
      [`PUT ${path()}/credit`, { amount: 50 }],
      [`PUT ${path()}/toggle-block`, {}],
      [`PUT ${path()}/config`, { pingBrowser: 44 }],
      [`PUT /api/Users/${owner.userId}`, { isBlocked: true }],
      ['POST /api/Machines/bulk/credit', { items: [{ ...item(), add: 1 }] }],
      ['POST /api/Machines/bulk/config', { items: [item()], config: { pingBrowser: 44 } }],
    ] as const) {
      const answer = await send(row, { ...body, reason })
      expect([row, answer.status, pathsOf(answer)]).toEqual([row, 400, ['reason']])
    }
    expect(await newest()).toEqual(before)
  })
})

describe('a reason is visible to its author and to users above the owner', () => {
  const READERS = ['master', 'above', 'author', 'between'] as const

  test('but not to the owner, who sees the rest of the row', async () => {
    await ok(`PUT ${path()}/credit`, { amount: 60, reason: 'a secret' })
    const query = `machineId=${machine.idMachine}&limit=1`
    const [full] = await activity(tokens.author, query)
    expect(full).toMatchObject({ reason: 'a secret' })
    for (const who of READERS) expect(await activity(tokens[who], query)).toEqual([full])
    const { reason: _, ...rest } = full!
    expect(await activity(tokens.owner, query)).toEqual([rest])
    expect(JSON.stringify(await activity(tokens.stranger, 'limit=500'))).not.toContain('a secret')
  })

  test('even if a user below them made the change', async () => {
    await call(api().url, `PUT ${path()}/credit`, {
      token: tokens.between,
      body: { amount: 70, reason: 'by the one between' },
    })
    for (const who of READERS)
      expect(await newest(tokens[who])).toMatchObject({ reason: 'by the one between' })
    expect(await newest(tokens.owner)).not.toHaveProperty('reason')
  })

  test('and the stream sends exactly the row that the activity shows', async () => {
    const open = { author: tokens.author, owner: tokens.owner }
    const streams = await Promise.all(
      Object.values(open).map(async (token) => {
        const stream = await openStream(api().url, token)
        await stream.waitFor(named('start'))
        return stream
      }),
    )
    await ok(`PUT ${path()}/credit`, { amount: 80, reason: 'streamed' })
    const rows = await Promise.all(streams.map((stream) => stream.waitFor(named('activity'))))
    for (const stream of streams) stream.close()
    expect(rows.map(({ data }) => data)).toEqual([await newest(open.author), await newest(open.owner)])
    expect(rows.map(({ data }) => data['reason'])).toEqual(['streamed', undefined])
  })
})

describe('CREDIT_REASON_ABOVE', () => {
  let strict: Api
  let token: string
  let credited: MachineRowResponse
  beforeAll(async () => {
    strict = await startDemoApi({ CREDIT_REASON_ABOVE: '99.95' })
    token = await tokenOf(strict.url, 'master')
    const { body } = await call<MachineRowResponse[]>(strict.url, 'GET /api/Machines', { token })
    credited = body[0]!
    await put({ amount: 1000, reason: 'the start' })
  })
  afterAll(() => strict?.stop())
  const put = (body: object) =>
    call<CreditResponse>(strict.url, `PUT /api/Machines/${credited.idMachine}/credit`, { token, body })

  test('is among the features', async () => {
    const { body } = await get<{ features: object }>(`${strict.url}/api/Users/current`, token)
    expect(body.features).toMatchObject({ reason: { requiredAboveCents: 9_995 } })
  })

  test('requires a reason only for larger changes, up or down', async () => {
    expect((await put({ amount: 1099.95 })).status).toBe(200)
    for (const amount of [1199.91, 999.99]) {
      for (const reason of [undefined, ' ']) {
        const answer = await put({ amount, reason })
        expect([answer.status, pathsOf(answer)]).toEqual([400, ['reason']])
      }
    }
    expect(await put({ amount: 1000, reason: 'counted' })).toMatchObject({
      status: 200,
      body: { credit: 1000 },
    })
  })

  test('applies to each machine in a bulk call', async () => {
    const id = credited.idMachine
    const bulk = (body: object) =>
      call<{ results: object[] }>(strict.url, 'POST /api/Machines/bulk/credit', { token, body })
    const items = [{ machineId: id, add: 100 }]
    expect((await bulk({ items })).body.results).toMatchObject([
      { status: 400, errors: [{ path: 'reason' }] },
    ])
    expect((await bulk({ items, reason: 'all of them' })).body.results).toMatchObject([{ status: 200 }])
  })

  test('applies to reverts as well', async () => {
    const { body } = await put({ amount: 1, reason: 'emptied' })
    const revert = (reason?: string) =>
      call(strict.url, `POST /api/activity/${body.activityId}/revert`, { token, body: { reason } })
    const answer = await revert()
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['reason']])
    expect((await revert('it was the wrong one')).status).toBe(200)
  })
})
