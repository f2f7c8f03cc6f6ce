import { sql } from 'kysely'
import { withDatabase } from '../src/db/connection/database'
import { refreshFindings } from '../src/services/attention/findings'
import { readDatabaseLocation } from '../src/settings/settings'
import { judgeMax } from './load'
import { call, median, ms, printLine, signIn, TIME_ZONE } from './measure'
import type { Server } from './server'

const OVERVIEW_BAR_MS = 200
const RUN_BAR_MS = 2_000
/** Five minutes' worth at ten million a year. */
const MOVEMENTS_PER_RUN = 100

/**
 * Judges the slowest call, including the first one, which sums up past days; later calls reuse those sums.
 */
export async function benchOverview({ url }: Server, rounds: number): Promise<void> {
  for (const name of ['master', 'subdistributor1']) {
    const headers = await signIn(url, name)
    const timesOf = async (path: string): Promise<number[]> => {
      const times: number[] = []
      for (let round = 0; round <= rounds; round += 1) times.push((await call(url + path, { headers })).total)
      return times
    }
    const overview = await timesOf('/api/overview')
    printLine(`overview of ${name}`, judged(overview, OVERVIEW_BAR_MS))
    printLine(`what needs attention, of ${name}`, ms(median(await timesOf('/api/attention'))))
  }
}

/** Prints the median time of an activity search without matches, which must not read the whole audit. */
export async function benchActivitySearch({ url }: Server, rounds: number): Promise<void> {
  const headers = await signIn(url, 'master')
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1)
    times.push((await call(`${url}/api/activity?search=no%20such%20thing`, { headers })).total)
  printLine('activity search without matches', ms(median(times)))
}

function judged(times: readonly number[], bar: number): string {
  const worst = Math.max(...times)
  return `${ms(median(times))}  slowest ${ms(worst)}  ${judgeMax(worst / bar, 1, `${bar} ms`)}`
}

/**
 * Runs all rules on PostgreSQL, each time after new movements. Judges the slowest run, including the first
 * one, which computes the percentiles, as happens once a day.
 */
export async function benchRules(databaseUrl: string, rounds: number): Promise<void> {
  const location = readDatabaseLocation({ DATABASE_URL: databaseUrl })
  const fail = (error: Error) => {
    throw error
  }
  await withDatabase(location, fail, async (db) => {
    const times: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      await sql`
        insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
        select id, 3, now() - random() * interval '5 minutes', 0, 1 + floor(random() * 60000)
        from (select id from machines where retired_at is null order by random() limit ${MOVEMENTS_PER_RUN}) m`.execute(
        db,
      )
      await db
        .deleteFrom('app_state')
        .where('key', 'like', round === 0 ? 'attention-%' : 'attention-turn')
        .execute()
      const start = performance.now()
      await refreshFindings(db, { timeZone: TIME_ZONE, loginWindow: 900 })
      times.push(performance.now() - start)
    }
    printLine('what needs attention: a run', judged(times, RUN_BAR_MS))
  })
}
