import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from '@jest/globals'
import { temporaryFolder } from '../testing/cleanUp'
import { copyData } from '../testing/dump'
import { run, serversForEachTest } from '../testing/server'
import { sql } from '../testing/sql'

const start = serversForEachTest()
let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

const inZone = (zone: string) => ({ DATA_DIR: folder, TIME_ZONE: zone })
const seen = () =>
  sql<{ time_zone: string; fresh: boolean }>(
    folder,
    `select time_zone, seen_at > clock_timestamp() - interval '12 seconds' as fresh
      from server_processes order by time_zone`,
  )
const age = (seconds: number) =>
  sql(
    folder,
    `update server_processes set seen_at = clock_timestamp() - interval '${seconds} seconds' returning 1`,
  )

async function exitIn(zone: string) {
  const rejected = await run('main.js', inZone(zone))
  return [await rejected.ended, rejected.stderr()]
}
const rejection = (zone: string, other: string) => [
  1,
  expect.stringContaining(`TIME_ZONE is ${zone}, but another process on this database runs with ${other}`),
]

test('a process with another zone is rejected while any process with the first zone runs', async () => {
  const first = await start(inZone('Europe/Madrid'))
  await start(inZone('Europe/Madrid'))
  expect(await exitIn('America/Lima')).toEqual(rejection('America/Lima', 'Europe/Madrid'))
  expect(seen()).toHaveLength(2)
  await first.stop()
  expect(await exitIn('America/Lima')).toEqual(rejection('America/Lima', 'Europe/Madrid'))
})

test('a stopped process frees the zone at once, a killed one after 35 s', async () => {
  const stopped = await start(inZone('Europe/Madrid'))
  expect(await stopped.stop()).toBe(0)
  const killed = await start(inZone('America/Lima'))
  await killed.stop('SIGKILL')
  expect(await exitIn('Asia/Tokyo')).toEqual(rejection('Asia/Tokyo', 'America/Lima'))
  age(36)
  await start(inZone('Asia/Tokyo'))
  expect(seen()).toEqual([{ time_zone: 'Asia/Tokyo', fresh: true }])
})

test('a database restored from a dump of running processes may be served in another zone at once', async () => {
  await start(inZone('Europe/Madrid'))
  const restored = temporaryFolder()
  await copyData(folder, restored)
  await start({ DATA_DIR: restored, TIME_ZONE: 'America/Lima' })
})

test('a process that was killed before the clock was set back blocks no other', async () => {
  const killed = await start(inZone('America/Lima'))
  await killed.stop('SIGKILL')
  age(-3_600)
  await start(inZone('Asia/Tokyo'))
  expect(seen()).toEqual([{ time_zone: 'Asia/Tokyo', fresh: true }])
})

test('only one of two processes with different zones that start together runs', async () => {
  const zones = ['Europe/Madrid', 'America/Lima']
  const started = await Promise.allSettled(zones.map((zone) => start(inZone(zone))))
  expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a process renews its entry with its heartbeat, even after the entry was lost', async () => {
  await start(inZone('Europe/Madrid'))
  age(20)
  while (!seen()[0]?.fresh) await sleep(200)
  sql(folder, 'delete from server_processes returning 1')
  while (!seen()[0]?.fresh) await sleep(200)
})

test('a process stops if another zone took over while it was unreachable', async () => {
  const lost = await start(inZone('Europe/Madrid'))
  age(36)
  await start(inZone('America/Lima'))
  expect(await lost.ended).toBe(1)
  expect(lost.stderr()).toContain(
    'TIME_ZONE is Europe/Madrid, but another process on this database runs with America/Lima',
  )
  expect(seen()).toEqual([{ time_zone: 'America/Lima', fresh: true }])
})
