import { sql } from 'kysely'
import type { Db } from '../db/schema'
import type { StoredFacts } from '../metrics/metrics'
import { lastRolledUp } from './reports/runningTotals'

/** Many scrapers must not load the database. */
const KEPT_MS = 10_000

/** @returns null while the database does not answer */
export function createStoredFacts(db: Db): () => Promise<StoredFacts | null> {
  let kept: { facts: Promise<StoredFacts | null>; until: number } | null = null
  return () => {
    const now = performance.now()
    if (!kept || now >= kept.until) kept = { facts: read(db).catch(() => null), until: now + KEPT_MS }
    return kept.facts
  }
}

async function read(db: Db): Promise<StoredFacts> {
  const { rows } = await sql<StoredFacts>`
    select (select count(*) from sessions where expires_at > now()) as sessions,
      ${lastRolledUp} as "rolledUpUntil"`.execute(db)
  return rows[0]!
}
