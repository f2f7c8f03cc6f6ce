import { afterEach, expect, jest, test } from '@jest/globals'
import type { FastifyBaseLogger } from 'fastify'
import { spaceWarnings } from '../src/services/warnings'
import { demoFolder } from '../testing/demo'
import { get, login, waitUntilReady } from '../testing/http'
import { READY, sample, scrape } from '../testing/metrics'
import { startApi, type Api } from '../testing/server'
import { sql } from '../testing/sql'

const NO_SPACE = 'La base de datos se ha quedado sin espacio en disco: hay cambios que no se guardan'

let api: Api | undefined
afterEach(async () => {
  jest.useRealTimers()
  await api?.stop()
})

test('a write that fails for lack of space causes a warning in /readyz and sets a metric', async () => {
  const folder = await demoFolder()
  // fails as on a full disk; disk.postgres.long tests a real one
  sql(
    folder,
    `create function find_no_space() returns trigger language plpgsql as $$ begin
      if new.user_id = (select user_id from users where user_name = 'client1') then
        raise 'could not extend file: No space left on device' using errcode = '53100';
      end if;
      return new;
    end $$`,
    'create trigger no_space before insert on sessions for each row execute function find_no_space()',
  )
  api = await startApi({ DATA_DIR: folder, METRICS_PORT: '0' })
  const state = async () => ({
    ready: (await get(`${api!.url}/readyz`)).body,
    metric: sample(await scrape(api!), 'console_api_disk_full'),
  })
  await waitUntilReady(api.url)
  expect((await login(api.url, 'master')).status).toBe(200)
  expect(await state()).toEqual({ ready: READY, metric: 0 })
  for (let time = 0; time < 2; time += 1) expect((await login(api.url, 'client1')).status).toBe(503)
  expect(await state()).toEqual({ ready: { ...READY, warnings: [NO_SPACE] }, metric: 1 })
  // other writes still find room
  expect((await login(api.url, 'master')).status).toBe(200)
  expect((await state()).metric).toBe(1)
  expect(api.stderr().match(/the disk of the database is full/g)).toHaveLength(1)
})

test('the warning lasts for a minute after the last failed write', () => {
  jest.useFakeTimers()
  const warnings = new Set(['another'])
  const lines: string[] = []
  const log = {
    info: () => lines.push('room'),
    error: ({ reason }: { reason: string }) => lines.push(reason),
  }
  const warn = spaceWarnings(warnings, log as unknown as FastifyBaseLogger)
  const shownAfter = (ms: number) => {
    jest.advanceTimersByTime(ms)
    return warnings.has(NO_SPACE)
  }
  warn('first')
  expect(shownAfter(59_000)).toBe(true)
  warn('second')
  expect(shownAfter(59_999)).toBe(true)
  expect(shownAfter(1)).toBe(false)
  warn('third')
  expect(shownAfter(0)).toBe(true)
  expect(shownAfter(60_000)).toBe(false)
  expect(lines).toEqual(['first', 'room', 'third', 'room'])
  expect([...warnings]).toEqual(['another'])
})
