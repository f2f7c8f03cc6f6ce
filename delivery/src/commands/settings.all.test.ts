import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { environmentPaths } from '../site/files'
import {
  freshSite,
  init,
  page,
  promoteNext,
  publishNext,
  run,
  served,
  sitePath,
  start,
} from '../../testing/staging'

freshSite(start, publishNext)

const ORIGIN = 'http://localhost:4101'
const REJECTED = 'Overrides require an environment for developers: use --developer too'
const change = (words: string) => run('settings', `${words} --env staging --why trying`)
const allow = () => change(`--developer --override ${ORIGIN}`)

/** Rewrites the newest record as an earlier version would have written it. */
function rewriteNewest(edit: (part: Record<string, unknown>) => void): void {
  const { history } = environmentPaths({ root: sitePath() }, 'staging')
  const newest = join(history, readdirSync(history).sort().at(-1)!)
  const record = JSON.parse(readFileSync(newest, 'utf8')) as Record<
    'settings' | 'document',
    Record<string, unknown>
  >
  for (const part of [record.settings, record.document]) edit(part)
  writeFileSync(newest, JSON.stringify(record))
}

const forgetDeveloper = () => rewriteNewest((part) => void delete part['developer'])

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

describe('an address of the releases', () => {
  const RECORD = 'users/1.0.0-11111111/release.json'

  test('is set if the served releases are there, however long their records are', async () => {
    const record = JSON.stringify({
      ...JSON.parse(readFileSync(sitePath(RECORD), 'utf8')),
      files: 'x'.repeat(20_000),
    })
    const url = await serverThat((path) => (path === `/cdn/${RECORD}` ? [200, record] : [404, '']))
    await change(`--releases-url ${url}/cdn/`)
    expect(served().remotes.users?.baseUrl).toBe(`${url}/cdn/users/1.0.0-11111111/`)
  })

  test.each<[string, [number, string], string]>([
    ['has nothing', [404, ''], 'status 404'],
    ['is of a page', [200, '<!doctype html>'], 'status 200, but not the record of that release'],
    ['has another build', [200, '{"build":"33333333"}'], 'status 200, but not the record of that release'],
  ])('is rejected with the answer if it %s, and set with --force', async (_, answer, seen) => {
    const url = `${await serverThat(() => answer)}/`
    await expect(change(`--releases-url ${url}`)).rejects.toThrow(
      `The releases are not at ${url}: GET ${RECORD}: ${seen}. --force sets it anyway`,
    )
    expect(served().remotes.users?.baseUrl).toBe('http://static.test/users/1.0.0-11111111/')
    await change(`--releases-url ${url} --force`)
    expect(served().remotes.users?.baseUrl).toBe(`${url}users/1.0.0-11111111/`)
  })

  test('is rejected before any request, even with --force, if it is not the address of a folder', async () => {
    for (const force of ['', ' --force'])
      await expect(change(`--releases-url http://static.test/cdn${force}`)).rejects.toThrow(
        'is no address of a folder',
      )
  })
})

describe('an address of the API', () => {
  test.each<[string, (path: string) => [number, string]]>([
    ['answers /healthz', (path) => (path === '/healthz' ? [200, '{"status":"ok"}'] : [404, ''])],
    [
      'answers the specified call alone',
      (path) => (path === '/api/Auth/validate' ? [200, 'false'] : [404, '']),
    ],
  ])('is set if it %s', async (_, answer) => {
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
  ])('is rejected with the answer if it %s', async (_, answer, seen) => {
    const url = await serverThat(answer)
    await expect(change(`--api-url ${url}`)).rejects.toThrow(`No API answers at ${url}: ${seen}`)
    expect(served().apiUrl).toBe('http://api.test')
  })

  test.each([
    ['http://*/', "'http://*/' is no address that a page can call"],
    ['http://user:secret@api.test', "'http://api.test' with a user name or password: every visitor"],
    ['http://api.test/path?x', "'http://api.test/path?x' with a query: the paths of calls"],
  ])('is rejected before any request, even with --force: %s', async (address, reason) => {
    for (const force of ['', ' --force']) {
      const rejection = await change(`--api-url ${address}${force}`).catch(String)
      expect(rejection).toContain(reason)
      expect(rejection).not.toContain('secret')
      expect(rejection).not.toContain('--force')
    }
  })

  test('is rejected if nothing listens there, and set with --force', async () => {
    const url = await serverThat(() => [200, ''])
    await new Promise((closed) => servers.splice(0)[0]!.close(closed))
    await expect(change(`--api-url ${url}`)).rejects.toThrow('GET /healthz: ECONNREFUSED')
    await change(`--api-url ${url} --force`)
    expect(served().apiUrl).toBe(url)
  })
})

