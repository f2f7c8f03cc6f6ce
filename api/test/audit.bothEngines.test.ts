import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from '@jest/globals'
import type { GameResponse, MachineResponse, UserResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { call, tokenOf, type Answer } from '../testing/http'
import { auditOf, meetPeople, newName, type AuditRow, type People } from '../testing/people'
import { startApi } from '../testing/server'

let url: string
let people: People
let audit: readonly AuditRow[]
/** Each changed by {@link makeChanges}. */
let machine: MachineResponse
let credited: MachineResponse
let inCapitals: MachineResponse
let retired: MachineResponse
let game: GameResponse
let user: UserResponse
/** The subject of a user whose game settings change. */
let configured: string
let answersInCapitals: Answer[]
let activityOfCredited: readonly { after: { version: number } }[]

const CLIENTS = 20
const initial = (value: number) => ({ jackpotSettings: { miniJackpot: { initial: value } } })
const GAME = { name: 'Written', type: 'Poker', gameState: true }
const about = (subject: string) => audit.filter((row) => row.subject === subject)
const send = <T>(row: string, body?: object, headers?: Record<string, string>, token = people.master) =>
  call<T>(url, row, { token, body, ...(headers && { headers }) })

// all before the first test, because the embedded engine's data can only be read after it has stopped
beforeAll(async () => {
  const folder = await demoFolder()
  const api = await startApi({ DATA_DIR: folder, DEMO_DATA: 'true' })
  url = api.url
  people = await meetPeople(url)
  await makeChanges()
  await api.stop()
  audit = auditOf(folder)
})

async function makeChanges(): Promise<void> {
  ;({ machine } = await people.createClient())
  await send(`PUT /api/Machines/${machine.idMachine}/toggle-block`)
  await send(`PUT /api/Machines/${machine.idMachine}/config`, { pingBrowser: 7 })

  ;({ machine: credited } = await people.createClient())
  const path = `PUT /api/Machines/${credited.idMachine}/credit`
  await Promise.all(Array.from({ length: CLIENTS }, (_, amount) => send(path, { amount })))
  const activity = `GET /api/activity?machineId=${credited.idMachine}&kind=machine.credit`
  activityOfCredited = (await send<{ rows: typeof activityOfCredited }>(activity)).body.rows

  ;({ machine: inCapitals } = await people.createClient())
  const id = inCapitals.idMachine
  const headers = { 'idempotency-key': randomUUID() }
  answersInCapitals = []
  for (const name of [id.toUpperCase(), id, id.toUpperCase()]) {
    answersInCapitals.push(await send(`PUT /api/Machines/${name}/credit`, { amount: 5 }, headers))
  }
  answersInCapitals.push(
    await send(`PUT /api/Machines/${id.toUpperCase()}/toggle-block`),
    await send(`PUT /api/Machines/${id.toUpperCase()}/config`, { touchScreen: false }),
  )

  const gone = await people.createClient()
  retired = gone.machine
  await send(`PUT /api/Machines/${retired.idMachine}/credit`, { amount: 12.5 })
  await send(`DELETE /api/Users/${gone.client.userId}`)

  game = (await send<GameResponse>('POST /api/Games', GAME)).body
  await send(`PUT /api/Games/${game.id}`, { ...GAME, gameState: false })
  await send(`DELETE /api/Games/${game.id}`)

  const other = await people.create('subdistributor1', 6)
  configured = `user ${other.userId}`
  const settings = `PUT /api/Games/user-settings/${other.userId}`
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => send(settings, initial(index + 1))))

  user = await people.create('subdistributor1', 6, { userName: newName('audited') })
  const admin = await tokenOf(url, 'admin1')
  const body = { nameClient: 'Bar', password: 'silver harbour 61 pebble' }
  await send(`PUT /api/Users/${user.userId}`, body, { 'idempotency-key': 'k' }, admin)
  await send(`DELETE /api/Users/${user.userId}`, undefined, {}, admin)
}

test('each change of a machine is in the audit', () => {
  expect(about(`machine ${machine.idMachine}`)).toMatchObject([
    { action: 'machine.create', before: null, after: { name: machine.machineName } },
    { action: 'machine.block', before: { blocked: false }, after: { blocked: true } },
    { action: 'machine.config', before: { pingBrowser: 30 }, after: { pingBrowser: 7 } },
  ])
})

test('each acknowledged change of credit is in the audit once, with the credit before it', () => {
  const changes = about(`machine ${credited.idMachine}`).filter(({ action }) => action === 'machine.credit')
  expect(changes.map(({ after }) => after?.['version'])).toEqual(
    Array.from({ length: CLIENTS }, (_, index) => index + 2),
  )
  expect(changes.slice(1).map(({ before }) => before)).toEqual(changes.slice(0, -1).map(({ after }) => after))
  const amounts = changes.map(({ after }) => Number(after?.['creditCents']) / 100)
  expect(amounts.sort((a, b) => a - b)).toEqual(Array.from({ length: CLIENTS }, (_, index) => index))
})

test('the activity lists concurrent changes newest first', () => {
  expect(activityOfCredited.map(({ after }) => after.version)).toEqual(
    Array.from({ length: CLIENTS }, (_, index) => CLIENTS + 1 - index),
  )
})

test('game settings that many clients change at once have a continuous history', () => {
  const rows = about(configured).filter(({ action }) => action === 'user.game-settings')
  expect(rows).toHaveLength(CLIENTS)
  expect(rows.map(({ before }) => before)).toEqual([
    initial(0),
    ...rows.slice(0, -1).map(({ after }) => after),
  ])
})

test('a machine id in capitals is audited and replayed as the same machine', () => {
  const credit = { status: 200, body: { credit: 5, creditVersion: '2' } }
  expect(answersInCapitals).toMatchObject([
    ...[credit, credit, credit],
    { status: 200, body: { blocked: true } },
    { status: 200, body: { touchScreen: false } },
  ])
  const id = inCapitals.idMachine
  const actions = about(`machine ${id}`).map(({ action }) => action)
  expect(actions).toEqual(['machine.create', 'machine.credit', 'machine.block', 'machine.config'])
  expect(about(`machine ${id.toUpperCase()}`)).toEqual([])
})

test('a machine that is retired with its owner is in the audit, with the credit that it had', () => {
  expect(about(`machine ${retired.idMachine}`).slice(2)).toMatchObject([
    { action: 'machine.retire', before: { name: retired.machineName, creditCents: 1250 }, after: null },
  ])
})

test('each change of a game is in the audit', () => {
  expect(about(`game ${game.id}`)).toMatchObject([
    { action: 'game.create', after: GAME },
    { action: 'game.update', before: { gameState: true }, after: { gameState: false } },
    { action: 'game.delete', before: { gameState: false }, after: null },
  ])
})

test('each change of a user is in the audit: who, what, before and after, and no password', () => {
  const rows = about(`user ${user.userId}`)
  const [master, admin] = [people.named('master').userId, people.named('admin1').userId]
  expect(rows).toEqual([
    expect.objectContaining({ actor_id: master, action: 'user.create', before: null }),
    expect.objectContaining({ actor_id: admin, action: 'user.password' }),
    expect.objectContaining({
      actor_id: admin,
      action: 'user.update',
      before: expect.objectContaining({ name_client: expect.stringContaining('audited') }),
      after: expect.objectContaining({ name_client: 'Bar', newPassword: true }),
    }),
    expect.objectContaining({ actor_id: admin, action: 'user.delete', after: null }),
  ])
  expect(JSON.stringify(rows)).not.toMatch(/argon2|a new password/)
})
