import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { localAddress } from '@console/shared-kernel/ports'
import { freePort, startCluster } from '../../api/testing/cluster'
import { commitGate, type CommitGate } from '../../api/testing/commitGate'
import { allUsers, tokenOf } from '../../api/testing/http'
import { findPostgres } from '../../scripts/testing/findPrograms.mjs'
import { root } from '../../scripts/lib/paths'
import type { Running } from '../../packages/emulator/src/processes'
import { IN_MEMORY, startApi } from '../../scripts/lib/servers'
import { stackPorts } from '../testing/addresses'
import { listenOn, nginxProgram, writeServers } from '../testing/nginx'
import { withNginx, withSite } from '../testing/nginxSite'
import {
  auditProblems,
  startWriteLoad,
  type AuditedWrite,
  type TimedCall,
  type WriteLoad,
} from '../testing/writeLoad'
import { WITH_ALL } from '../testing/test'

/* Two API processes behind nginx, under load: no write is made twice, whatever happens to a process. */

const CLIENTS = { writers: 12, readers: 4 }
const READ_TIMEOUT_S = 5
const WRITE_TIMEOUT_S = 20
const FAIL_TIMEOUT_S = 10
/** Tolerance for a busy machine. */
const LATE_S = 1.5

async function startProcess(DATABASE_URL: string, port: number, external: number): Promise<Running> {
  const api = startApi(
    { ...stackPorts, api: port, external },
    {
      ...IN_MEMORY,
      DATABASE_URL,
      TOKEN_SECRET: 'a secret that two processes share',
    },
  )
  await api.ready
  return api
}

/** Two processes with their own PostgreSQL, behind nginx. */
interface TwoProcesses {
  url: string
  databaseUrl: string
  gate: CommitGate
  processes: [Running, Running]
  /** Restarts the first process after it has ended. */
  startFirst: () => Promise<Running>
}

const withProcesses = (nginx: string, programs: string, callback: (behind: TwoProcesses) => Promise<void>) =>
  withSite(async ({ folder, configure }) => {
    const closing: (() => Promise<void>)[] = []
    try {
      const cluster = await startCluster(programs)
      closing.unshift(cluster.stop)
      const ports = await Promise.all(Array.from({ length: 5 }, freePort))
      const [port, ...others] = ports as [number, number, number, number, number]
      const start = async (api: number, external: number) => {
        const server = await startProcess(cluster.url, api, external)
        closing.unshift(() => server.stop('SIGKILL'))
        return server
      }
      const first = await start(others[0], others[1])
      const second = await start(others[2], others[3])
      const gate = await commitGate(cluster.url)
      closing.unshift(gate.end)
      writeServers(folder, 'console-staging', { api: listenOn(port) })
      await configure({ apiUpstreams: [others[0], others[2]].map((api) => `127.0.0.1:${api}`) })
      const behind: TwoProcesses = {
        url: localAddress(port),
        databaseUrl: cluster.url,
        gate,
        processes: [first, second],
        startFirst: () => start(others[0], others[1]),
      }
      await withNginx(nginx, folder, port, () => callback(behind))
    } finally {
      for (const close of closing) await close()
    }
  })

async function load({ url }: TwoProcesses): Promise<WriteLoad> {
  const users = await allUsers(url)
  const client = users.find(({ userName }) => userName === 'client1')
  return startWriteLoad(url, await tokenOf(url, 'master'), client!.userId, CLIENTS)
}

async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(50)
}

const secondsOf = ({ began, ended }: TimedCall): number => (ended - began) / 1000
const slowestOf = (calls: readonly TimedCall[]): number => Math.max(0, ...calls.map(secondsOf))
const failedOf = (calls: readonly TimedCall[]) => calls.filter(({ status }) => status !== 200)

function audited(databaseUrl: string): AuditedWrite[] {
  const statement = `select subject_machine_id as machine, request_id as request from audit
    where action in ('machine.credit', 'machine.block', 'machine.unblock') order by id`
  const script = join(root, 'api', 'testing', 'runSql.mjs')
  const options = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const
  return JSON.parse(
    execFileSync(process.execPath, [script, databaseUrl, statement], options),
  ) as AuditedWrite[]
}

/** More than the connections one process has for short calls, so that both processes hold commits. */
const HELD = 7

/**
 * Causes a fault at the worst moment, while commits are in progress in both processes. Those of the lost
 * process succeed without a response, and any that is sent again would be made twice.
 * @returns the time of the fault
 */
async function duringCommits(gate: CommitGate, fault: () => Promise<void>): Promise<number> {
  await gate.close()
  try {
    await gate.held(HELD)
    const at = performance.now()
    await fault()
    return at
  } finally {
    await gate.open()
  }
}

