import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/connection/database'
import { closeRefusals } from './auth/refusals'
import { removeExpired } from './expired'
import { addMonthsAhead } from '../db/movementMonths'
import { watchClock } from './clockWatch'

const MINUTE_MS = 60_000
/** An hour that nearly every zone has exactly once each day, with few players. */
const QUIET_HOUR = 4

interface Household {
  database: Database
  /** Seconds. */
  loginWindow: number
  timeZone: string
  log: FastifyBaseLogger
  /** Run at the start too. */
  hourly?: readonly Task[]
}

type Task = () => Promise<unknown>

/** Safe to run in several processes. @returns how to stop it; resolves when nothing of it runs any more */
export function startHousekeeping({
  database,
  loginWindow,
  timeZone,
  log,
  hourly: others = [],
}: Household): () => Promise<void> {
  const stopping = new AbortController()
  const db = database.dbs.background

  const removal = async (): Promise<void> => {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
    const [{ now }] = rows as [{ now: Date }]
    await removeExpired(db, { now, loginWindow, signal: stopping.signal })
  }
  const maintenance = async (): Promise<void> => {
    if (hourIn(timeZone, new Date()) !== QUIET_HOUR) return
    const start = performance.now()
    const isDone = await database.maintain()
    if (isDone) log.info({ ms: Math.round(performance.now() - start) }, 'database tidied')
  }
  const run = async (...tasks: Task[]): Promise<void> => {
    for (const task of tasks) {
      if (stopping.signal.aborted) return
      try {
        await task()
      } catch (error) {
        log.error({ err: error }, 'housekeeping failed')
      }
    }
  }

  const everyMinute = [() => closeRefusals(db, loginWindow), () => database.limitLog()]
  const hourly = [...others, () => addMonthsAhead(db), removal, maintenance]
  let running = run(...everyMinute, ...hourly)
  const lookAtClock = watchClock((seconds) =>
    log.warn(
      { seconds },
      'the clock of this machine was set back: sessions last longer, locks of failed sign-ins may end early',
    ),
  )
  let minutes = 0
  const timer = setInterval(() => {
    minutes += 1
    lookAtClock()
    const tasks = minutes % 60 === 0 ? hourly : []
    running = running.then(() => run(...everyMinute, ...tasks))
  }, MINUTE_MS).unref()
  return async () => {
    stopping.abort()
    clearInterval(timer)
    await running
  }
}

const hourIn = (timeZone: string, now: Date): number =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now))
