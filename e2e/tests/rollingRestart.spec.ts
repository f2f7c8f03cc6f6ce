import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { localAddress } from '@console/shared-kernel/ports'
import type { CreditResponse, MachineResponse } from '@console/shared-kernel/schemas'
import { freePort, startCluster } from '../../api/testing/cluster'
import { named, openStream, placed, type Stream } from '../../api/testing/events'
import { call, get, tokenOf } from '../../api/testing/http'
import { ALWAYS, reportPath } from '../../api/testing/reports'
import { findPostgres } from '../../scripts/testing/findPrograms.mjs'
import { type ApiProcess, startApiProcess } from '../testing/apiProcesses'
import { listenOn, nginxProgram, writeServers } from '../testing/nginx'
import { withNginx, withSite } from '../testing/nginxSite'
import { WITH_ALL } from '../testing/test'

/* Two API processes on one PostgreSQL behind nginx, as docs/operate.md describes, restarted in turn under load. */

const CLIENTS = 6
/** A user may have four reports in progress on each listener. */
const REPORT_CLIENTS = 3
const ROUNDS = 3
const STOP_DELAY = '2s'

/** Makes calls until stopped. @returns the number of responses by method and status */
async function callUntilOver(
  url: string,
  token: string,
  machine: string,
  reads: readonly string[],
  state: { over: boolean },
) {
  const answers: Record<string, number> = {}
  const ask = async (method: string, address: string, body?: object): Promise<void> => {
    const headers = body && { 'idempotency-key': randomUUID() }
    const { status } = await call('', `${method} ${address}`, { token, body, ...(headers && { headers }) })
    const what = `${method} ${status}`
    answers[what] = (answers[what] ?? 0) + 1
  }
  for (let turn = 1; !state.over; turn += 1) {
    for (const address of reads) await ask('GET', address)
    await ask('PUT', `${url}/api/Machines/${machine}/credit`, { amount: turn })
    await ask('POST', `${url}/api/Games`, { name: randomUUID(), type: 'Slot', gameState: true })
  }
  return answers
}

/** Opens a new stream when one ends, as a page does, until it is over. @param streams receives each stream */
async function followUntilOver(url: string, token: string, streams: Stream[], state: { over: boolean }) {
  for (;;) {
    const last = streams.at(-1)
    await last?.ended
    if (state.over) return
    streams.push(await openStream(url, token, last?.lastId()))
  }
}

/** How many changes to a machine's credit the streams have sent. */
const creditsIn = (streams: readonly Stream[], idMachine: string): number =>
  streams
    .flatMap(({ events }) => placed(events))
    .filter(({ data }) => data['kind'] === 'machine.credit')
    .filter(({ data }) => (data['subject'] as { machineId?: string }).machineId === idMachine).length

async function restartsInTurn(program: string, postgres: string) {
  const cluster = await startCluster(postgres)
  const processes: ApiProcess[] = []
  const upstreams = (listener: 'api' | 'reports') =>
    processes.map(({ ports }) => `127.0.0.1:${ports[listener]}`)
  try {
    for (let number = 0; number < 2; number += 1)
      processes.push(await startApiProcess(cluster.url, { STOP_DELAY }))
    await withSite(async ({ folder, configure }) => {
      const ports = { api: await freePort(), reports: await freePort() }
      writeServers(folder, 'console-staging', {
        api: listenOn(ports.api, 'reuseport'),
        reports: listenOn(ports.reports, 'reuseport'),
      })
      await configure({ apiUpstreams: upstreams('api'), reportsUpstreams: upstreams('reports') })
      await withNginx(program, folder, ports.api, async () => {
        const url = localAddress(ports.api)
        const reports = [
          url + reportPath('internal', ALWAYS),
          localAddress(ports.reports) + reportPath('external', ALWAYS),
        ]
        const token = await tokenOf(url, 'master')
        const list = async () => (await get<MachineResponse[]>(`${url}/api/Machines`, token)).body
        const machines = (await list()).slice(0, CLIENTS)
        const streams = [await openStream(url, token)]
        await streams[0]?.waitFor(named('start'))
        const following = { over: false }
        let failure: unknown
        const followed = followUntilOver(url, token, streams, following).catch((error) => (failure = error))
        const state = { over: false }
        const clients = machines.map(({ idMachine }, index) => {
          const reads = [`${url}/api/Users/current`, `${url}/api/Users/all-hierarchy`]
          if (index < REPORT_CLIENTS) reads.push(...reports)
          return callUntilOver(url, token, idMachine, reads, state)
        })
        for (let round = 0; round < ROUNDS; round += 1) for (const one of processes) await one.restart()
        state.over = true
        const answers = await Promise.all(clients)
        const now = await list()
        answers.forEach((counts, index) => {
          expect(Object.keys(counts).sort()).toEqual(['GET 200', 'POST 201', 'PUT 200'])
          const { idMachine, creditVersion } = machines[index]!
          const after = now.find((one) => one.idMachine === idMachine) as CreditResponse | undefined
          expect(Number(after?.creditVersion) - Number(creditVersion)).toBe(counts['PUT 200'])
        })
        const sent = () => failure ?? machines.map(({ idMachine }) => creditsIn(streams, idMachine))
        await expect.poll(sent).toEqual(answers.map((counts) => counts['PUT 200']))
        following.over = true
        streams.at(-1)?.close()
        expect(await followed).toBeUndefined()
        expect(streams.length).toBeGreaterThan(ROUNDS)
        expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
      })
    })
  } finally {
    for (const one of processes) await one.stop()
    await cluster.stop()
  }
}

const postgres = findPostgres()
if (nginxProgram && postgres) {
  const program = nginxProgram
  test.describe.configure({ timeout: 180_000 })
  test(
    'while two processes are restarted in turn without a pause, no call fails or is made twice, and a stream continues',
    WITH_ALL,
    () => restartsInTurn(program, postgres),
  )
} else {
  console.warn('nginx or PostgreSQL is not installed: a restart of the API in turn is not tried.')
}
