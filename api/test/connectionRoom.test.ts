import { expect, test } from '@jest/globals'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { missingConnections, connectionWarnings } from '../src/services/warnings'
import { withDatabase } from '../testing/database'

/** More than any database accepts. */
const CONNECTIONS = 1_000_000

let db: Db
withDatabase((empty) => (db = empty))

const addProcess = (secondsAgo: number) =>
  sql`insert into server_processes (id, time_zone, seen_at)
    values (gen_random_uuid(), 'Europe/Madrid', now() - ${secondsAgo} * interval '1 second')`.execute(db)

test('live processes are counted, and killed ones are not', async () => {
  expect(await missingConnections(db, CONNECTIONS)).toBeNull()
  await addProcess(3_600)
  expect(await missingConnections(db, CONNECTIONS)).toBeNull()
  await addProcess(0)
  const missing = await missingConnections(db, CONNECTIONS)
  expect(missing?.accepted).toBeGreaterThan(0)
  await addProcess(0)
  expect((await missingConnections(db, CONNECTIONS))?.needed).toBe(2 * (missing?.needed ?? NaN))
  expect(await missingConnections(db, 5)).toBeNull()
})

test('a shortage is logged once, and so is its end; a new one is logged again', () => {
  const warnings = new Set(['another'])
  const lines: string[] = []
  const log = {
    info: () => lines.push('room'),
    warn: ({ needed }: { needed: number }) => lines.push(`missing ${needed}`),
  }
  const warn = connectionWarnings(warnings, log as unknown as FastifyBaseLogger)
  const steps = [null, 30, 30, 45, null, 45].map((needed) => {
    warn(needed === null ? null : { accepted: 20, needed })
    return [...warnings].map((text) => /abrir (\d+)/.exec(text)?.[1] ?? text).join(' ')
  })
  expect(steps).toEqual(['another', 'another 30', 'another 30', 'another 45', 'another', 'another 45'])
  expect(lines).toEqual(['missing 30', 'missing 45', 'room', 'missing 45'])
})
