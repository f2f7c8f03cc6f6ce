import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { Environment } from '@console/shared-kernel/remote'
import { developmentEnvironment } from './developmentEnvironment'

/** The users dev server answers with this text and status. */
let release: string
let status = 200
const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
const servers: Server[] = []
let host: string
let users: number

function listen(server: Server): Promise<number> {
  servers.push(server)
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
}

beforeAll(async () => {
  users = await listen(createServer((_, response) => response.writeHead(status).end(release)))
  // nothing listens on port 2: the other remotes are not running
  const remotes = { users, machines: 2, stock: 2 }
  const middleware = developmentEnvironment({ host: 4000, remotes, api: 4200, external: 4300 })
  const server = createServer((request, response) =>
    middleware(request, response, () => response.end('next')),
  )
  host = `http://127.0.0.1:${await listen(server)}`
})
afterAll(() => servers.forEach((server) => server.close()))
beforeEach(() => {
  warn.mockClear()
  release = JSON.stringify({ name: 'users', entry: 'remoteEntry.js' })
  status = 200
})

describe('developmentEnvironment', () => {
  test('answers with the current releases, and leaves out remotes that are not running', async () => {
    const environment = (await (await fetch(`${host}/environment.json?x=1`)).json()) as Environment
    expect(environment).toMatchObject({
      schema: 1,
      name: 'development',
      apiUrl: 'http://localhost:4200',
      externalReportsUrl: 'http://localhost:4300',
      timeZone: 'Europe/Madrid',
    })
    expect(environment.remotes).toEqual({
      users: { baseUrl: `http://localhost:${users}/`, release: JSON.parse(release), integrity: 'off' },
    })
    expect(warn).toHaveBeenCalledTimes(2)
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^remote-machines is left out: .*ECONNREFUSED/))
  })

  test.each([
    ['is no JSON', '<html>', 200],
    ['is missing', '{}', 404],
    ['has no name', '{}', 200],
    ['is null', 'null', 200],
  ])('leaves out a remote whose release %s', async (_, content, code) => {
    release = content
    status = code
    const environment = (await (await fetch(`${host}/environment.json`)).json()) as Environment
    expect(environment.remotes).toEqual({})
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^remote-users is left out/))
  })

  test.each(['/', '/users', '/index.html'])('sends the policy with %s', async (path) => {
    const answer = await fetch(host + path)
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain(`script-src 'self' http://localhost:${users} http://localhost:2;`)
    expect(policy).toMatch(/connect-src .* ws:\/\/localhost:4000 /)
    expect(policy).not.toContain('unsafe')
    expect(await answer.text()).toBe('next')
  })

  test('sends no policy with other files', async () => {
    const answer = await fetch(`${host}/static/js/main.js`)
    expect(answer.headers.has('content-security-policy')).toBe(false)
  })
})
