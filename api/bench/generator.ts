/**
 * Makes the operators' calls in a separate process: its CPU time counts toward neither the server nor the
 * bench.
 */
import { randomUUID } from 'node:crypto'
import { getPriority, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../src/demo/random'
import { drawKind, planCalls, type Kind } from './load'
import { call } from './measure'

export interface Operator {
  headers: Readonly<Record<string, string>>
  /** The ETag of the operator's copy of the list. */
  tag: string
}

export interface Work {
  /** Operators are distributed evenly among them. */
  servers: readonly { url: string; externalUrl: string }[]
  operators: readonly Operator[]
  /** Headers of users who may change the credit of these machines. */
  managers: readonly Readonly<Record<string, string>>[]
  machines: readonly string[]
  reportQuery: Readonly<Record<string, string>>
  seconds: number
  seed: string
  /**
   * Makes calls of these kinds one after another; null: each operator makes calls of all kinds on its own
   * schedule.
   */
  inTurn: readonly Kind[] | null
}

export interface CompletedCall {
  kind: Kind
  /** 0 if there was no answer. */
  status: number
  ms: number
}

export interface Result {
  calls: readonly CompletedCall[]
  /** CPU use of this process, as a fraction of one core. */
  cpu: number
  /** The longest delay in sending a call, in milliseconds. */
  latest: number
}

/** Above the servers' niceness: they get the CPU first. */
const NICER = 10
const NICEST = 19

async function run({ servers, operators, managers, machines, reportQuery, ...how }: Work): Promise<Result> {
  const random = randomFrom(how.seed)
  const tags = operators.map(({ tag }) => tag)
  const calls: CompletedCall[] = []

  async function make(kind: Kind, index: number): Promise<void> {
    const [server, operator] = [servers[index % servers.length], operators[index]]
    if (!server || !operator) throw new Error('No server or no operator')
    const { headers } = operator
    const made = {
      current: () => call(`${server.url}/api/Users/current`, { headers }),
      list: () =>
        call(`${server.url}/api/Users/all-hierarchy`, {
          headers: { ...headers, 'if-none-match': tags[index] ?? '' },
        }),
      report: () =>
        call(`${server.externalUrl}/api/external/query?${new URLSearchParams(reportQuery)}`, { headers }),
      credit: () =>
        call(`${server.url}/api/Machines/${machines[random.between(0, machines.length - 1)]}/credit`, {
          method: 'PUT',
          headers: {
            ...managers[index % managers.length],
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify({ amount: random.between(0, 100_000) / 100 }),
        }),
    }
    const start = performance.now()
    try {
      const { status, total, tag } = await made[kind]()
      if (kind === 'list' && tag) tags[index] = tag
      calls.push({ kind, status, ms: total })
    } catch {
      calls.push({ kind, status: 0, ms: performance.now() - start })
    }
  }

  const [start, cpuBefore] = [performance.now(), process.cpuUsage()]
  let latest = 0
  if (how.inTurn) {
    const end = start + how.seconds * 1000
    for (let turn = 0; performance.now() < end; turn += 1)
      await make(drawKind(random, how.inTurn), turn % operators.length)
  } else {
    const running: Promise<void>[] = []
    for (const { at, operator, kind } of planCalls(operators.length, how.seconds, how.seed)) {
      const wait = start + at - performance.now()
      if (wait > 0) await sleep(wait)
      latest = Math.max(latest, performance.now() - start - at)
      running.push(make(kind, operator))
    }
    await Promise.all(running)
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  return { calls, latest, cpu: (user + system) / 1000 / (performance.now() - start) }
}

setPriority(Math.min(NICEST, getPriority() + NICER))
process.once('message', (work: Work) => {
  void run(work).then((result) => process.send?.(result, () => process.disconnect()))
})
