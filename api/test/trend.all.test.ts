import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import {
  type ExternalTotalRow,
  machineTrendResponse,
  type MachineTrendResponse,
} from '@console/shared-kernel/schemas'
import type { Db } from '../src/db/schema'
import { writeAttachedFrom } from '../src/services/reports/detachedMovements'
import { reopenDays, rollUpDays } from '../src/services/reports/rollUpDays'
import { readTrend } from '../src/services/reports/trend'
import { forgetMovements, insertAmount, withMachines } from '../testing/database'
import { call, tokenOf } from '../testing/http'
import { demoForTests, FORBIDDEN } from '../testing/people'
import { report } from '../testing/reports'
import { snapshotsOf } from '../testing/snapshots'

const HOUR_MS = 3_600_000
const DAYS = 14

interface Movement {
  machine: number
  type: number
  at: Date
  cents: number
}

/** The expected days, computed naively from local times in the zone. */
function pencilled(movements: readonly Movement[], machine: number, timeZone: string, now: Date) {
  const dayOf = (at: Date): string => at.toLocaleDateString('sv-SE', { timeZone })
  const noon = Date.parse(`${dayOf(now)}T12:00Z`)
  return Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(noon - (DAYS - 1 - index) * 24 * HOUR_MS).toLocaleDateString('sv-SE', {
      timeZone: 'UTC',
    })
    const counted = movements.filter(
      (one) => one.machine === machine && (one.type === 2 || one.type === 3) && dayOf(one.at) === day,
    )
    return {
      day,
      profitCents: counted.reduce((sum, { type, cents }) => sum + (type === 2 ? cents : -cents), 0),
    }
  })
}

describe('the days of a machine', () => {
  let db: Db
  let ids: string[]
  withMachines(2, (opened, machines) => {
    db = opened
    ids = machines
  })

  const startOver = () => forgetMovements(db)
  const insert = ({ machine, type, at, cents }: Movement) => insertAmount(db, ids[machine]!, type, at, cents)
  const trend = async (machine: number, timeZone: string, now: Date) =>
    (await snapshotsOf(db, 'lists')((trx) => readTrend(trx, { machineId: ids[machine]!, timeZone, now })))
      .days
  const endOfLast = async () =>
    (await db.selectFrom('closed_days').select('ends_at').orderBy('ends_at', 'desc').executeTakeFirst())
      ?.ends_at

  const play = fc.record({
    kind: fc.constant('play' as const),
    machine: fc.constantFrom(0, 1),
    type: fc.constantFrom(1, 2, 2, 3),
    /** Quarter hours before now, where most day boundaries fall, or any minute. */
    minutes: fc.oneof(
      fc.integer({ min: 0, max: 17 * 96 }).map((quarters) => quarters * 15),
      fc.integer({ min: 0, max: 17 * 1440 }),
    ),
    cents: fc.integer({ min: 0, max: 100_000 }),
  })
  const action = fc.oneof(
    { weight: 6, arbitrary: play },
    { weight: 2, arbitrary: fc.constant({ kind: 'roll up' as const }) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 10 }).map((days) => ({ kind: 'reopen' as const, days })),
    },
  )

  test.each([
    ['Europe/Madrid', 'an hour is repeated', '2026-10-29T09:30:00Z'],
    ['Australia/Lord_Howe', 'half an hour is skipped', '2026-10-08T13:00:00Z'],
    ['Asia/Beirut', 'a midnight is skipped', '2026-04-02T21:30:00Z'],
    ['America/Havana', 'the hour after midnight is repeated', '2026-11-03T04:59:00Z'],
    ['Asia/Kathmandu', 'nothing changes', '2026-11-20T18:14:00Z'],
  ])(
    'are summed the same from movements and stored totals, in %s, where %s',
    async (timeZone, _, instant) => {
      const now = new Date(instant)
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 14 }), async (actions) => {
          await startOver()
          const movements: Movement[] = []
          for (const done of actions) {
            if (done.kind === 'roll up') await rollUpDays(db, timeZone)
            else if (done.kind === 'reopen')
              await reopenDays(db, new Date(now.getTime() - done.days * 24 * HOUR_MS))
            else {
              const { machine, type, cents } = done
              const at = new Date(now.getTime() - done.minutes * 60_000)
              const end = await endOfLast()
              // the database rejects movements of a rolled-up day
              if (end && at < end) continue
              movements.push({ machine, type, at, cents })
              await insert({ machine, type, at, cents })
            }
          }
          for (const machine of [0, 1])
            expect(await trend(machine, timeZone, now)).toEqual(pencilled(movements, machine, timeZone, now))
        }),
        { numRuns: 12 },
      )
    },
  )

  test('come from the totals if movements are detached, and are rejected if the totals are for another zone’s days', async () => {
    await startOver()
    const now = new Date('2026-11-10T12:00:00Z')
    const zone = 'Europe/Madrid'
    // every day with a movement of each machine is rolled up
    const movements = Array.from({ length: 40 }, (_, index): Movement => ({
      machine: index % 2,
      type: 2,
      at: new Date(now.getTime() - (20 - Math.floor(index / 2)) * 24 * HOUR_MS),
      cents: 100 + index,
    }))
    for (const one of movements) await insert(one)
    await rollUpDays(db, zone)
    await writeAttachedFrom(db, new Date('2026-11-01T00:00:00Z'))
    await sql`alter table movements disable trigger user`.execute(db)
    await db.deleteFrom('movements').where('occurred_at', '<', new Date('2026-11-01T00:00:00Z')).execute()
    await sql`alter table movements enable trigger user`.execute(db)
    expect(await trend(1, zone, now)).toEqual(pencilled(movements, 1, zone, now))
    await expect(trend(1, 'Asia/Kathmandu', now)).rejects.toMatchObject({ status: 400 })
  })

  test('are not available for a retired machine', async () => {
    const { id } = await db
      .insertInto('machines')
      .values({
        id: '3f9c2a1b-0000-4000-8000-000000000009',
        name: 'Gone',
        owner_id: 1,
        owner_path: 'a.9',
        status: '',
        is_connected: false,
        location: '',
        ip_address: '',
        security_level: '',
        retired_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[2] = id
    await expect(trend(2, 'Europe/Madrid', new Date())).rejects.toMatchObject({ status: 403 })
  })
})

