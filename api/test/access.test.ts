import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import fastify from 'fastify'
import { API_ACCESS, EXTERNAL_ACCESS, type AccessTable } from '../src/access'
import { guardRoutes, type Guards } from '../src/http/guard'
import { startDemoApi } from './support/demo'
import { rawRequest, tokenOf } from './support/http'
import type { Api } from './support/server'

let api: Api

beforeAll(async () => {
  api = await startDemoApi()
})
afterAll(() => api?.stop())

const rowsOf = (table: AccessTable) =>
  Object.entries(table).map(([name, rule]) => {
    const [method = '', pattern = ''] = name.split(' ')
    return { name, method, path: pattern.replace(':userId', '1'), rule }
  })

describe.each(rowsOf(API_ACCESS))('$name', ({ method, path, rule }) => {
  test('exists, and asks for a session exactly if its row says so', async () => {
    const { status } = await rawRequest(api.url, { method, path })
    expect(status === 401).toBe(rule.caller === 'signed-in')
    expect(status).not.toBe(404)
  })

  test('[ROLE-7] answers any signed-in user, unless it names somebody who is not theirs', async () => {
    const headers = { authorization: `Bearer ${await tokenOf(api.url, 'player1')}` }
    const { status } = await rawRequest(api.url, { method, path, headers })
    expect(status).not.toBe(401)
    expect(status === 403).toBe(rule.target !== undefined)
  })
})

describe.each(rowsOf(EXTERNAL_ACCESS))('external $name', ({ method, path, rule }) => {
  test('[CALL-27] exists, and asks for a session exactly if its row says so', async () => {
    const { status } = await rawRequest(api.externalUrl, { method, path })
    expect(status).toBe(rule.caller === 'signed-in' ? 401 : 200)
  })
})

test.each(['HEAD', 'PUT', 'DELETE', 'PATCH', 'POST'])('%s where only GET is known is 404', async (method) => {
  const headers = { authorization: `Bearer ${await tokenOf(api.url, 'master')}` }
  expect((await rawRequest(api.url, { method, path: '/api/Users/current', headers })).status).toBe(404)
})

describe('the guard', () => {
  const guards: Guards = {
    authenticate: jest.fn<Guards['authenticate']>(),
    findTarget: jest.fn<Guards['findTarget']>(),
  }

  test('a route without a row cannot be added', () => {
    const app = fastify()
    guardRoutes(app, {}, guards)
    expect(() => app.get('/forgotten', () => 'open to everybody')).toThrow(
      'GET /forgotten has no row in the access table',
    )
  })

  test('a row without a route stops the start', async () => {
    const app = fastify()
    guardRoutes(app, { 'GET /gone': { caller: 'anyone' } }, guards)
    await expect(app.ready()).rejects.toThrow('rows without a route: GET /gone')
  })
})
