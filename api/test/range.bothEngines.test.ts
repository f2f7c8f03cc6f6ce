import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { instantsOf } from '../src/services/reports/instantRange'
import { withDatabase } from '../testing/database'

let db: Db
withDatabase((empty) => (db = empty))

const MADRID = 'Europe/Madrid'

/** A requested range in a time zone, and the same range in UTC. */
const RANGES = `
a day                                          | Europe/Madrid       | 2026-01-15 00:00 | 2026-01-15 23:59 | 2026-01-14T23:00 | 2026-01-15T23:00
one minute                                     | Europe/Madrid       | 2026-07-01 12:30 | 2026-07-01 12:30 | 2026-07-01T10:30 | 2026-07-01T10:31
the day of 23 hours                            | Europe/Madrid       | 2026-03-29 00:00 | 2026-03-29 23:59 | 2026-03-28T23:00 | 2026-03-29T22:00
the day of 25 hours                            | Europe/Madrid       | 2026-10-25 00:00 | 2026-10-25 23:59 | 2026-10-24T22:00 | 2026-10-25T23:00
up to just before the gap                      | Europe/Madrid       | 2026-03-29 01:00 | 2026-03-29 01:59 | 2026-03-29T00:00 | 2026-03-29T01:00
from a time that is skipped                    | Europe/Madrid       | 2026-03-29 02:30 | 2026-03-29 03:10 | 2026-03-29T01:00 | 2026-03-29T01:11
to a time that is skipped                      | Europe/Madrid       | 2026-03-29 01:50 | 2026-03-29 02:30 | 2026-03-29T00:50 | 2026-03-29T01:00
a skipped time alone is no time                | Europe/Madrid       | 2026-03-29 02:10 | 2026-03-29 02:20 | 2026-03-29T01:00 | 2026-03-29T01:00
to a time that is there twice: up to its first | Europe/Madrid       | 2026-10-25 02:30 | 2026-10-25 02:30 | 2026-10-25T00:30 | 2026-10-25T00:31
up to the hour that is there twice             | Europe/Madrid       | 2026-10-25 00:00 | 2026-10-25 01:59 | 2026-10-24T22:00 | 2026-10-25T00:00
from the hour behind it                        | Europe/Madrid       | 2026-10-25 03:00 | 2026-10-25 03:59 | 2026-10-25T02:00 | 2026-10-25T03:00
UTC                                            | UTC                 | 2026-03-29 02:30 | 2026-03-29 02:30 | 2026-03-29T02:30 | 2026-03-29T02:31
a zone of odd minutes                          | Asia/Kathmandu      | 2026-05-05 00:00 | 2026-05-05 00:00 | 2026-05-04T18:15 | 2026-05-04T18:16
clocks that change at midnight                 | America/Santiago    | 2026-09-06 00:00 | 2026-09-06 23:59 | 2026-09-06T04:00 | 2026-09-07T03:00
clocks that change by half an hour             | Australia/Lord_Howe | 2026-04-05 01:45 | 2026-04-05 01:45 | 2026-04-04T14:45 | 2026-04-04T14:46
a day that a zone left out                     | Pacific/Apia        | 2011-12-29 00:00 | 2011-12-31 23:59 | 2011-12-29T10:00 | 2011-12-31T10:00
the widest range there is                      | Europe/Madrid       | 1900-01-01 00:00 | 2099-12-31 23:59 | 1900-01-01T00:15 | 2099-12-31T23:00`

test.each(
  RANGES.trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim())),
)('[CALL-28] %s (%s): %s to %s', async (...[, timeZone = '', first = '', last = '', from, to]: string[]) => {
  const [dateFrom = '', timeFrom = ''] = first.split(' ')
  const [dateTo = '', timeTo = ''] = last.split(' ')
  const range = await instantsOf(db, { dateFrom, timeFrom, dateTo, timeTo }, timeZone)
  expect(range).toEqual({ from: new Date(`${from}Z`), to: new Date(`${to}Z`) })
})

const MINUTE_MS = 60_000
/** Sundays with a clock change in some zone, and a day that a zone skipped. */
const CHANGES = ['2026-03-29', '2026-10-25', '2026-11-01', '2026-04-05', '2011-12-30', '2018-02-18']
const days = fc.oneof(
  fc.constantFrom(...CHANGES).map((day) => Date.parse(`${day}T00:00Z`)),
  fc
    .date({ min: new Date('1901-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => Math.floor(date.getTime() / 86_400_000) * 86_400_000),
)
/** Local times to the minute, weighted towards the hours of most clock changes. */
const minutes = fc
  .tuple(days, fc.oneof(fc.nat(4 * 60), fc.nat(3 * 24 * 60)))
  .map(([day, minute]) => day + minute * MINUTE_MS)
const ISO = new Intl.DateTimeFormat('sv', { timeZone: 'UTC', dateStyle: 'short', timeStyle: 'short' })
/** @returns the date and the time */
const textOf = (minute: number) => ISO.format(minute).split(' ')

test('[CALL-28] a range that is split at any minute equals its two parts, in any zone', async () => {
  const { rows } = await sql<{
    name: string
  }>`select name from pg_timezone_names where name ~ '^[A-Z][a-z]+/'`.execute(db)
  const zones = fc.oneof(
    fc.constantFrom(
      MADRID,
      'America/New_York',
      'Australia/Lord_Howe',
      'America/Santiago',
      'Pacific/Apia',
      'America/Sao_Paulo',
    ),
    fc.constantFrom(...rows.map(({ name }) => name)),
  )
  const range = (zone: string, from: number, to: number) => {
    const [dateFrom = '', timeFrom = ''] = textOf(from)
    const [dateTo = '', timeTo = ''] = textOf(to)
    return instantsOf(db, { dateFrom, timeFrom, dateTo, timeTo }, zone)
  }
  const hour = (text: string) => Date.parse(`2026-10-25T${text}Z`)
  await fc.assert(
    fc.asyncProperty(zones, fc.tuple(minutes, minutes, minutes), async (zone, three) => {
      const [from, split, to] = three.toSorted((one, other) => one - other) as [number, number, number]
      const whole = await range(zone, from, to)
      if (split === from) return
      const first = await range(zone, from, split - MINUTE_MS)
      const second = await range(zone, split, to)
      expect([first.from, first.to, second.to]).toEqual([whole.from, second.from, whole.to])
    }),
    { numRuns: 60, examples: [[MADRID, [hour('00:00'), hour('02:16'), hour('23:59')]]] },
  )
})
