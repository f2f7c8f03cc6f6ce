import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { machineList, userList, visibleTo } from '../src/services/lists'
import type { CompletedCall, Operator, Result, Work } from './generator'
import { judgeMax, KINDS, percentile, type Kind } from './load'
import { call, median, ms, printLine, reportQuery, signIn } from './measure'
import { copyOf, timeInPsql } from './psql'
import type { Server } from './server'

const LOADED_ROUNDS = 3
const MASTER = { userId: 1, level: 1, path: '' }
/** The kinds of work that do not wait for reports. Reports queue behind other reports. */
const INTERACTIVE: readonly Kind[] = ['current', 'list', 'credit']
/** Managers in order of level. Below the last one are the demo users, whose credits are changed. */
const MANAGERS = ['admin1', 'subadmin1', 'distributor1']
const CONCURRENT_SIGN_INS = 8
/** The memory bar applies only to this many machines or more. */
const MANY_MACHINES = 1_000_000
const MAX_MEMORY_MB = 400
const MAX_RATIO_TO_QUIET = 10
const MAX_RATIO_TO_COPY = 1.5

/** Whole lists, compressed, alternating with `copy (select ...) to stdout | gzip -1` of the same rows. */
export async function benchLists({ url }: Server, databaseUrl: string, rounds: number): Promise<void> {
  const headers = { ...(await signIn(url, 'master')), 'accept-encoding': 'gzip' }
  const lists = {
    Machines: await copyOf((transact) => machineList(transact, MASTER)),
    'Users/all-hierarchy': await copyOf((transact) => userList(transact, visibleTo(MASTER))),
  }
  for (const [path, copy] of Object.entries(lists)) {
    const [served, copied]: [number[], number[]] = [[], []]
    await call(`${url}/api/${path}`, { headers })
    for (let round = 0; round < rounds; round += 1) {
      served.push((await call(`${url}/api/${path}`, { headers })).total)
      copied.push(await timeInPsql(databaseUrl, [copy], '\\g |gzip -1 > /dev/null'))
    }
    const [apiMs, psql] = [median(served), median(copied)]
    printLine(
      `${path}, whole`,
      `${ms(apiMs)}  copy ${ms(psql)}  ${judgeMax(apiMs / psql, MAX_RATIO_TO_COPY)}`,
    )
  }
}

export type Calls = Pick<Work, 'operators' | 'managers' | 'machines' | 'reportQuery'>

interface ListedUser {
  userId: number
  userName: string
  level: number
  parentUserId: number | null
  isBlocked: boolean
  numeroMaquinas: number
}

const usersOf = async (url: string): Promise<ListedUser[]> => {
  const headers = await signIn(url, 'master')
  return JSON.parse((await call(`${url}/api/Users/all-hierarchy`, { headers }, true)).text) as ListedUser[]
}

/** Signs in this many users of levels 2 to 5, and reads each one's list. */
export async function prepareCalls({ url }: Server, count: number): Promise<Calls> {
  const users = await usersOf(url)
  const byId = new Map(users.map((user) => [user.userId, user]))
  const isBlocked = ({ isBlocked: own, parentUserId }: ListedUser): boolean => {
    const parent = byId.get(parentUserId ?? NaN)
    return own || (parent !== undefined && isBlocked(parent))
  }
  const eligible = users.filter((user) => user.level > 1 && user.level < 6 && !isBlocked(user))
  const step = Math.max(1, Math.floor(eligible.length / count))
  const chosen = eligible.filter((_, index) => index % step === 0).slice(0, count)
  const operators: Operator[] = []
  const remaining = chosen.values()
  const worker = async (): Promise<void> => {
    for (const { userName } of remaining) {
      const headers = await signIn(url, userName)
      operators.push({ headers, tag: (await call(`${url}/api/Users/all-hierarchy`, { headers })).tag })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_SIGN_INS }, worker))
  const managers = await Promise.all(MANAGERS.map((name) => signIn(url, name)))
  const lowest = managers.at(-1) ?? {}
  const machines = JSON.parse((await call(`${url}/api/Machines`, { headers: lowest }, true)).text) as {
    idMachine: string
  }[]
  return {
    operators,
    managers,
    machines: machines.map(({ idMachine }) => idMachine),
    reportQuery: reportQuery(7),
  }
}

/** Makes the calls in a separate process. */
async function generate(work: Work): Promise<Result> {
  const child = fork(join(import.meta.dirname, 'generator.ts'))
  const ended = once(child, 'exit').then(() => {
    throw new Error('The generator exited without a result')
  })
  child.send(work)
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [Result]
  return result
}

const isAnswer = ({ status }: CompletedCall): boolean => status === 200 || status === 304
const isError = (made: CompletedCall): boolean => !isAnswer(made) && made.status !== 503

const timesOf = (calls: readonly CompletedCall[], kind: Kind): number[] =>
  calls.filter((made) => made.kind === kind && isAnswer(made)).map((made) => made.ms)

