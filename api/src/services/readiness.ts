import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/schema'

/** Many probes share one statement. */
const KEPT_MS = 1_000
const TIMEOUT_MS = 5_000
/** Shorter than nginx's read timeout. */
const START_TIMEOUT_MS = 4_000

/** The stages, in this order. */
const STAGES = {
  database: 'Esperando a la base de datos',
  migrations: 'Esperando las migraciones de la base de datos',
  totals: 'Esperando los totales de los días cerrados',
} as const
type Stage = keyof typeof STAGES

/** @param onFailure called if a probe's statement fails */
export function createReadiness(db: Db, onFailure: (error: unknown) => void = () => undefined) {
  let stage: Stage | null = 'database'
  let stopping = false
  let serve = (): void => undefined
  const serving = new Promise<void>((resolve) => (serve = resolve))
  const soon = Promise.race([serving, sleep(START_TIMEOUT_MS, undefined, { ref: false })])
  // reports are correct without totals, only slower
  const isServing = (): boolean => stage === null || stage === 'totals'
  let cached: { answer: Promise<boolean>; until: number } | null = null

  const ask = (): Promise<boolean> => {
    const check = { answer: Promise.resolve(false), until: Infinity }
    // sent again only when this one has ended: otherwise a frozen database would fill the pool with probes
    const answered = sql`select 1`.execute(db).then(
      () => true,
      (error: unknown) => {
        // the startup itself logs what it waits for
        if (isServing()) onFailure(error)
        return false
      },
    )
    void answered.then(() => (check.until = performance.now() + KEPT_MS))
    check.answer = Promise.race([answered, sleep(TIMEOUT_MS, false, { ref: false })])
    cached = check
    return check.answer
  }
  const answers = (): Promise<boolean> => (cached && performance.now() < cached.until ? cached.answer : ask())

  /** @returns text for people, or null when ready */
  async function notReadyReason(): Promise<string | null> {
    if (stopping) return 'El servidor se está deteniendo'
    if (stage) return STAGES[stage]
    return (await answers()) ? null : 'La base de datos no responde'
  }

  return {
    notReadyReason,
    waitFor: (next: Stage | null): void => {
      stage = next
      if (isServing()) serve()
    },
    /** Waits a few seconds for startup to finish, so that a restart rejects no calls. */
    isServingSoon: async (): Promise<boolean> => {
      if (!isServing()) await soon
      return isServing()
    },
    stop: () => void (stopping = true),
    isStopping: () => stopping,
  }
}

export type Readiness = ReturnType<typeof createReadiness>