describe('an IPv6 literal, which opens the policy to every host', () => {
  const LITERAL = '--telemetry-url http://[2001:db8::1]/events'
  const OPENED = 'the policy allows http://*:80, every host: an address is an IPv6 literal'
  const REJECTION =
    'An IPv6 literal lets pages reach http://*:80, and so every host: use a host name, or --force.'

  test('is rejected without --force, but not again when other settings change', async () => {
    await expect(change(LITERAL)).rejects.toThrow(REJECTION)
    expect(page()).not.toContain('http://*:80')
    expect(await change(`${LITERAL} --force`)).toContain(`\n  ${OPENED}`)
    expect(page()).toContain('http://*:80')
    expect(await run('status', '--env staging')).toContain(`\n  ${OPENED}`)
    expect(await change('--time-zone UTC')).not.toContain(OPENED)
    await promoteNext()
    await change('--telemetry-url none')
    expect(await run('status', '--env staging')).not.toContain(OPENED)
    await expect(change(LITERAL)).rejects.toThrow(REJECTION)
    const back = (force: string) => run('rollback', `--settings --to 5 --env staging --why x ${force}`)
    await expect(back('')).rejects.toThrow('--force')
    expect(await back('--force')).toContain(OPENED)
  })

  test('is accepted in an environment for developers for as long as it remains one', async () => {
    expect(await change(`${LITERAL} --developer`)).toContain(OPENED)
    await expect(change('--no-developer')).rejects.toThrow(REJECTION)
    await change('--no-developer --force')
  })

  test('is rejected by init too, except in the environment `development`', async () => {
    await expect(init('lab', LITERAL)).rejects.toThrow(REJECTION)
    expect(await init('lab', `${LITERAL} --force`)).toContain(OPENED)
    expect(await init('development', LITERAL)).toContain(OPENED)
  })
})

describe('an address that only an earlier version of the command accepted', () => {
  const OLD = 'http://user:secret@api.test'
  beforeEach(() => rewriteNewest((part) => (part['apiUrl'] = OLD)))

  test('does not block releases or other settings', async () => {
    await run('canary', 'users@1.1.0 --percent 10 --env staging --why x')
    await promoteNext()
    await change('--time-zone UTC')
    expect(served()).toMatchObject({ apiUrl: OLD, timeZone: 'UTC' })
    await expect(change(`--reports-url ${OLD} --force`)).rejects.toThrow('user name or password')
  })
})

describe('overrides require the developer setting', () => {
  test('init rejects overrides without it, and accepts them with it', async () => {
    const make = (more: string) => init('lab', `--override ${ORIGIN} ${more}`)
    await expect(make('')).rejects.toThrow(REJECTED)
    await make('--developer')
    expect(await run('status', '--env lab')).toContain('settings developer: true')
  })

  test('settings rejects overrides without it; with it, the document and policy contain them', async () => {
    await expect(change(`--override ${ORIGIN}`)).rejects.toThrow(REJECTED)
    await allow()
    expect(served()).toMatchObject({ developer: true, overrides: [ORIGIN] })
    expect(page()).toContain(`script-src 'self' http://static.test ${ORIGIN};`)
  })

  test('the setting cannot be removed while there are overrides, except together with them', async () => {
    await allow()
    await expect(change('--no-developer')).rejects.toThrow(REJECTED)
    await change('--no-developer --override none')
    expect(served()).not.toHaveProperty('developer')
    expect(await run('status', '--env staging')).not.toContain('settings developer:')
  })

  test('the setting survives other changes, a release and a lost record', async () => {
    await allow()
    await change('--time-zone UTC')
    await promoteNext()
    const { history } = environmentPaths({ root: sitePath() }, 'staging')
    writeFileSync(join(history, readdirSync(history).sort().at(-1)!), 'lost')
    await run('repair', '--env staging')
    expect(served()).toMatchObject({ developer: true, overrides: [ORIGIN], timeZone: 'UTC' })
  })

  test('a release is rejected if the setting is missing, until the settings are corrected', async () => {
    await allow()
    forgetDeveloper()
    await expect(promoteNext()).rejects.toThrow(REJECTED)
    await expect(run('canary', 'users@1.1.0 --percent 10 --env staging --why x')).rejects.toThrow(REJECTED)
    await change('--developer')
    await promoteNext()
    expect(served()).toMatchObject({ developer: true, overrides: [ORIGIN] })
  })

  test('a rollback that would restore overrides without the setting is rejected', async () => {
    await allow()
    forgetDeveloper()
    await change('--override none')
    const back = (words: string) => run('rollback', `${words} --env staging --why x --to 4`)
    await expect(back('--settings')).rejects.toThrow(REJECTED)
    await expect(back('--yes')).rejects.toThrow(REJECTED)
    expect(served().overrides).toEqual([])
  })
})
