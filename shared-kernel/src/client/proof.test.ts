import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { connectedServer } from '../../testing/connectedServer'
import { CallError } from './errors'
import { http } from './http'
import { askForProofStore, type AskForProof } from './proof'
import { endSession, rememberSession } from './storedSession'

const ana = { userId: 7, userName: 'ana', level: 4, nameClient: '' }
const bea = { userId: 8, userName: 'bea', level: 3, nameClient: '' }

const server = connectedServer()
afterEach(() => endSession())

async function failureOf(call: Promise<unknown>): Promise<CallError> {
  const error = await call.catch((reason: unknown) => reason)
  if (!(error instanceof CallError)) throw new Error(`expected a CallError, got ${String(error)}`)
  return error
}

describe('a large change that needs a proof', () => {
  const REQUIRED = {
    message: 'Confirma quién eres',
    code: 'proof-required',
    methods: ['totp', 'recovery'],
  }
  const body = { amount: 12_000.5, name: 'Núñez' }
  const headers = { 'Idempotency-Key': 'k-1', 'If-Match': '4' }
  const ask = jest.fn<AskForProof>()
  afterEach(() => {
    ask.mockReset()
    askForProofStore.set(null)
  })

  test('asks for it, and repeats the same call byte for byte', async () => {
    rememberSession('t1', ana)
    askForProofStore.set(ask.mockResolvedValue(true))
    let callCount = 0
    server().on('/api/x', () =>
      (callCount += 1) === 1 ? { status: 403, body: REQUIRED } : { body: { ok: true } },
    )
    await expect(http.put('/api/x', body, { headers })).resolves.toMatchObject({ data: { ok: true } })
    expect(ask.mock.calls).toEqual([[REQUIRED]])
    const [first, second, ...others] = server().calls
    expect(others).toEqual([])
    const sent = ({ method, path, body: text, headers: all }: NonNullable<typeof first>) => [
      method,
      path,
      text,
      all.authorization,
      all['content-type'],
      all['idempotency-key'],
      all['if-match'],
    ]
    expect(sent(second!)).toEqual(sent(first!))
  })

  test('is rejected with the server’s message if the user gives none, or the page cannot ask', async () => {
    server().on('/api/x', { status: 403, body: REQUIRED })
    askForProofStore.set(ask.mockResolvedValue(false))
    await expect(failureOf(http.put('/api/x', body))).resolves.toMatchObject({
      status: 403,
      message: 'Confirma quién eres',
      isProofDeclined: true,
    })
    askForProofStore.set(ask.mockResolvedValue(null))
    expect((await failureOf(http.put('/api/x', body))).isProofDeclined).toBeUndefined()
    askForProofStore.set(null)
    expect((await failureOf(http.put('/api/x', body))).isProofDeclined).toBeUndefined()
    expect(server().calls).toHaveLength(3)
  })

  test('other rejections do not ask for a proof', async () => {
    askForProofStore.set(ask.mockResolvedValue(true))
    server().on('/api/x', { status: 400, body: REQUIRED })
    await failureOf(http.put('/api/x', body))
    expect(ask).not.toHaveBeenCalled()
  })

  test('is repeated in a new session of the same user', async () => {
    rememberSession('t1', ana)
    server().on('/api/x', ({ headers: { authorization } }) =>
      authorization === 'Bearer t1' ? { status: 403, body: REQUIRED } : { body: { ok: true } },
    )
    askForProofStore.set(
      ask.mockImplementationOnce(async () => {
        rememberSession('t2', ana)
        return true
      }),
    )
    await http.put('/api/x', body)
    expect(server().calls.map((call) => call.headers.authorization)).toEqual(['Bearer t1', 'Bearer t2'])
  })

  test('is not repeated if another user has signed in', async () => {
    rememberSession('t1', ana)
    server().on('/api/x', { status: 403, body: REQUIRED })
    askForProofStore.set(async () => {
      rememberSession('t2', bea)
      return true
    })
    await failureOf(http.put('/api/x', body))
    expect(server().calls).toHaveLength(1)
  })
})

describe('a bulk call during which the proof expires', () => {
  const PROOF_REQUIRED = {
    status: 403,
    message: 'Confirma quién eres',
    code: 'proof-required',
    methods: ['totp'],
  }
  const body = {
    items: [
      { machineId: 'a', add: 1 },
      { machineId: 'b', add: 1 },
    ],
  }
  const headers = { 'Idempotency-Key': 'k-1' }
  const FIRST = {
    results: [
      { id: 'a', status: 200 },
      { id: 'b', ...PROOF_REQUIRED },
    ],
  }
  const BOTH = {
    results: [
      { id: 'a', status: 200 },
      { id: 'b', status: 200 },
    ],
  }
  const ask = jest.fn<AskForProof>()
  afterEach(() => {
    ask.mockReset()
    askForProofStore.set(null)
  })
  const answerInTurn = (...bodies: object[]) =>
    server().on('/api/x', () => ({ body: bodies[Math.min(server().calls.length, bodies.length) - 1]! }))

  test('asks for it, and repeats the same call until no row is rejected for lack of it', async () => {
    rememberSession('t1', ana)
    askForProofStore.set(ask.mockResolvedValue(true))
    answerInTurn(FIRST, FIRST, BOTH)
    await expect(http.post('/api/x', body, { headers })).resolves.toMatchObject({ data: BOTH })
    expect(ask.mock.calls).toEqual([[{ id: 'b', ...PROOF_REQUIRED }], [{ id: 'b', ...PROOF_REQUIRED }]])
    const sent = server().calls.map((call) => [call.body, call.headers['idempotency-key']])
    expect(sent).toEqual(Array(3).fill([JSON.stringify(body), 'k-1']))
  })

  test.each<[string, boolean | null]>([
    ['gives none', false],
    ['cannot be asked', null],
  ])('returns what was done if the user %s', async (_, given) => {
    askForProofStore.set(ask.mockResolvedValue(given))
    answerInTurn(FIRST, BOTH)
    await expect(http.post('/api/x', body, { headers })).resolves.toMatchObject({ data: FIRST })
    expect(server().calls).toHaveLength(1)
  })

  test('is not sent again without a key, since that would change the first rows twice', async () => {
    askForProofStore.set(ask.mockResolvedValue(true))
    answerInTurn(FIRST, BOTH)
    await expect(http.post('/api/x', body)).resolves.toMatchObject({ data: FIRST })
    expect(server().calls).toHaveLength(1)
  })

  test('is not sent again if another user has signed in meanwhile', async () => {
    rememberSession('t1', ana)
    answerInTurn(FIRST, BOTH)
    askForProofStore.set(async () => {
      rememberSession('t2', bea)
      return true
    })
    await failureOf(http.post('/api/x', body, { headers }))
    expect(server().calls).toHaveLength(1)
  })

  test('rows that are rejected for another reason do not ask for a proof', async () => {
    askForProofStore.set(ask.mockResolvedValue(true))
    answerInTurn({ results: [{ id: 'b', status: 403, message: 'No' }] })
    await http.post('/api/x', body, { headers })
    expect(ask).not.toHaveBeenCalled()
  })
})
