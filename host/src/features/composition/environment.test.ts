import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { environment } from '@console/shared-kernel/testing/node'
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
const read = {
  environment: environment(),
  faults: [],
  document: environment(),
  readMs: expect.any(Number),
}

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
    expect(await readEnvironment()).toEqual(read)
    expect(fetchStub).not.toHaveBeenCalled()
  })

  test('is otherwise fetched from the host’s own origin, bypassing caches', async () => {
    fetchStub.mockResolvedValue(answer(valid))
    expect(await readEnvironment()).toEqual(read)
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
    expect(await messageOf(readEnvironment())).toBe(
      'DocumentFault | environment.json, apiUrl: is not a non-empty string',
    )
  })
})

describe('a faulty or very large document', () => {
  test.each<[string, ReturnType<typeof answer>, string]>([
    ['404', answer('no', 404), 'the server answered 404'],
    ['500 with valid JSON', answer(valid, 500), 'the server answered 500'],
    ['200 HTML', answer('<!doctype html><html></html>'), 'it is not JSON'],
    ['empty', answer(''), 'it is not JSON'],
    ['truncated', answer(valid.slice(0, -20)), 'it is not JSON'],
    ['{}', answer('{}'), 'schema: is missing'],
  ])('%s stops startup', async (_, response, problem) => {
    fetchStub.mockResolvedValue(response)
    expect(await messageOf(readEnvironment())).toMatch(
      new RegExp(`^DocumentFault \\| environment\\.json[:,] ${problem}$`),
    )
  })

  test('that does not arrive, or whose body breaks off, stops startup', async () => {
    fetchStub.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await messageOf(readEnvironment())).toBe(
      'DocumentFault | environment.json: it could not be read (Failed to fetch)',
    )
    const text = () => Promise.reject(new TypeError('terminated'))
    fetchStub.mockResolvedValue({ ok: true, status: 200, text })
    expect(await messageOf(readEnvironment())).toContain('it could not be read (terminated)')
  })

  test('that hangs times out after 20 s', async () => {
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

  test('of 50 MB is read like any other', async () => {
    fetchStub.mockResolvedValue(answer(' '.repeat(50_000_000) + valid))
    expect((await readEnvironment()).faults).toEqual([])
  })
})
