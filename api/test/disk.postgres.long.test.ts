import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import { startCluster, type Cluster } from '../testing/cluster'
import { demoFolder } from '../testing/demo'
import { failingDisk, smallDisk } from '../testing/disk'
import { databaseOf, urlOf } from '../testing/engine'
import { get, waitUntilReady } from '../testing/http'
import { acknowledged, startLoadWithOneChange, type Load } from '../testing/load'
import { startProcesses } from '../testing/server'
import { sqlAt } from '../testing/sql'

/** Needs Linux and root. The database's disk fills up or fails, and recovers. */
const CANNOT_STORE =
  'El servidor no puede guardar cambios en este momento. No se ha cambiado nada: puedes repetirlo más tarde.'
const NO_SPACE = 'La base de datos se ha quedado sin espacio en disco: hay cambios que no se guardan'
const WRITERS = 4
/** A failing disk keeps what was written to it, but not what the system still buffers. */
const SAFE = { fsync: 'on', full_page_writes: 'on', max_wal_size: '64MB' }

let cluster: Cluster | undefined
let stopApi: (() => Promise<unknown>) | undefined
let load: Load | undefined
afterEach(async () => {
  await load?.stop()
  await stopApi?.()
  await cluster?.stop()
})

async function startOn(parent: string) {
  cluster = await startCluster(globalThis.postgresPrograms, { parent, options: SAFE })
  process.env['TEST_POSTGRES'] = cluster.url
  const folder = await demoFolder()
  const api = await startProcesses({ DATA_DIR: folder }, 2)
  stopApi = () => api.stop()
  let ended = false
  void api.ended.then(() => (ended = true))
  const { token, change, changes, readMachines, expectEachOnce } = await startLoadWithOneChange(
    api.url,
    WRITERS,
  )
  load = changes
  const expectAllOnce = async (): Promise<void> => {
    await acknowledged(changes, 20)
    await changes.stop()
    expect(changes.problems).toEqual([])
    expect([(await change()).status, (await change()).status]).toEqual([200, 200])
    expectEachOnce(folder, await readMachines())
    await waitUntilReady(api.url)
    expect(ended).toBe(false)
  }
  return { cluster, folder, api, token, change, changes, expectAllOnce }
}

test('while the disk is full, changes return 503 and are not made, and reads work; once there is space, changes work again', async () => {
  const disk = smallDisk(800)
  const { api, change, changes, token, expectAllOnce } = await startOn(disk.folder)
  disk.fill(0)
  while ((changes.statuses.get(503) ?? 0) < 20 && changes.problems.length === 0) await sleep(20)
  expect(await change()).toMatchObject({ status: 503, body: { message: CANNOT_STORE } })
  expect(await get(`${api.url}/readyz`)).toMatchObject({ status: 200, body: { warnings: [NO_SPACE] } })
  expect((await get(`${api.url}/api/Users/current`, token)).status).toBe(200)
  disk.makeRoom()
  await expectAllOnce()
  expect(api.stderr()).toContain('No space left on device')
})

test('calls return 503 after the database server has stopped for lack of log space, until it is restarted', async () => {
  const disk = smallDisk(800)
  const { api, cluster, folder, change, expectAllOnce } = await startOn(disk.folder)
  disk.fill(0)
  while ((await get(`${api.url}/readyz`)).status === 200) {
    try {
      sqlAt(urlOf(databaseOf(folder)), 'select pg_switch_wal()')
    } catch {
      // the database server has stopped
    }
  }
  expect(await change()).toMatchObject({ status: 503 })
  disk.makeRoom()
  await cluster.restart()
  await expectAllOnce()
})

test('calls return 503 while the disk fails, until it is repaired and the database server is restarted', async () => {
  const disk = failingDisk(800)
  const { api, cluster, change, expectAllOnce } = await startOn(disk.folder)
  disk.fail()
  while ((await get(`${api.url}/readyz`)).status === 200) await sleep(200)
  expect(await change()).toMatchObject({ status: 503 })
  await cluster.end()
  disk.repair()
  await cluster.restart()
  await expectAllOnce()
})
