import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import { demoFolder } from '../testing/demo'
import { activityIds, named, openStream, placed, type Stream } from '../testing/events'
import { call, tokenOf } from '../testing/http'
import { meetPeople } from '../testing/people'
import { startProcesses, type Api } from '../testing/server'
import { sql } from '../testing/sql'

const WRITERS = 8
const READERS = 6
const SECONDS = 8

let apis: (Api | null)[] = []
afterEach(() => Promise.all(apis.map((api) => api?.stop())))

test('with eight writers, three processes, broken streams and a killed process, each activity row is sent once', async () => {
  const folder = await demoFolder()
  const start = () => startProcesses({ DATA_DIR: folder }, 1)
  apis = await Promise.all([start(), start(), start()])
  const alive = (turn: number): Api => {
    const running = apis.filter((api) => api !== null)
    return running[turn % running.length]!
  }
  const people = await meetPeople(alive(0).url)
  const manager = await people.create('distributor1', 5)
  const clients = await Promise.all(Array.from({ length: WRITERS }, async () => people.create(manager, 6)))
  const machines = await Promise.all(
    clients.map(async ({ userName }) => (await people.machinesOf(userName))[0]!.idMachine),
  )
  let stopped = false
  /** What each reader has received over all of its streams. */
  const readers = await Promise.all(
    Array.from({ length: READERS }, async (_, index) => {
      // a session may have only two streams
      const token = await tokenOf(alive(0).url, manager.userName)
      const first = await openStream(alive(index).url, token)
      await first.waitFor(named('start'))
      const events = { all: [] as Stream['events'], stream: first }
      const go = async (): Promise<void> => {
        for (let turn = index; ; turn += 1) {
          // some are closed by the client, some last until their process ends
          if (index % 2 === 0 && !stopped) setTimeout(events.stream.close, 200 + Math.random() * 600)
          await events.stream.ended
          events.all.push(...placed(events.stream.events))
          if (stopped) return
          for (const lastId = events.stream.lastId(); ; await sleep(50)) {
            const next = await openStream(alive(turn).url, token, lastId).catch(() => null)
            if (next?.status !== 200) continue
            events.stream = next
            break
          }
        }
      }
      return { events, done: go() }
    }),
  )
  const begun = sql<{ id: number }>(folder, `select max(id)::int as id from audit`)[0]!.id

  const deadline = performance.now() + SECONDS * 1000
  const writers = machines.map(async (machine, writer) => {
    for (let turn = 0; performance.now() < deadline; turn += 1) {
      const row = `PUT /api/Machines/${machines[(writer + turn) % machines.length] ?? machine}/credit`
      const body = { amount: turn }
      await call(alive(turn + writer).url, row, { token: people.master, body }).catch(() => undefined)
    }
  })
  await sleep((SECONDS * 1000) / 3)
  const killed = apis[0]!
  apis[0] = null
  killed.process.kill('SIGKILL')
  await sleep((SECONDS * 1000) / 3)
  apis[0] = await start()
  await Promise.all(writers)

  const expected = sql<{ id: number }>(
    folder,
    `select id::int as id from audit where id > ${begun} and action = 'machine.credit' order by id`,
  ).map(({ id }) => id)
  expect(expected.length).toBeGreaterThan(WRITERS * SECONDS)
  const last = expected.at(-1)!
  const has = ({ events: { all, stream } }: (typeof readers)[number]) =>
    activityIds([...all, ...stream.events]).includes(last)
  while (!readers.every(has)) await sleep(50)
  await sleep(500)
  stopped = true
  for (const { events } of readers) events.stream.close()
  for (const { events, done } of readers) {
    await done
    const ids = activityIds(events.all.filter(({ data }) => data['kind'] === 'machine.credit'))
    expect(ids.sort((a, b) => a - b)).toEqual(expected)
    expect(events.all.filter(named('again'))).toEqual([])
  }
}, 120_000)
