import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { localAddress } from '@console/shared-kernel/ports'
import type { CreditResponse, MachineResponse } from '@console/shared-kernel/schemas'
import { freePort, startCluster } from '../../api/testing/cluster'
import { call, get, tokenOf } from '../../api/testing/http'
import { ALWAYS, reportPath } from '../../api/testing/reports'
import { findPostgres } from '../../scripts/testing/findPrograms.mjs'
import { startNode, type Running } from '../../packages/emulator/src/processes'
import { listenOn, nginxProgram, writeServers } from '../testing/nginx'
import { withNginx, withSite } from '../testing/nginxSite'
import { WITH_ALL } from '../testing/test'

/* Two API processes on one PostgreSQL behind nginx, as docs/operate.md describes, restarted in turn under load. */

const API_FOLDER = fileURLToPath(new URL('../../api', import.meta.url))
const CLIENTS = 6
/** A user may have four reports under way on each listener. */
const REPORT_CLIENTS = 3
const ROUNDS = 3
const STOP_DELAY_S = 2

interface Ports {
  api: number
  reports: number
}

interface Process {
  restart: () => Promise<void>
  stop: () => Promise<void>
}

async function startProcess({ api, reports }: Ports, databaseUrl: string): Promise<Process> {
  const env = {
    PORT: String(api),
    EXTERNAL_PORT: String(reports),
    DATABASE_URL: databaseUrl,
    TOKEN_SECRET: 'what signs the tokens of every test server',
    TRUST_PROXY: '127.0.0.1',
    DEMO_DATA: 'true',
    RATE_LIMIT: '0',
    WRITE_LIMIT: '0',
    LOG_LEVEL: 'silent',
    STOP_DELAY: `${STOP_DELAY_S}s`,
  }
  const start = async (): Promise<Running> => {
    const running = startNode(['dist/main.js'], { cwd: API_FOLDER, env, readyLine: /^console-api ready/ })
    await running.ready
    return running
  }
  let current = await start()
  const stop = () => current.stop()
  const restart = async () => {
    await stop()
    current = await start()
  }
  return { restart, stop }
}

/** Makes calls until it is stopped. @returns the answers, by method and status */
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

async function restartsInTurn(program: string, postgres: string) {
  const cluster = await startCluster(postgres)
  const freePorts = async (): Promise<Ports> => ({ api: await freePort(), reports: await freePort() })
  const places = [await freePorts(), await freePorts()]
  const upstreams = (listener: keyof Ports) => places.map((ports) => `127.0.0.1:${ports[listener]}`)
  const processes: Process[] = []
  try {
    for (const ports of places) processes.push(await startProcess(ports, cluster.url))
    await withSite(async ({ folder, configure }) => {
      const ports = await freePorts()
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
    'two processes are restarted one after the other without a pause, and no call of many fails or is made twice',
    WITH_ALL,
    () => restartsInTurn(program, postgres),
  )
} else {
  console.warn('nginx or PostgreSQL is not installed: a restart of the API in turn is not tried.')
}
