import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { z } from 'zod'
import * as wire from '@console/shared-kernel/schemas'
import { ANSWERS, serveStubApi, type StubApi } from './stubApi'
import { ACTIVITY, BELOW, COUNTRIES, GAMES, INTERNAL_ROWS, MACHINES, MASTER, TREND } from './stubRows'

let api: StubApi
beforeAll(async () => void (api = await serveStubApi()))
afterAll(() => api.close())

const ID = '00000000-0000-4000-8000-000000000001'
const EXTERNAL = '/api/external/query?queryType='

type Call = [name: string, answer: z.ZodType | null]

/** The schema of each call's answer; null for an empty one. */
const CALLS: Call[] = [
  ['POST /api/Auth/login', wire.loginResponse],
  ['GET /api/Auth/validate', wire.validateResponse],
  ['POST /api/Auth/logout', null],
  ['GET /api/Users', wire.userListResponse],
  ['GET /api/Users/current', wire.currentUserResponse],
  ['GET /api/Users/all-hierarchy', wire.userListResponse],
  ['GET /api/Users/children', wire.userListResponse],
  ['GET /api/Users/children/12', wire.userListResponse],
  ['GET /api/Users/counts', wire.userCountsListResponse],
  ['GET /api/Users/counts/12', wire.userCountsResponse],
  ['GET /api/Users/countries', wire.countryListResponse],
  ['POST /api/Users', wire.userResponse],
  ['PUT /api/Users/12', wire.userResponse],
  ['DELETE /api/Users/12', null],
  ['POST /api/Users/12/unlock', null],
  ['POST /api/Users/12/end-sessions', null],
  ['POST /api/Users/12/reset-factor', wire.factorResetResponse],
  ['POST /api/Users/bulk/block', wire.bulkUserBlockResponse],
  ['GET /api/Machines', wire.machineRowResponse.array()],
  ['GET /api/Machines/available-games', wire.availableGameListResponse],
  ['POST /api/Machines/auto-create/12', wire.machineRowResponse],
  [`PUT /api/Machines/${ID}/credit`, wire.creditResponse],
  [`PUT /api/Machines/${ID}/toggle-block`, wire.blockToggleResponse],
  [`GET /api/Machines/${ID}/config`, wire.machineConfigResponse],
  [`PUT /api/Machines/${ID}/config`, wire.machineConfigResponse],
  [`GET /api/Machines/${ID}/config/common`, wire.commonConfigResponse],
  [`GET /api/Machines/${ID}/trend`, wire.machineTrendResponse],
  ['POST /api/Machines/bulk/credit', wire.bulkCreditResponse],
  ['POST /api/Machines/bulk/block', wire.bulkMachineBlockResponse],
  ['POST /api/Machines/bulk/config', wire.bulkConfigResponse],
  ['GET /api/Games', wire.gameListResponse],
  ['GET /api/Games/1', wire.gameResponse],
  ['POST /api/Games', wire.gameResponse],
  ['PUT /api/Games/1', wire.gameResponse],
  ['DELETE /api/Games/1', null],
  ['GET /api/Games/user-settings/12', wire.gameSettingsResponse],
  ['PUT /api/Games/user-settings/12', wire.gameSettingsResponse],
  ['POST /api/Games/user-settings/copy', wire.copySettingsResponse],
  ['GET /api/internal/query?queryType=Total', wire.internalReportResponse],
  [`GET ${EXTERNAL}Total`, wire.externalTotalRow.array()],
  ...Object.entries(wire.movementRows).map(([list, row]): Call => [`GET ${EXTERNAL}${list}`, row.array()]),
  ['GET /api/activity?limit=50', wire.activityResponse],
  ['GET /api/overview', wire.overviewResponse],
  ['GET /api/attention', wire.attentionResponse],
  ['POST /api/attention/marks', wire.attentionMarksResponse],
  ['PUT /api/attention/thresholds', wire.attentionThresholds],
  ['GET /api/events', null],
  ['POST /api/activity/3/revert', wire.revertResponse],
  ['POST /api/activity/bulk/revert', wire.bulkRevertResponse],
  ['GET /api/notes', wire.noteListResponse],
  ['POST /api/notes', wire.noteResponse],
  ['DELETE /api/notes/1', null],
]