describe('GET /api/Machines/:machineId/trend', () => {
  const { api, people } = demoForTests()
  const trendOf = (machineId: string, token: string) =>
    call<MachineTrendResponse>(api().url, `GET /api/Machines/${machineId}/trend`, { token })

  test('has the same profit as External Data, day by day up to now', async () => {
    const [machine] = await people().machinesOf('client1')
    const { status, body } = await trendOf(machine!.idMachine, await tokenOf(api().url, 'client1'))
    expect(status).toBe(200)
    machineTrendResponse.strict().parse(body)
    expect(body.days.at(-1)?.day).toBe(new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' }))
    for (const { day, profitCents } of body.days) {
      const filters = { dateFrom: day, dateTo: day, tipoMovs: '2,3', machineId: machine!.idMachine }
      const reported = await report<ExternalTotalRow[]>(api(), people().master, 'external', filters)
      expect([day, reported.status]).toEqual([day, 200])
      expect([day, profitCents]).toEqual([day, Math.round((reported.body[0]?.totalProfit ?? 0) * 100)])
    }
    expect(body.days.filter(({ profitCents }) => profitCents !== 0).length).toBeGreaterThan(5)
  })

  test('has zeros for a new machine', async () => {
    const { machine } = await people().createClient()
    const { body } = await trendOf(machine.idMachine, people().master)
    expect(body.days.map(({ profitCents }) => profitCents)).toEqual(Array<number>(DAYS).fill(0))
  })

  test('answers for a retired machine as for one that never existed', async () => {
    const { client, machine } = await people().createClient()
    const deleted = await call(api().url, `DELETE /api/Users/${client.userId}`, { token: people().master })
    expect(deleted.status).toBe(204)
    const rejected = await trendOf(machine.idMachine, await tokenOf(api().url, 'subdistributor1'))
    expect([rejected.status, rejected.body]).toEqual([403, FORBIDDEN])
    expect((await trendOf(machine.idMachine, people().master)).status).toBe(404)
  })

  test.each(['1', 'abc', "'--", '%00', '00000000-0000-4000-8000-00000000000g'])(
    'rejects the malformed id %s',
    async (id) => expect([400, 404]).toContain((await trendOf(id, people().master)).status),
  )
})
