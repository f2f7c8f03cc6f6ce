import { randomUUID } from 'node:crypto'
import { expect } from '@jest/globals'
import type { CreditResponse, MachineResponse } from '@console/shared-kernel/schemas'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, type Answer } from './http'
import { auditOf, meetPeople } from './people'
import { ALWAYS, reportPath } from './reports'

/** An answer must come; how fast is not measured here. */
const GIVE_UP_MS = 20_000

/** A credit change that was answered with 200. */
interface Acknowledged {
  machineId: string
  cents: number
  version: number
}

export interface Load {
  acknowledged: Acknowledged[]
  /** How many answers had each status. */
  statuses: Map<number, number>
  /**
   * 503 without Retry-After, unexpected statuses, and broken connections; the first problem ends the load.
   */
  problems: string[]
  /** Resolves when every client has had its last answer. */
  stop(): Promise<void>
}

interface Place {
  url: string
  token: string
  machines: readonly MachineResponse[]
}

/** The statuses that a call may have. A read has no unknown outcome. */
const EXPECTED = { GET: [200, 503], PUT: [200, 409, 503, 504] }
const READS = ['GET /api/Users/current', 'GET /api/Games', `GET ${reportPath('internal', ALWAYS)}`]

/**
 * Clients that read, and clients that change credits as the console does: with a version and a key, and with
 * retries until there is an answer.
 */
export function startLoad({ url, token, machines }: Place, writers: number): Load {
  let stopped = false
  let lastCents = 0
  const acknowledged: Acknowledged[] = []
  const statuses = new Map<number, number>()
  const problems: string[] = []
  const problem = (what: string): void => {
    stopped = true
    problems.push(what)
  }

  async function ask<T>(row: string, options: object = {}): Promise<Answer<T> | null> {
    try {
      const answer = await call<T>(url, row, { token, timeoutMs: GIVE_UP_MS, ...options })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const expected = EXPECTED[row.startsWith('GET') ? 'GET' : 'PUT']
      if (!expected.includes(answer.status)) problem(`${row}: ${answer.status} ${answer.text}`)
      if (answer.status === 503 && !answer.headers.has('retry-after')) problem(`${row}: no Retry-After`)
      return answer
    } catch (error) {
      problem(`${row}: ${String(error)} ${String((error as Error).cause)}`)
      return null
    }
  }

  async function read(index: number): Promise<void> {
    while (!stopped) await ask(READS[index % READS.length] ?? '')
  }

  async function write({ idMachine: machineId, creditVersion }: MachineResponse): Promise<void> {
    let version = Number(creditVersion)
    while (!stopped) {
      // no two amounts are the same, so that a change that was made twice is noticed
      const cents = (lastCents += 1)
      const headers = { 'if-match': String(version), 'idempotency-key': randomUUID() }
      const body = { amount: cents / 100 }
      let answer: Answer<CreditResponse> | null
      do answer = await ask(`PUT /api/Machines/${machineId}/credit`, { body, headers })
      while (!stopped && answer !== null && answer.status >= 500)
      if (answer?.status === 200) {
        version = Number(answer.body.creditVersion)
        acknowledged.push({ machineId, cents, version })
      }
      if (answer?.status === 409) {
        version = Number((answer.body as unknown as { current: CreditResponse }).current.creditVersion)
      }
    }
  }

  const clients = [
    ...Array.from({ length: writers }, (_, index) => write(machines[index % machines.length]!)),
    ...READS.map((_, index) => read(index)),
  ]
  return {
    acknowledged,
    statuses,
    problems,
    stop: async () => {
      stopped = true
      await Promise.all(clients)
    },
  }
}

/**
 * Expects every acknowledged change to be in the audit once, versions to have no gaps, and the credit to be
 * that of the last change.
 * @param folder of a server that is stopped, or of any server on PostgreSQL
 * @param now all machines, as the server lists them
 */
export function expectEachChangeOnce(
  folder: string,
  now: readonly MachineResponse[],
  machines: readonly MachineResponse[],
  load: Load,
): void {
  for (const { idMachine } of machines) {
    const changes = auditOf(folder, `machine ${idMachine}`).filter(
      ({ action }) => action === 'machine.credit',
    )
    const written = changes.map(({ after }) => [after?.['version'], after?.['creditCents']])
    expect(written.map(([version]) => version)).toEqual(changes.map((_, index) => index + 2))
    const cents = written.map(([, value]) => value)
    expect(new Set(cents).size).toBe(cents.length)
    const ofMachine = load.acknowledged.filter(({ machineId }) => machineId === idMachine)
    expect(written).toEqual(expect.arrayContaining(ofMachine.map(({ version, cents }) => [version, cents])))
    expect(now.find((machine) => machine.idMachine === idMachine)?.credit).toBe(Number(cents.at(-1)) / 100)
  }
}

/** Resolves when this many more changes are acknowledged, or at the first problem. */
export async function acknowledged(load: Load, more: number): Promise<void> {
  const enough = load.acknowledged.length + more
  while (load.acknowledged.length < enough && load.problems.length === 0) await sleep(20)
}

/** Clients that change credits of two machines, and a third machine that `change` alone changes, with one key. */
export async function startLoadWithOneChange(url: string, writers: number) {
  const { createClient, master: token } = await meetPeople(url)
  const machines = [(await createClient()).machine, (await createClient()).machine]
  const { machine: alone } = await createClient()
  const change = () =>
    call<CreditResponse>(url, `PUT /api/Machines/${alone.idMachine}/credit`, {
      token,
      body: { amount: 7 },
      headers: { 'idempotency-key': 'once' },
    })
  const changes = startLoad({ url, token, machines }, writers)
  await acknowledged(changes, 20)
  const readMachines = async () => (await call<MachineResponse[]>(url, 'GET /api/Machines', { token })).body
  const expectEachOnce = (folder: string, now: readonly MachineResponse[]): void => {
    expectEachChangeOnce(folder, now, machines, changes)
    expect(auditOf(folder, `machine ${alone.idMachine}`).map(({ action }) => action)).toEqual([
      'machine.create',
      'machine.credit',
    ])
  }
  return { token, change, changes, readMachines, expectEachOnce }
}
