import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { errorResponse, type ActivityResponse, type NoteResponse } from '@console/shared-kernel/schemas'
import { API_ACCESS } from '../../src/http/accessRules'
import { PASSWORD } from '../../src/foundation/demoAccounts'
import { demoFolder } from '../../testing/demo'
import { call } from '../../testing/http'
import { startApi, type Api } from '../../testing/server'
import { sql } from '../../testing/sql'
import { becomeAttacker, BODIES, send, type Attacker } from './calls'
import { attack, PARAMETERS, type Parameter } from './parameters'
import { SQL_PAYLOADS } from './sqlPayloads'

const DEMO_USERS = 200
const DEMO_MACHINES = 150
const DEMO_GAMES = 40

let folder: string
let before: unknown
let api: Api
let attacker: Attacker

/** Digests of the schema and of all data from before the attacks. */
const fingerprint = (): unknown[] =>
  sql(
    folder,
    `select (select md5(string_agg(concat_ws(' ', table_name, column_name, data_type), ','
        order by table_name, column_name)) from information_schema.columns where table_schema = 'public') as tables,
      (select md5(string_agg(u::text, ',' order by user_id)) from users u where user_id <= ${DEMO_USERS}) as users,
      (select md5(string_agg(m::text, ',' order by key)) from machines m where key <= ${DEMO_MACHINES}) as machines,
      (select md5(string_agg(g::text, ',' order by id)) from games g where id <= ${DEMO_GAMES}) as games,
      (select md5(string_agg(c::text, ',' order by id)) from countries c) as countries,
      (select md5(string_agg(v::text, ',' order by id)) from movements v) as movements`,
  )

beforeAll(async () => {
  folder = await demoFolder()
  before = fingerprint()
  api = await startApi({ DATA_DIR: folder })
  attacker = await becomeAttacker(api)
})
afterAll(() => api?.stop())

const FAIR_SAMPLE = 6
/** `npm test` tries a few at each parameter, different ones at the next; `npm run test:all` tries all. */
const payloadsFor = ({ where }: Parameter, index: number): string[] =>
  SQL_PAYLOADS.filter(
    (_, one) => process.env['CONSOLE_TEST_ALL'] || one % FAIR_SAMPLE === index % FAIR_SAMPLE,
  )
    // a header cannot contain NUL
    .filter((payload) => where !== 'header' || !payload.includes('\0'))

/** Free text is stored exactly as it was sent. */
function expectKept(body: unknown, name: string, payload: string): void {
  const kept = (body as Record<string, unknown>)[name]
  if (kept !== undefined) expect(kept).toBe(payload)
}

/** Only notes, or activity rows, that contain the text are found. */
function expectFound(body: unknown, payload: string): void {
  const texts = Array.isArray(body)
    ? (body as NoteResponse[]).map(({ text }) => text)
    : (body as ActivityResponse).rows.map(({ actor, subject, reason, before, after }) =>
        [actor?.userName, subject?.name, subject?.ownerName, reason, before?.['name'], after?.['name']].join(
          '\n',
        ),
      )
  const found = texts.map((text) => text.toLowerCase())
  expect(found.filter((text) => !text.includes(payload.trim().toLowerCase()))).toEqual([])
}

describe('SQL in the input', () => {
  test.each(PARAMETERS.map((parameter, index) => ({ ...parameter, index })))(
    'in $row, $where $name, is rejected or stored as plain text',
    async ({ index, ...parameter }) => {
      for (const payload of payloadsFor(parameter, index)) {
        const { status, text, body } = await attack(attacker, parameter, payload)
        expect([200, 201, 400, 401, 403, 404, 409]).toContain(status)
        if (status < 300 && parameter.where === 'body') expectKept(body, parameter.name, payload)
        else if (status < 300 && parameter.name === 'search') expectFound(body, payload)
        else if (status < 300) expect(parameter).toMatchObject({ where: 'header', name: 'idempotency-key' })
        else errorResponse.strict().parse(body)
        expect(text).not.toMatch(/\$argon2|syntax error|SQLSTATE/)
      }
    },
  )
})

const TOTALS = 'queryType=Total&dateFrom=2000-01-01&dateTo=2090-12-31&timeFrom=00:00&timeTo=23:59'

test.each([
  'GET /api/Users?',
  'GET /api/Users/children?',
  'GET /api/Machines?',
  'GET /api/Games?',
  `GET /api/internal/query?${TOTALS}`,
])('SQL in parameters unknown to %s does not change its answer', async (row) => {
  const { token } = attacker
  const plain = await call(api.url, row, { token })
  expect(plain.status).toBe(200)
  for (const payload of payloadsFor({ row, where: 'query', name: 'sort' }, 0)) {
    const names = ['find', 'userId', 'sort', 'limit', 'cursor', 'search', 'level', 'branch', 'fields']
    const query = new URLSearchParams(Object.fromEntries(names.map((name) => [name, payload])))
    expect((await call(api.url, `${row}&${query}`, { token })).body).toEqual(plain.body)
  }
})

test.each(Object.keys(BODIES))('%s works without SQL in it', async (row) => {
  const { rejectedStatus } = BODIES[row]!
  const { status } = await send(attacker, row, { body: goodBody(row) })
  expect(rejectedStatus === undefined ? [200, 201] : [rejectedStatus]).toContain(status)
})

/** The samples sign in with a wrong password. */
const goodBody = (row: string): unknown =>
  row === 'POST /api/Auth/login' ? { Username: 'admin1', Password: PASSWORD } : undefined

test('the table covers every body, and every field of each', () => {
  const noBody = [
    'POST /api/Auth/logout',
    'POST /api/Auth/passkey/options',
    'POST /api/Auth/proof/passkey',
    'POST /api/Auth/recovery-codes',
    'POST /api/Users/:userId/end-sessions',
    'POST /api/Users/:userId/reset-factor',
    'POST /api/Users/:userId/unlock',
    'POST /api/machines/auto-create/:userId',
    'PUT /api/Machines/:machineId/toggle-block',
    'POST /api/activity/:activityId/revert',
  ]
  const rows = Object.keys(API_ACCESS).filter((row) => /^(POST|PUT) /.test(row))
  expect([...Object.keys(BODIES), ...noBody].sort()).toEqual(rows.sort())
  for (const { shape, sample } of Object.values(BODIES)) {
    expect(Object.keys(sample(attacker)).sort()).toEqual(Object.keys(shape).sort())
  }
})

test('the data is unchanged after all attacks', async () => {
  expect(await api.stop()).toBe(0)
  expect(fingerprint()).toEqual(before)
})
