import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { z } from 'zod'
import { activityResponse } from '@console/shared-kernel/contracts/activity.schema'
import { loginResponse, validateResponse } from '@console/shared-kernel/contracts/auth.schema'
import * as bulk from '@console/shared-kernel/contracts/bulk.schema'
import { countryListResponse } from '@console/shared-kernel/contracts/country.schema'
import * as game from '@console/shared-kernel/contracts/game.schema'
import { gameSettingsResponse } from '@console/shared-kernel/contracts/gameSettings.schema'
import * as machine from '@console/shared-kernel/contracts/machine.schema'
import { machineConfigResponse } from '@console/shared-kernel/contracts/machineConfig.schema'
import * as report from '@console/shared-kernel/contracts/report.schema'
import { userListResponse, userResponse } from '@console/shared-kernel/contracts/user.schema'
import {
  userCountsListResponse,
  userCountsResponse,
} from '@console/shared-kernel/contracts/userCounts.schema'
import { ANSWERS, serveStubApi, type StubApi } from './stubApi'

let api: StubApi
beforeAll(async () => void (api = await serveStubApi()))
afterAll(() => api.close())

const ID = '00000000-0000-4000-8000-000000000001'
const EXTERNAL = '/api/external/query?queryType='

/** What each call answers by the contract; null is nothing. */
const CALLS: [call: string, schema: z.ZodType | null][] = [
  ['POST /api/Auth/login', loginResponse],
  ['GET /api/Auth/validate', validateResponse],
  ['POST /api/Auth/logout', null],
  ['GET /api/Users', userListResponse],
  ['GET /api/Users/current', userResponse],
  ['GET /api/Users/all-hierarchy', userListResponse],
  ['GET /api/Users/children', userListResponse],
  ['GET /api/Users/children/12', userListResponse],
  ['GET /api/Users/counts', userCountsListResponse],
  ['GET /api/Users/counts/12', userCountsResponse],
  ['GET /api/Users/countries', countryListResponse],
  ['POST /api/Users', userResponse],
  ['PUT /api/Users/12', userResponse],
  ['DELETE /api/Users/12', null],
  ['POST /api/Users/bulk/block', bulk.bulkUserBlockResponse],
  ['GET /api/Machines', machine.machineListResponse],
  ['GET /api/Machines/available-games', game.availableGameListResponse],
  ['POST /api/Machines/auto-create/12', machine.machineResponse],
  [`PUT /api/Machines/${ID}/credit`, machine.creditResponse],
  [`PUT /api/Machines/${ID}/toggle-block`, machine.blockToggleResponse],
  [`GET /api/Machines/${ID}/config`, machineConfigResponse],
  [`PUT /api/Machines/${ID}/config`, machineConfigResponse],
  ['POST /api/Machines/bulk/credit', bulk.bulkCreditResponse],
  ['POST /api/Machines/bulk/block', bulk.bulkMachineBlockResponse],
  ['POST /api/Machines/bulk/config', bulk.bulkConfigResponse],
  ['GET /api/Games', game.gameListResponse],
  ['GET /api/Games/1', game.gameResponse],
  ['POST /api/Games', game.gameResponse],
  ['PUT /api/Games/1', game.gameResponse],
  ['DELETE /api/Games/1', null],
  ['GET /api/Games/user-settings/12', gameSettingsResponse],
  ['PUT /api/Games/user-settings/12', gameSettingsResponse],
  ['POST /api/Games/user-settings/copy', bulk.copySettingsResponse],
  ['GET /api/internal/query?queryType=Total', report.internalReportResponse],
  [`GET ${EXTERNAL}Total`, report.externalTotalRow.array()],
  [`GET ${EXTERNAL}Detail`, report.detailRow.array()],
  [`GET ${EXTERNAL}Tickets`, report.ticketRow.array()],
  [`GET ${EXTERNAL}POS`, report.posRow.array()],
  ['GET /api/activity?limit=50', activityResponse],
]

async function ask(call: string) {
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(api.url + path, { method })
  return { status: response.status, text: await response.text() }
}

const rowsOf = (body: unknown): unknown[] | undefined => {
  if (Array.isArray(body)) return body
  const { rows, results } = (body ?? {}) as { rows?: unknown[]; results?: unknown[] }
  return rows ?? results
}

test.each(CALLS)('%s is answered by its contract, a list with a few rows', async (call, schema) => {
  const { status, text } = await ask(call)
  expect(status).toBe(schema ? 200 : 204)
  if (!schema) return expect(text).toBe('')
  const body: unknown = JSON.parse(text)
  // an answer that says more, or less, than the contract would not come back the same
  expect(schema.parse(body)).toEqual(body)
  expect(rowsOf(body)?.length ?? 3).toBeGreaterThanOrEqual(3)
})

test('every call that it answers is among these', () => {
  const patterns = CALLS.map(([call]) =>
    call
      .split('?', 1)[0]!
      .replace(/\/\d[\d-]*(?=\/|$)/g, '/:id')
      .toLowerCase(),
  )
  const answered = Object.keys(ANSWERS).map((call) => call.replace(/:\w+/g, ':id').toLowerCase())
  expect(answered.filter((call) => !patterns.includes(call))).toEqual([])
})

test('a call that nobody specified is answered with an empty list, and named once', async () => {
  expect(api.unknownCalls()).toEqual([])
  expect(await ask('GET /api/Tips?of=today')).toEqual({ status: 200, text: '[]' })
  expect(api.unknownCalls()).toEqual(['GET /api/Tips'])
  expect(api.unknownCalls()).toEqual([])
})