async function ask(call: string) {
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(api.url + path, { method })
  return { status: response.status, text: await response.text() }
}

const rowsOf = (body: unknown): unknown[] | undefined => {
  if (Array.isArray(body)) return body
  const { rows, results, days } = (body ?? {}) as Record<string, unknown[] | undefined>
  return rows ?? results ?? days
}

test.each(CALLS)('%s is answered as its contract says, and a list has a few rows', async (call, schema) => {
  const { status, text } = await ask(call)
  expect(status).toBe(schema ? 200 : 204)
  if (!schema) return expect(text).toBe('')
  const body: unknown = JSON.parse(text)
  // parsing would reject or change an answer with more or less than the contract
  expect(schema.parse(body)).toEqual(body)
  expect(rowsOf(body)?.length ?? 3).toBeGreaterThanOrEqual(3)
})

test.each(Object.keys(wire.movementRows))(
  'days of %s are formatted as the server formats them',
  async (type) => {
    const rows = JSON.parse((await ask(`GET ${EXTERNAL}${type}`)).text) as { Date: string }[]
    expect(rows.map(({ Date: day }) => day)).toEqual(
      rows.map(() => expect.stringMatching(/^\d\d-\d\d-\d{4}$/)),
    )
  },
)

test('the table of calls covers every answered call', () => {
  const patterns = CALLS.map(([call]) =>
    call
      .split('?', 1)[0]!
      .replace(/\/\d[\d-]*(?=\/|$)/g, '/:id')
      .toLowerCase(),
  )
  const answered = Object.keys(ANSWERS).map((call) => call.replace(/:\w+/g, ':id').toLowerCase())
  expect(answered.filter((call) => !patterns.includes(call))).toEqual([])
})

test('the features of the current user include every optional call that screens make', async () => {
  const { features } = JSON.parse((await ask('GET /api/Users/current')).text) as { features: object }
  expect(features).toEqual({ trend: {}, activity: {}, attention: {}, overview: {} })
})

test('an unspecified call is answered with an empty list, and reported once', async () => {
  expect(api.unknownCalls()).toEqual([])
  expect(await ask('GET /api/Tips?of=today')).toEqual({ status: 200, text: '[]' })
  expect(api.unknownCalls()).toEqual(['GET /api/Tips'])
  expect(api.unknownCalls()).toEqual([])
})

test('the guide lists the rows', () => {
  const users = [MASTER, ...BELOW].map(({ userName, level }) => `${userName} (${level})`)
  const machines = MACHINES.map(
    ({ machineName, userName, credit, profit, block, isConnected, serviceMode }) =>
      `${machineName} of ${userName}: credit ${credit}, profit ${profit}` +
      [block && ', blocked', isConnected && ', online', serviceMode && ', in service mode']
        .filter(Boolean)
        .join(''),
  )
  const games = GAMES.map(({ name, type, gameState }) => `${name} (${type}${gameState ? '' : ', inactive'})`)
  const table = [
    ['Rows', 'Which'],
    ['---', '---'],
    ['users, with their level', users.join(', ')],
    ['machines', machines.join('; ')],
    ['games', games.join(', ')],
    ['countries', COUNTRIES.map(({ name }) => name).join(', ')],
    ['report rows, one per machine', `${INTERNAL_ROWS.length} of each query type`],
    ['days of a trend', `${TREND.length}, until ${TREND.at(-1)!.day}`],
    ['activity', ACTIVITY.map(({ kind }) => kind).join(', ')],
  ].map((cells) => `| ${cells.join(' | ')} |`)
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/write-a-remote.md'), 'utf8')
  expect(guide).toContain(`\n\n${table.join('\n')}\n\n`)
})
