import { describe, expect, test } from '@jest/globals'
import fastify from 'fastify'
import { guardRoutes } from '../../src/http/accessRules'
import { rawRequest } from '../../testing/http'
import type { Services } from '../../src/services/services'
import { demoForTests } from '../../testing/people'

const { api } = demoForTests()

const WRONG_METHODS = ['HEAD', 'PUT', 'DELETE', 'PATCH', 'POST', 'PROPFIND']
test.each(WRONG_METHODS)(
  '%s on a path without that method returns 405 and names the allowed methods',
  async (method) => {
    const path = '/api/internal/query?x=1'
    const { status, headers, text } = await rawRequest(api().url, { method, path })
    expect([status, headers.allow]).toEqual([405, 'GET'])
    if (method !== 'HEAD') expect(JSON.parse(text)).toEqual({ message: 'La dirección no admite este método' })
  },
)

test('a path is known with any text in place of its id, but not without an id', async () => {
  const wrong = (path: string) => rawRequest(api().url, { method: 'PATCH', path })
  expect(await wrong('/api/Users/children/7')).toMatchObject({ status: 405, headers: { allow: 'GET' } })
  expect(await wrong('/api/Users/children/')).toMatchObject({ status: 404 })
  expect(await wrong('/api/Users/children/7/8')).toMatchObject({ status: 404 })
})

describe('the guard', () => {
  /** The user of every token. */
  const user = { userId: 7, level: 1, path: '', sessionId: '' }
  const services = {
    sessions: { find: async () => user },
    sessionUse: { record: () => undefined },
  } as unknown as Services
  const headers = { authorization: 'Bearer any.other.token' }

  test('rejects a route without a row', () => {
    const app = fastify()
    guardRoutes(app, {}, services)
    expect(() => app.get('/forgotten', () => 'open to everybody')).toThrow(
      'GET /forgotten has no row in the access table',
    )
  })

  test('fails the start if a row has no route', async () => {
    const app = fastify()
    guardRoutes(app, { 'GET /gone': { caller: 'anyone' } }, services)
    await expect(app.ready()).rejects.toThrow('rows without a route: GET /gone')
  })

  test.each([
    ['interactive', 40],
    ['lists', 8],
    ['reports', 4],
    ['streams', 40],
  ] as const)('limits the concurrent calls of one user in the class %s to %d', async (work, max) => {
    const app = fastify({ exposeHeadRoutes: false })
    guardRoutes(app, { 'GET /slow': { caller: 'signed-in', work } }, services)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    app.get('/slow', () => held.then(() => 'done'))
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const calls = Array.from(
      { length: max + 1 },
      async () => (await fetch(`${url}/slow`, { headers })).status,
    )
    expect(await Promise.race(calls)).toBe(429)
    release()
    expect((await Promise.all(calls)).filter((status) => status === 200)).toHaveLength(max)
    await app.close()
  })
})