async function expectKillTolerated(behind: TwoProcesses, under: WriteLoad, writes: number): Promise<void> {
  await waitFor(() => under.writes() >= writes / 2)
  const before = slowestOf(under.calls)
  const [{ process: child, ended: exited }] = behind.processes
  const killed = await duringCommits(behind.gate, async () => {
    child.kill('SIGKILL')
    await exited
  })
  await waitFor(() => under.writes() >= writes && performance.now() > killed + (LATE_S + 1) * 1000)
  const during = under.calls.filter(({ ended }) => ended > killed)
  const later = during.filter(({ began }) => began > killed + LATE_S * 1000)
  console.log(
    `killed: before at most ${before.toFixed(2)} s, then ${slowestOf(during).toFixed(2)} s; failed ${failedOf(during).length}`,
  )
  expect(slowestOf(during)).toBeLessThan(before + READ_TIMEOUT_S - LATE_S)
  expect(later.length).toBeGreaterThan(0)
  expect(failedOf(later)).toEqual([])
  expect(failedOf(during.filter(({ kind }) => kind === 'read'))).toEqual([])
  expect(failedOf(during).length).toBeLessThanOrEqual(CLIENTS.writers)
}

async function expectStopTolerated(
  { processes: [, second], gate }: TwoProcesses,
  under: WriteLoad,
): Promise<void> {
  const stopped = await duringCommits(gate, async () => void second.process.kill('SIGSTOP'))
  const at = (seconds: number) => stopped + seconds * 1000
  await waitFor(() => performance.now() > at(WRITE_TIMEOUT_S + READ_TIMEOUT_S))
  second.process.kill('SIGCONT')
  const during = under.calls.filter(({ ended }) => ended > stopped)
  const reads = during.filter(({ kind }) => kind === 'read')
  const writes = during.filter(({ kind }) => kind === 'write')
  // nginx notices when the first read times out; after fail_timeout one request tries the process again
  const knows = during.filter(
    ({ began }) =>
      began > at(READ_TIMEOUT_S + LATE_S) && began < at(READ_TIMEOUT_S + FAIL_TIMEOUT_S - LATE_S),
  )
  console.log(
    `stopped: reads at most ${slowestOf(reads).toFixed(2)} s, writes ${slowestOf(writes).toFixed(2)} s, ` +
      `${knows.length} later ones ${slowestOf(knows).toFixed(2)} s; unknown ${failedOf(writes).length}`,
  )
  expect(failedOf(reads)).toEqual([])
  expect(slowestOf(reads)).toBeLessThan(2 * READ_TIMEOUT_S)
  expect(slowestOf(writes)).toBeLessThan(WRITE_TIMEOUT_S + READ_TIMEOUT_S)
  // writes in progress in the stopped process end with the write timeout
  expect(new Set(failedOf(writes).map(({ status }) => status))).toEqual(new Set([504]))
  expect(knows.length).toBeGreaterThan(0)
  expect(failedOf(knows)).toEqual([])
  // none was sent to the stopped process, which would have taken the whole read timeout
  expect(slowestOf(knows)).toBeLessThan(READ_TIMEOUT_S - LATE_S)
}

async function eachMadeOnce({ databaseUrl }: TwoProcesses, under: WriteLoad, writes: number): Promise<void> {
  await waitFor(() => under.writes() >= writes)
  await under.stop()
  // a process that was stopped still handles the requests in its sockets
  await pause(2000)
  const unknown = under.machines.filter(({ isUnknown }) => isUnknown).length
  console.log(`${under.writes()} writes, ${unknown} of them unknown`)
  expect(auditProblems(under.machines, audited(databaseUrl))).toEqual([])
  expect(unknown).toBeGreaterThan(0)
}

const postgres = findPostgres()

if (nginxProgram && postgres) {
  const [nginx, programs] = [nginxProgram, postgres]

  test(
    'of 200 writes to two processes, one of which is killed, each is made once or reported as unknown',
    WITH_ALL,
    () => {
      test.setTimeout(120_000)
      return withProcesses(nginx, programs, async (behind) => {
        const under = await load(behind)
        await expectKillTolerated(behind, under, 200)
        await eachMadeOnce(behind, under, 200)
      })
    },
  )

  test(
    'of 2,000 writes to two processes, one killed and one stopped, each is made once or reported as unknown',
    WITH_ALL,
    () => {
      test.setTimeout(300_000)
      return withProcesses(nginx, programs, async (behind) => {
        const under = await load(behind)
        await expectKillTolerated(behind, under, 1000)
        await behind.startFirst()
        await pause(FAIL_TIMEOUT_S * 1000 + LATE_S * 1000)
        await expectStopTolerated(behind, under)
        await eachMadeOnce(behind, under, 2000)
      })
    },
  )
} else {
  console.warn('Writes to two processes of the API are not tested: that needs nginx and PostgreSQL.')
}
