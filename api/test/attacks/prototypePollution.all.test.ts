import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { errorResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../../testing/demo'
import type { Answer } from '../../testing/http'
import { startApi, startProcesses, type Api } from '../../testing/server'
import { sql } from '../../testing/sql'
import { becomeAttacker, BODIES, send, type Attacker } from './calls'

let api: Api
let attacker: Attacker

beforeAll(async () => {
  const watch = join(__dirname, 'watchPrototypes.mjs')
  // a single process, whose memory is inspected
  api = await startProcesses({ DATA_DIR: await demoFolder(), NODE_OPTIONS: `--import ${watch}` }, 1)
  attacker = await becomeAttacker(api)
})
afterAll(() => api?.stop())

async function additions(): Promise<string | undefined> {
  const outputLength = api.stdout().length
  api.process.kill('SIGUSR2')
  while (!api.stdout().slice(outputLength).includes('\n')) await once(api.process.stdout!, 'data')
  return /prototypes have (.*) of their own/.exec(api.stdout().slice(outputLength))?.[1]
}

/** A clear rejection, or an answer as if the key were missing. */
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

const GAMES_OF_A_MACHINE = [
  '{"__proto__":{"polluted":true}}',
  '[{"__proto__":{"polluted":true}}]',
  '[1,{"constructor":{"prototype":{"polluted":true}}}]',
  '"__proto__"',
]

const SETTINGS_OF_GAMES = [
  '{"jackpotSettings":{"__proto__":{"polluted":true}}}',
  '{"jackpotSettings":{"megaJackpot":{"constructor":{"prototype":{"polluted":true}}}}}',
  '{"otherSettings":{"prototype":{"polluted":true}}}',
  '{"selectedGames":[{"id":1,"prototype":{"polluted":true}}]}',
]

function sendWith(key: string, by: Attacker, row: string): Promise<Answer> {
  const sample = JSON.stringify(BODIES[row]?.sample(by))
  return send(by, row, { body: sample.replace('{', `{${key},`) })
}
const sendGames = (listaJuegos: string, by: Attacker) =>
  send(by, 'PUT /api/Machines/:machineId/config', { body: { listaJuegos } })
const sendSettings = (body: string, by: Attacker) =>
  send(by, 'PUT /api/Games/user-settings/:userId', { body })

describe.each(Object.keys(BODIES))('%s', (row) => {
  test.each(KEYS)('with %s', async (key) => {
    const answer = await sendWith(key, attacker, row)
    const { rejectedStatus } = BODIES[row]!
    const plain = rejectedStatus === undefined ? [200, 201] : [rejectedStatus]
    await expectHarmless(answer, row === 'POST /api/Auth/login' ? [401] : plain)
  })
})

test.each(GAMES_OF_A_MACHINE)(
  'a JSON string with a polluting key is not accepted as a list of games: %s',
  async (games) => {
    const answer = await sendGames(games, attacker)
    expect(answer.status).toBe(400)
    await expectHarmless(answer, [])
  },
)

test.each(SETTINGS_OF_GAMES)('a polluting key has no effect inside game settings: %s', async (settings) => {
  await expectHarmless(await sendSettings(settings, attacker), [200])
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

test('no polluting key is stored', async () => {
  // a separate server, because the embedded engine's data can only be read after it has stopped
  const folder = await demoFolder()
  const server = await startApi({ DATA_DIR: folder })
  const by = await becomeAttacker(server)
  for (const row of Object.keys(BODIES)) for (const key of KEYS) await sendWith(key, by, row)
  for (const games of GAMES_OF_A_MACHINE) await sendGames(games, by)
  for (const settings of SETTINGS_OF_GAMES) await sendSettings(settings, by)
  expect(await server.stop()).toBe(0)
  const rows = ['users', 'machines', 'games', 'game_settings', 'audit'].map(
    (name) => `select t::text as row from ${name} t`,
  )
  expect(sql(folder, `select row from (${rows.join(' union all ')}) r where row like '%polluted%'`)).toEqual(
    [],
  )
})
