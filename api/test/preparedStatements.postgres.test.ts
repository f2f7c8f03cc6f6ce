import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { demoFolder } from './support/demo'
import { get, tokenOf } from './support/http'
import { startApi } from './support/server'
import { sql } from './support/sql'

/** Longer than a session is cached. */
const SESSION_CACHE_MS = 1_100

test('after a migration changes the type of a column, statements are prepared again', async () => {
  const folder = await demoFolder()
  const api = await startApi({ DATA_DIR: folder })
  const token = await tokenOf(api.url, 'master')
  const statusOf = async () => (await get(`${api.url}/api/Users/current`, token)).status
  expect(await statusOf()).toBe(200)
  await sleep(SESSION_CACHE_MS)
  // prepared at the second use
  expect(await statusOf()).toBe(200)
  sql(folder, 'alter table sessions alter column expires_at type timestamptz(3)')
  await sleep(SESSION_CACHE_MS)
  // the connection that had prepared it is replaced
  expect(await statusOf()).toBe(503)
  expect(await statusOf()).toBe(200)
  await api.stop()
})
