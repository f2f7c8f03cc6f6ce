import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { errorResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../support/demo'
import type { Answer } from '../support/http'
import { startProcesses, type Api } from '../support/server'
import { sql } from '../support/sql'
import { becomeAttacker, BODIES, send, type Attacker } from './calls'

let folder: string
let api: Api
let attacker: Attacker

beforeAll(async () => {
  folder = await demoFolder()
  const watch = join(__dirname, 'watchPrototypes.mjs')
  // the one whose memory is looked at
  api = await startProcesses({ DATA_DIR: folder, NODE_OPTIONS: `--import ${watch}` }, 1)
  attacker = await becomeAttacker(api)
})
afterAll(() => api?.stop())

async function additions(): Promise<string | undefined> {
  const said = api.stdout().length
  api.process.kill('SIGUSR2')
  while (!api.stdout().slice(said).includes('\n')) await once(api.process.stdout!, 'data')
  return /prototypes have (.*) of their own/.exec(api.stdout().slice(said))?.[1]
}

/** A clear refusal, or an answer as if the key had not been there. */
async function expectHarmless({ status, body, text }: Answer, without: readonly number[]): Promise<void> {
  expect([400, ...without]).toContain(status)
  if (status === 400) errorResponse.strict().parse(body)
  expect(text).not.toContain('polluted')
  expect(await additions()).toBe('nothing')
}

const KEYS = [
  '"__proto__":{"polluted":true}',
  '"\\u005f_proto__":{"polluted":true}',
  '"__proto__":null',
  '"constructor":{"prototype":{"polluted":true}}',
  '"prototype":{"polluted":true}',
  '"inner":{"list":[{"__proto__":{"polluted":true}}]}',
]

describe.each(Object.keys(BODIES))('%s', (row) => {
  test.each(KEYS)('with %s', async (key) => {
    const sample = JSON.stringify(BODIES[row]?.sample(attacker))
    const answer = await send(attacker, row, { body: sample.replace('{', `{${key},`) })
    await expectHarmless(answer, row === 'POST /api/Auth/login' ? [401] : [200, 201])
  })
})

test.each([
  '{"__proto__":{"polluted":true}}',
  '[{"__proto__":{"polluted":true}}]',
  '[1,{"constructor":{"prototype":{"polluted":true}}}]',
  '"__proto__"',
])('a text of JSON that holds it is no list of games: %s', async (listaJuegos) => {
  const answer = await send(attacker, 'PUT /api/Machines/:machineId/config', { body: { listaJuegos } })
  expect(answer.status).toBe(400)
  await expectHarmless(answer, [])
})

test.each([
  '{"jackpotSettings":{"__proto__":{"polluted":true}}}',
  '{"jackpotSettings":{"megaJackpot":{"constructor":{"prototype":{"polluted":true}}}}}',
  '{"otherSettings":{"prototype":{"polluted":true}}}',
  '{"selectedGames":[{"id":1,"prototype":{"polluted":true}}]}',
])('inside the settings of games: %s', async (body) => {
  await expectHarmless(await send(attacker, 'PUT /api/Games/user-settings/:userId', { body }), [200])
})

describe.each(['GET /api/internal/query', 'GET /api/external/query'])('%s', (row) => {
  test.each([
    '__proto__=polluted',
    '__proto__[polluted]=true',
    '__proto__.polluted=true',
    'constructor[prototype][polluted]=true',
    'constructor.prototype.polluted=true',
    'prototype[polluted]=true',
  ])('with %s', async (query) => {
    const plain = await send(attacker, row)
    const answer = await send(attacker, row, { query })
    expect(answer.body).toEqual(plain.body)
    await expectHarmless(answer, [200])
  })
})

test('nothing of it is stored', async () => {
  expect(await api.stop()).toBe(0)
  const rows = ['users', 'machines', 'games', 'game_settings', 'audit'].map(
    (name) => `select t::text as row from ${name} t`,
  )
  expect(sql(folder, `select row from (${rows.join(' union all ')}) r where row like '%polluted%'`)).toEqual(
    [],
  )
})
