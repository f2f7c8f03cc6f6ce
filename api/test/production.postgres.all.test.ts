import { expect, test } from '@jest/globals'
import type { ErrorResponse } from '@console/shared-kernel/schemas'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { call, get, login, waitUntilReady } from '../testing/http'
import { newUser } from '../testing/people'
import { command, inMemory, serversForEachTest } from '../testing/server'

/** `NODE_ENV=production`, which needs PostgreSQL. */
const production = { NODE_ENV: 'production', TOKEN_SECRET: 'x'.repeat(32) }
const start = serversForEachTest()

test('demo data is rejected, whether requested or copied', async () => {
  const asked = await command('main', { ...production, ...inMemory, DEMO_DATA: 'true' })
  expect([asked.code, asked.err]).toEqual([
    1,
    expect.stringContaining('DEMO_DATA is refused when NODE_ENV is production'),
  ])
  const copied = await command('main', { ...production, DATA_DIR: await demoFolder() })
  expect(copied.code).toBe(1)
  expect(copied.err).toContain('holds demo data, which is refused when NODE_ENV is production')
})

test.each([
  ['off', 404, {}],
  ['on where it is asked for', 200, { API_DOCS: 'true' }],
])('the OpenAPI document is %s', async (_, expected, env) => {
  const { url, externalUrl } = await start({ ...inMemory, ...production, ...env })
  for (const listener of [url, externalUrl]) {
    for (const path of ['/api/docs', '/api/docs/json']) {
      const { status, body } = await call(listener, `GET ${path}`)
      expect(status).toBe(expected)
      if (expected === 404) expect(body).toEqual((await call(listener, 'GET /nowhere')).body)
    }
  }
})

test.each([
  ['empty', {}, [expect.stringMatching(/^TRUST_PROXY está vacío/)], ['TRUST_PROXY is empty']],
  ['set', { TRUST_PROXY: '10.0.0.0/8' }, undefined, []],
])('/readyz and the log warn only about an empty TRUST_PROXY: %s', async (_, env, warnings, logged) => {
  const api = await start({ ...inMemory, ...production, ...env })
  if ('TRUST_PROXY' in env) await get(`${api.url}/healthz`, undefined, { 'x-forwarded-for': '203.0.113.9' })
  await waitUntilReady(api.url)
  const { body } = await get<{ warnings?: string[] }>(`${api.url}/readyz`)
  expect(body.warnings).toEqual(warnings)
  expect(api.stderr().match(/TRUST_PROXY is empty/g) ?? []).toEqual(logged)
})

test('the password of the demo accounts is too easy to guess', async () => {
  const folder = temporaryFolder()
  const password = 'violet anchor 47 lantern'
  expect(
    await command('create-master', { DATA_DIR: folder }, ['--username', 'Master'], password),
  ).toMatchObject({ code: 0 })
  const { url } = await start({ ...production, DATA_DIR: folder })
  const { token } = (await login(url, 'Master', password)).body
  const { status, body } = await call<ErrorResponse>(url, 'POST /api/Users', { token, body: newUser(2) })
  expect([status, body.errors?.[0]?.path]).toEqual([400, 'password'])
  expect(body.errors?.[0]?.message).toBe(
    'Esta contraseña es demasiado fácil de adivinar. Elige otra, por ejemplo de varias palabras.',
  )
})