/** All operators at once on these servers, compared with the same calls one after the other. */
export async function benchOperators(
  servers: readonly Server[],
  calls: Calls,
  seconds: number,
): Promise<void> {
  const addresses = servers.map(({ url, externalUrl }) => ({ url, externalUrl }))
  const work = { ...calls, servers: addresses, seconds }
  const quiet = await generate({ ...work, seed: 'quiet', inTurn: KINDS })
  const loaded: Result[] = []
  for (let round = 0; round < LOADED_ROUNDS; round += 1) {
    loaded.push(await generate({ ...work, seed: `operators ${round}`, inTurn: null }))
  }
  const { operators, machines } = calls
  printLine(
    `${operators.length} operators on ${servers.length} processes, credits of ${machines.length} machines`,
    '',
  )
  printAgainstBaseline(KINDS, quiet, loaded)
  const cpus = loaded.map(({ cpu }) => `${(cpu * 100).toFixed(0)} %`).join(', ')
  printLine('  generator CPU, as a share of one core', cpus)
  printLine('  sent late by at most', loaded.map(({ latest }) => ms(latest)).join(', '))
}

/** Prints each kind's p99 (the median of the runs) against its median without load, then the failed calls. */
function printAgainstBaseline(kinds: readonly Kind[], quiet: Result, loaded: readonly Result[]): void {
  for (const kind of kinds) {
    const before = median(timesOf(quiet.calls, kind))
    const p99 = median(loaded.map(({ calls }) => percentile(timesOf(calls, kind), 0.99)))
    const count = loaded.reduce((sum, { calls }) => sum + timesOf(calls, kind).length, 0)
    printLine(
      `  ${kind}, p99 (${count} calls, runs: ${loaded.length})`,
      `${ms(p99)}  quiet ${ms(before)}  ${judgeMax(p99 / before, MAX_RATIO_TO_QUIET)}`,
    )
  }
  const all = [quiet, ...loaded].flatMap(({ calls }) => calls)
  const errors = all.filter(isError)
  const busy = all.filter(({ status }) => status === 503).length
  const statuses = [...new Set(errors.map(({ kind, status }) => `${kind} ${status || 'no answer'}`))]
  printLine(
    '  errors other than 503',
    `${errors.length} ${statuses.join(', ')}  reached ${errors.length === 0 ? 'yes' : 'no'}`,
  )
  printLine('  503 answers, not included in the times above', `${busy} of ${all.length}`)
}

/** Interactive calls while twelve one-year reports run, and the memory of the process meanwhile. */
export async function benchDuringReports(server: Server, calls: Calls, seconds: number): Promise<void> {
  const { url, externalUrl } = server
  const work = { ...calls, servers: [{ url, externalUrl }], seconds, inTurn: INTERACTIVE }
  const quiet = await generate({ ...work, seed: 'quiet' })
  const reports = await startReports(server)
  await server.processStats()
  const underReports: Result[] = []
  for (let round = 0; round < LOADED_ROUNDS; round += 1) {
    underReports.push(await generate({ ...work, seed: `during reports ${round}` }))
  }
  const statuses = await reports.stop()
  const { resident } = await server.processStats()
  printLine(
    `during 12 one-year reports (${reports.machines} machines)`,
    [...statuses].map(([status, count]) => `${count} x ${status || 'cut off'}`).join(', '),
  )
  const failed = [...statuses.keys()].filter((status) => status !== 200 && status !== 503)
  printLine(
    '  error statuses other than 503 among them',
    `${failed.length}  reached ${failed.length === 0 ? 'yes' : 'no'}`,
  )
  printAgainstBaseline(INTERACTIVE, quiet, underReports)
  const megabytes = resident / 1e6
  const isJudged = reports.machines >= MANY_MACHINES
  const bar = isJudged ? `  ${judgeMax(megabytes / MAX_MEMORY_MB, 1, `${MAX_MEMORY_MB} MB`)}` : ''
  printLine('  resident memory of the process, at most', `${megabytes.toFixed(0)} MB${bar}`)
}

/**
 * Twelve at a time, each over a different year, because identical reports share one run. A user may have four
 * running on each listener: eight cover the whole tree, four the level 2 user with the most machines.
 */
async function startReports({ url, externalUrl }: Server) {
  const users = await usersOf(url)
  const machines = users.find(({ level }) => level === 1)?.numeroMaquinas ?? NaN
  const largest = users
    .filter(({ level, isBlocked }) => level === 2 && !isBlocked)
    .reduce((max, user) => (user.numeroMaquinas > max.numeroMaquinas ? user : max))
  const [master, other] = [await signIn(url, 'master'), await signIn(url, largest.userName)]
  const [inside, outside] = [`${url}/api/internal/query`, `${externalUrl}/api/external/query`]
  const reportCallers = [
    [inside, master],
    [outside, master],
    [outside, other],
  ] as const
  const statuses = new Map<number, number>()
  let stopped = false
  const workers = Array.from({ length: 12 }, async (_, index) => {
    const [path, headers] = reportCallers[index % reportCallers.length] ?? reportCallers[0]
    const report = `${path}?${new URLSearchParams(reportQuery(365, index + 1))}`
    while (!stopped) {
      const { status } = await call(report, { headers }).catch(() => ({ status: 0 }))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  const stop = async (): Promise<ReadonlyMap<number, number>> => {
    stopped = true
    await Promise.all(workers)
    return statuses
  }
  return { machines, stop }
}
