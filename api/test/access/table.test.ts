import { beforeAll, describe, expect, jest, test } from '@jest/globals'
import fastify from 'fastify'
import { API_ACCESS, DOCS_ACCESS, EXTERNAL_ACCESS, type AccessTable } from '../../src/http/accessRules'
import { guardRoutes, type Guards } from '../../src/http/guard'
import { rawRequest } from '../../testing/http'
import type { Urls } from '../../testing/server'
import { sharedDemoApi } from '../../testing/sharedServer'
import { sampleOf } from './expected'

let api: Urls

beforeAll(async () => {
  api = await sharedDemoApi()
})

const rowsOf = (table: AccessTable) =>
  Object.entries(table).map(([name, rule]) => {
    const [method = '', path = ''] = sampleOf(name).split(' ')
    return { name, method, path, rule }
  })

describe.each(rowsOf({ ...API_ACCESS, ...DOCS_ACCESS }))('$name', ({ method, path, rule }) => {
  test('exists, and requires a session exactly if its row says so', async () => {
    const { status } = await rawRequest(api.url, { method, path })
    expect(status === 401).toBe(rule.caller === 'signed-in')
    expect([404, 405]).not.toContain(status)
  })
})

describe.each(rowsOf({ ...EXTERNAL_ACCESS, ...DOCS_ACCESS }))('external $name', ({ method, path, rule }) => {
  test('[CALL-27] exists, and requires a session exactly if its row says so', async () => {
    const { status } = await rawRequest(api.externalUrl, { method, path })
    expect(status).toBe(rule.caller === 'signed-in' ? 401 : 200)
  })
})

const WRONG_METHODS = ['HEAD', 'PUT', 'DELETE', 'PATCH', 'POST', 'PROPFIND']
test.each(WRONG_METHODS)(
  '%s on a path that lacks the method is 405 and names the allowed methods',
  async (method) => {
    const path = '/api/internal/query?x=1'
    const { status, headers, text } = await rawRequest(api.url, { method, path })
    expect([status, headers.allow]).toEqual([405, 'GET'])
    if (method !== 'HEAD') expect(JSON.parse(text)).toEqual({ message: 'La dirección no admite este método' })
  },
)

test('a path with any text in place of an id is known, and without one it is not', async () => {
  const wrong = (path: string) => rawRequest(api.url, { method: 'PATCH', path })
  expect(await wrong('/api/Users/children/7')).toMatchObject({ status: 405, headers: { allow: 'GET' } })
  expect(await wrong('/api/Users/children/')).toMatchObject({ status: 404 })
  expect(await wrong('/api/Users/children/7/8')).toMatchObject({ status: 404 })
})

describe('the guard', () => {
  const guards: Guards = {
    authenticate: jest.fn<Guards['authenticate']>(),
    findTarget: jest.fn<Guards['findTarget']>(),
    findAnswer: jest.fn<Guards['findAnswer']>(),
  }

  test('refuses a route without a row', () => {
    const app = fastify()
    guardRoutes(app, {}, guards)
    expect(() => app.get('/forgotten', () => 'open to everybody')).toThrow(
      'GET /forgotten has no row in the access table',
    )
  })

  test('stops the start at a row without a route', async () => {
    const app = fastify()
    guardRoutes(app, { 'GET /gone': { caller: 'anyone' } }, guards)
    await expect(app.ready()).rejects.toThrow('rows without a route: GET /gone')
  })
})
