import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { environmentPaths } from '../site/siteLayout'
import {
  freshSite,
  page,
  promoteNext,
  publishNext,
  run,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { canary } from './canary'
import { init } from './init'
import { repair } from './repair'
import { rollback } from './rollback'
import { settings } from './settings'
import { status } from './status'

freshSite(start, publishNext)

const ORIGIN = 'http://localhost:4101'
const REFUSED = 'Overrides require an environment for developers: use --developer too'
const change = (words: string) => run(settings, `${words} --env staging --why trying`)
const allow = () => change(`--developer --override ${ORIGIN}`)

/** The newest record as a version before `developer` wrote it. */
function forgetDeveloper(): void {
  const { history } = environmentPaths({ root: sitePath() }, 'staging')
  const newest = join(history, readdirSync(history).sort().at(-1)!)
  const record = JSON.parse(readFileSync(newest, 'utf8')) as Record<'settings' | 'document', object>
  for (const part of [record.settings, record.document]) Reflect.deleteProperty(part, 'developer')
  writeFileSync(newest, JSON.stringify(record))
}

describe('an address of the API', () => {
  const servers: Server[] = []
  afterEach(() => servers.splice(0).forEach((server) => server.close()))

  /** @returns its address */
  async function serverThat(answer: (path: string) => [status: number, body: string]): Promise<string> {
    const server = createServer(({ url }, response) => {
      const [status, body] = answer(url ?? '')
      response.writeHead(status).end(body)
    })
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test.each<[string, (path: string) => [number, string]]>([
    ['answers /healthz', (path) => (path === '/healthz' ? [200, '{"status":"ok"}'] : [404, ''])],
    [
      'answers the specified call alone',
      (path) => (path === '/api/Auth/validate' ? [200, 'false'] : [404, '']),
    ],
  ])('is set where it %s', async (_, answer) => {
    const url = await serverThat(answer)
    await change(`--api-url ${url}/`)
    expect(served().apiUrl).toBe(`${url}/`)
  })

  test.each<[string, (path: string) => [number, string], string]>([
    ['fails', () => [500, '{}'], 'GET /healthz: status 500; GET /api/Auth/validate: status 500'],
    [
      'is of a page',
      () => [200, '<!doctype html>'],
      'GET /healthz: status 200, but not the answer of an API; GET /api/Auth/validate: status 200, but',
    ],
  ])('is refused where it %s, with what was seen', async (_, answer, seen) => {
    const url = await serverThat(answer)
    await expect(change(`--api-url ${url}`)).rejects.toThrow(`No API answers at ${url}: ${seen}`)
    expect(served().apiUrl).toBe('http://api.test')
  })

  test('is refused where nothing listens, and set with --force', async () => {
    const url = await serverThat(() => [200, ''])
    await new Promise((closed) => servers.splice(0)[0]!.close(closed))
    await expect(change(`--api-url ${url}`)).rejects.toThrow('GET /healthz: ECONNREFUSED')
    await change(`--api-url ${url} --force`)
    expect(served().apiUrl).toBe(url)
  })
})

describe('overrides require the developer setting', () => {
  test('init refuses them without it, and accepts them with it', async () => {
    const words =
      '--api-url http://api.test --reports-url http://r.test --releases-url http://s.test/ --time-zone UTC'
    const make = (more: string) => run(init, `--env lab ${words} --override ${ORIGIN} ${more}`)
    await expect(make('')).rejects.toThrow(REFUSED)
    await make('--developer')
    expect(await run(status, '--env lab')).toContain('settings developer: true')
  })

  test('settings refuses them without it; with it the document and policy contain them', async () => {
    await expect(change(`--override ${ORIGIN}`)).rejects.toThrow(REFUSED)
    await allow()
    expect(served()).toMatchObject({ developer: true, overrides: [ORIGIN] })
    expect(page()).toContain(`script-src 'self' http://static.test ${ORIGIN};`)
  })

  test('it cannot be removed while there are overrides, but together with them', async () => {
    await allow()
    await expect(change('--no-developer')).rejects.toThrow(REFUSED)
    await change('--no-developer --override none')
    expect(served()).not.toHaveProperty('developer')
    expect(await run(status, '--env staging')).not.toContain('settings developer:')
  })

  test('it survives other changes, a release and a lost record', async () => {
    await allow()
    await change('--time-zone UTC')
    await promoteNext()
    const { history } = environmentPaths({ root: sitePath() }, 'staging')
    writeFileSync(join(history, readdirSync(history).sort().at(-1)!), 'lost')
    await run(repair, '--env staging')
    expect(served()).toMatchObject({ developer: true, overrides: [ORIGIN], timeZone: 'UTC' })
  })

  test('a release is refused where it is missing, until the settings are corrected', async () => {
    await allow()
    forgetDeveloper()
    await expect(promoteNext()).rejects.toThrow(REFUSED)
    await expect(run(canary, 'users@1.1.0 --percent 10 --env staging --why x')).rejects.toThrow(REFUSED)
    await change('--developer')
    await promoteNext()
    expect(served()).toMatchObject({ developer: true, overrides: [ORIGIN] })
  })

  test('a rollback is refused that would restore overrides without it', async () => {
    await allow()
    forgetDeveloper()
    await change('--override none')
    const back = (words: string) => run(rollback, `${words} --env staging --why x --to 4`)
    await expect(back('--settings')).rejects.toThrow(REFUSED)
    await expect(back('--yes')).rejects.toThrow(REFUSED)
    expect(served().overrides).toEqual([])
  })
})
