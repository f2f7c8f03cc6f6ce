import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { changed, deployed, environment } from '@console/shared-kernel/testing/node'
import { fetchEnvironment, readEnvironment } from './environment'

type Fetch = (address: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'text'>>
const fetchStub = jest.fn<Fetch>()

beforeEach(() => {
  fetchStub.mockReset()
  Reflect.set(globalThis, 'fetch', fetchStub)
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'fetch')
  document.head.replaceChildren()
  jest.useRealTimers()
})

const answer = (text: string, status = 200) => ({ ok: status < 400, status, text: async () => text })
const valid = JSON.stringify(environment())

function inline(text: string): void {
  const script = Object.assign(document.createElement('script'), {
    type: 'application/json',
    id: 'environment',
  })
  script.textContent = text
  document.head.append(script)
}

const messageOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'none',
    (error: Error) => `${error.name} | ${error.message}`,
  )

describe('the environment', () => {
  test('is read from the page if it is there, without a request', async () => {
    inline(valid)
    expect(await readEnvironment()).toEqual({
      environment: environment(),
      faults: [],
      document: environment(),
      readMs: expect.any(Number),
    })
    expect(fetchStub).not.toHaveBeenCalled()
  })

  test('is otherwise fetched from the host’s own origin, without caches', async () => {
    fetchStub.mockResolvedValue(answer(valid))
    expect(await readEnvironment()).toEqual({
      environment: environment(),
      faults: [],
      document: environment(),
      readMs: expect.any(Number),
    })
    expect(fetchStub).toHaveBeenCalledWith(
      '/environment.json',
      expect.objectContaining({ cache: 'no-store' }),
    )
  })

  test('is fetched again on request, even if the page has it', async () => {
    inline(JSON.stringify(environment({ revision: 1 })))
    fetchStub.mockResolvedValue(answer(JSON.stringify(environment({ revision: 2 }))))
    expect((await fetchEnvironment()).environment.revision).toBe(2)
  })

  test('names the faulty field of the document in the page', async () => {
    inline(JSON.stringify(environment({ apiUrl: 5 })))
    expect(await messageOf(readEnvironment())).toBe('DocumentFault | environment.json, apiUrl: is not a text')
  })
})

/** The 20 faults of documents. The server's first; those of one remote's record disable that remote alone. */
describe('a faulty document', () => {
  const users = ['remotes', 'users', 'release']
  const integrity = [...users, 'files', 'remoteEntry.5d1f0c2e.js', 'integrity']
  const field = 'remotes.users.release.files.remoteEntry.5d1f0c2e.js.integrity'

  test.each<[string, ReturnType<typeof answer>, string]>([
    ['403', answer('no', 403), 'the server answered 403'],
    ['404', answer('no', 404), 'the server answered 404'],
    ['500 text', answer('oops', 500), 'the server answered 500'],
    ['500 with valid JSON', answer(valid, 500), 'the server answered 500'],
    ['502 HTML', answer('<html>', 502), 'the server answered 502'],
    ['200 HTML', answer('<!doctype html><html></html>'), 'it is not JSON'],
    ['empty', answer(''), 'it is not JSON'],
    ['truncated', answer(valid.slice(0, -20)), 'it is not JSON'],
    ['{}', answer('{}'), 'schema: is missing'],
    ['null', answer('null'), 'is not an object'],
    ['[]', answer('[]'), 'is not an object'],
  ])('%s stops the start', async (_, response, problem) => {
    fetchStub.mockResolvedValue(response)
    expect(await messageOf(readEnvironment())).toMatch(
      new RegExp(`^DocumentFault \\| environment\\.json[:,] ${problem}$`),
    )
  })

  test.each([
    ['reset', 'Failed to fetch'],
    ['cross-origin redirect', 'Failed to fetch'],
    ['CORS header missing', 'Failed to fetch'],
  ])('%s stops the start', async (_, message) => {
    fetchStub.mockRejectedValue(new TypeError(message))
    expect(await messageOf(readEnvironment())).toBe(
      'DocumentFault | environment.json: it could not be read (Failed to fetch)',
    )
  })

  test('that is cut off in its body stops the start', async () => {
    fetchStub.mockResolvedValue({
      ok: true,
      status: 200,
      text: () => Promise.reject(new TypeError('terminated')),
    })
    expect(await messageOf(readEnvironment())).toContain('it could not be read (terminated)')
  })

  test('that hangs is given up after 20 s', async () => {
    jest.useFakeTimers()
    fetchStub.mockImplementation(
      (_address, { signal }) =>
        new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
    )
    let message = 'waiting'
    void messageOf(readEnvironment()).then((text) => (message = text))
    await jest.advanceTimersByTimeAsync(19_999)
    expect(message).toBe('waiting')
    await jest.advanceTimersByTimeAsync(1)
    expect(message).toMatch(/^DocumentFault \| environment\.json: it could not be read \(.*\)$/)
  })

  test('that is slow is waited for', async () => {
    jest.useFakeTimers()
    fetchStub.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      return answer(valid)
    })
    const reading = readEnvironment()
    await jest.advanceTimersByTimeAsync(3_000)
    expect((await reading).faults).toEqual([])
  })

  test('of 50 MB is read like any other', async () => {
    fetchStub.mockResolvedValue(answer(' '.repeat(50_000_000) + valid))
    expect((await readEnvironment()).faults).toEqual([])
  })

  test.each<[string, string[], unknown, string]>([
    ['wrong remote name', [...users, 'name'], 'x', 'remotes.users.release.name: is "x", not "users"'],
    ['integrity field missing', integrity, undefined, `${field}: is missing`],
    ['integrity wrong', integrity, 'sha384-x', `${field}: is not a sha384 hash`],
  ])('%s disables that remote alone', async (_, path, value, problem) => {
    const machines = { ...deployed({ name: 'machines' }) }
    const document = environment({ remotes: { users: deployed(), machines } })
    fetchStub.mockResolvedValue(answer(JSON.stringify(changed(document, path, value))))
    const { environment: read, faults } = await readEnvironment()
    expect(faults.map(({ fault }) => fault.message)).toEqual([`environment.json, ${problem}`])
    expect(Object.keys(read.remotes)).toEqual(['machines'])
  })
})
