import { setTimeout as pause } from 'node:timers/promises'
import type { MachineResponse } from '@console/shared-kernel/schemas'
import { call } from '../../api/testing/http'

/** Every write to one machine, in order. After a write whose outcome is unknown, the machine gets no more. */
interface MachineLog {
  id: string
  /** The ids of the successful requests, which the audit must contain. */
  made: string[]
  isUnknown: boolean
}

export interface TimedCall {
  kind: 'read' | 'write'
  /** 0 if the connection broke. */
  status: number
  /** Milliseconds, as returned by `performance.now()`. */
  began: number
  ended: number
}

export interface WriteLoad {
  calls: TimedCall[]
  machines: MachineLog[]
  /** Writes so far that succeeded or have an unknown outcome. */
  writes: () => number
  stop: () => Promise<void>
}

const PAUSE_MS = 20

/**
 * Starts clients that block and unblock machines and change their credit, and clients that read. Writes have
 * no Idempotency-Key, so a write that arrives twice is made twice.
 * @param owner the user who owns the machines; more are created when they run out
 */
export function startWriteLoad(
  url: string,
  token: string,
  owner: number,
  { writers, readers }: { writers: number; readers: number },
): WriteLoad {
  let stopped = false
  let cents = 0
  const calls: TimedCall[] = []
  const machines: MachineLog[] = []

  async function ask(kind: TimedCall['kind'], row: string, body?: object) {
    const began = performance.now()
    const answer = await call<unknown>(url, row, { token, body }).catch(() => null)
    calls.push({ kind, status: answer?.status ?? 0, began, ended: performance.now() })
    await pause(PAUSE_MS)
    return answer
  }

  async function newMachine(): Promise<MachineLog> {
    // during a fault, this outcome may also be unknown: then another machine is created
    for (;;) {
      const answer = await call<MachineResponse>(url, `POST /api/machines/auto-create/${owner}`, {
        token,
      }).catch(() => null)
      if (answer?.status === 201) {
        const log = { id: answer.body.idMachine, made: [], isUnknown: false }
        machines.push(log)
        return log
      }
      await pause(PAUSE_MS)
    }
  }

  async function write(): Promise<void> {
    let machine = await newMachine()
    for (let turn = 0; !stopped; turn += 1) {
      const path = `PUT /api/Machines/${machine.id}`
      const answer = await (turn % 2
        ? ask('write', `${path}/credit`, { amount: (cents += 1) / 100 })
        : ask('write', `${path}/toggle-block`, {}))
      if (answer?.status === 200) machine.made.push(answer.headers.get('x-request-id') ?? '')
      else if (answer === null || answer.status === 502 || answer.status === 504) {
        machine.isUnknown = true
        machine = await newMachine()
      }
    }
  }

  async function read(): Promise<void> {
    while (!stopped) await ask('read', 'GET /api/Users/current')
  }

  const clients = [...Array.from({ length: writers }, write), ...Array.from({ length: readers }, read)]
  return {
    calls,
    machines,
    writes: () => machines.reduce((sum, { made, isUnknown }) => sum + made.length + Number(isUnknown), 0),
    stop: async () => {
      stopped = true
      await Promise.all(clients)
    },
  }
}

export interface AuditedWrite {
  machine: string
  request: string
}

/** Describes the writes that are missing from the audit or should not be in it. */
export function auditProblems(machines: readonly MachineLog[], audited: readonly AuditedWrite[]): string[] {
  return machines.flatMap(({ id, made, isUnknown }) => {
    const found = audited.filter(({ machine }) => machine === id).map(({ request }) => request)
    const lost = made.filter((request) => !found.includes(request))
    const others = found.filter((request) => !made.includes(request))
    return [
      ...lost.map((request) => `${id}: ${request} was answered, and is not in the audit`),
      ...(others.length > Number(isUnknown)
        ? [`${id}: ${others.length} writes more than answered, ${isUnknown ? 'one' : 'none'} unknown`]
        : []),
      // made before an answered write, so it cannot be the last one, whose outcome is unknown
      ...others
        .filter((request) => found.indexOf(request) < made.length)
        .map((request) => `${id}: ${request} came in between, a second time`),
    ]
  })
}
