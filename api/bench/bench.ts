import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { externalReportQuery } from '@console/shared-kernel/schemas'
import { CommandError, explanationOf, UsageError } from '@console/shared-kernel/command'
import { age } from './age'
import { benchActivitySearch, benchOverview, benchRules } from './attention'
import { benchDuringReports, benchLists, benchOperators, type Calls, prepareCalls } from './bars'
import { judgeMin } from './load'
import { call, median, ms, perSecond, printLine, reportQuery, signIn, TIME_ZONE, type Timed } from './measure'
import { isEmpty, statementsOf, timeInPsql } from './psql'
import { readOptions, SCALES, type Options, USAGE } from './scales'
import { benchStreams } from './streams'
import { API_FOLDER, runCommand, startServer, type Environment, type Server } from './server'

const PERIODS = { 'a day': 1, 'a month': 30, 'a year': 365 }
const MASTER = { userId: 1, level: 1, path: '' }
const TRENDS_PER_ROUND = 20
/** Calls of `current` per second. */
const CURRENT_BAR = { embedded: 1_000, postgres: 3_000 }

/** Prints medians. On PostgreSQL, the runs alternate with the same statements in psql. */
async function benchReports(server: Server, databaseUrl: string | null, rounds: number): Promise<void> {
  const headers = await signIn(server.url, 'master')
  for (const [name, days] of Object.entries(PERIODS)) {
    const query = reportQuery(days)
    const url = `${server.externalUrl}/api/external/query?${new URLSearchParams(query)}`
    const inPsql = databaseUrl
      ? await statementsOf(databaseUrl, TIME_ZONE, MASTER, externalReportQuery.parse(query))
      : null
    const [served, asked]: [number[], number[]] = [[], []]
    await call(url, { headers })
    for (let round = 0; round < rounds; round += 1) {
      served.push((await call(url, { headers })).total)
      if (databaseUrl && inPsql) asked.push(await timeInPsql(databaseUrl, inPsql))
    }
    const [apiMs, psql] = [median(served), median(asked)]
    const reference = inPsql ? `  psql ${ms(psql)}  ratio ${(apiMs / psql).toFixed(2)}` : ''
    printLine(`report over ${name}, whole tree`, ms(apiMs) + reference)
  }
}

/** Trends of machines from all over the list, alternating with `current`, which shows what any call costs. */
async function benchTrends({ url }: Server, rounds: number): Promise<void> {
  const headers = await signIn(url, 'master')
  const { text } = await call(`${url}/api/Machines`, { headers }, true)
  const machines = JSON.parse(text) as { idMachine: string }[]
  const [trends, others]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds * TRENDS_PER_ROUND; round += 1) {
    const { idMachine } = machines[Math.floor((round * machines.length) / (rounds * TRENDS_PER_ROUND))]!
    trends.push((await call(`${url}/api/Machines/${idMachine}/trend`, { headers })).total)
    others.push((await call(`${url}/api/Users/current`, { headers })).total)
  }
  const [trend, current] = [median(trends), median(others)]
  printLine(
    '14 days of a machine',
    `${ms(trend)}  current ${ms(current)}  ratio ${(trend / current).toFixed(2)}`,
  )
}

async function benchTree({ url, processStats }: Server, rounds: number): Promise<void> {
  const headers = await signIn(url, 'master')
  const tree = `${url}/api/Users/all-hierarchy`
  const { tag, bytes } = await call(tree, { headers })
  const runs: (Timed & { blocked: number })[] = []
  for (let round = 0; round < rounds; round += 1) {
    await processStats()
    const timed = await call(tree, { headers })
    runs.push({ ...timed, blocked: (await processStats()).longestBlock })
  }
  const of = (pick: (run: (typeof runs)[number]) => number): string => ms(median(runs.map(pick)))
  printLine(
    `all-hierarchy, ${(bytes / 1e6).toFixed(0)} MB: first byte`,
    of(({ firstByte }) => firstByte),
  )
  printLine(
    '  to its end',
    of(({ total }) => total),
  )
  printLine(
    '  longest block of the event loop meanwhile',
    of(({ blocked }) => blocked),
  )
  const known = { ...headers, 'if-none-match': tag }
  const unchanged: number[] = []
  for (let round = 0; round < rounds; round += 1) unchanged.push((await call(tree, { headers: known })).total)
  printLine('  304 for a client that has it', ms(median(unchanged)))
}

/** One user's row from a server without rules, 32 at a time: the limit of this machine. */
async function benchBare(databaseUrl: string, userId: number, seconds: number): Promise<number> {
  const bare = fork(join(import.meta.dirname, 'bareServer.ts'), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  const [port] = (await once(bare, 'message')) as [number]
  const url = `http://127.0.0.1:${port}/${userId}`
  await call(url)
  const rows = await perSecond(32, seconds, () => call(url))
  bare.disconnect()
  return rows
}

async function benchRequests({ url }: Server, databaseUrl: string | null, seconds: number): Promise<void> {
  const headers = await signIn(url, 'subdistributor1')
  const current = await perSecond(32, seconds, () => call(`${url}/api/Users/current`, { headers }))
  const bar = databaseUrl ? CURRENT_BAR.postgres : CURRENT_BAR.embedded
  printLine(
    '/api/Users/current of level 5, 32 at a time',
    `${current.toFixed(0)} a second  ${judgeMin(current / bar, `${bar} a second`)}`,
  )
  if (databaseUrl) {
    const bare = await benchBare(databaseUrl, MASTER.userId, seconds)
    printLine(
      '  a row from node:http and pg alone',
      `${bare.toFixed(0)} a second  ratio ${(current / bare).toFixed(2)}`,
    )
  }
  const logins = await perSecond(8, seconds, () => signIn(url, 'distributor1'))
  printLine('logins, 8 at a time', `${logins.toFixed(0)} a second`)
}

async function benchAt(
  name: string,
  env: Environment,
  databaseUrl: string | null,
  { scale, seconds, only }: Options,
): Promise<void> {
  process.stdout.write(`\n${name}\n`)
  const { changes, operators, rounds } = SCALES[scale]
  const settings = { ...env, TIME_ZONE }
  const server = await startServer(settings)
  const servers = [server]
  const ofStreams = async (calls: Calls): Promise<void> => {
    // measured in a process that has done nothing else
    const fresh = await startServer(settings)
    servers.push(fresh)
    await benchStreams(fresh, calls, seconds)
  }
  try {
    if (only === 'streams') return await ofStreams(await prepareCalls(server, operators))
    const ofAttention = async (): Promise<void> => {
      if (databaseUrl) await benchRules(databaseUrl, rounds)
      await benchOverview(server, rounds)
    }
    if (only === 'attention') return await ofAttention()
    await benchReports(server, databaseUrl, rounds)
    await benchTrends(server, rounds)
    await age(server.url, changes)
    await ofAttention()
    await benchActivitySearch(server, rounds)
    if (databaseUrl) await benchLists(server, databaseUrl, rounds)
    await benchTree(server, rounds)
    await benchRequests(server, databaseUrl, seconds)
    const calls = await prepareCalls(server, operators)
    await benchDuringReports(server, calls, seconds)
    if (databaseUrl) {
      servers.push(await startServer(settings))
      await benchOperators(servers, calls, seconds)
      await ofStreams(calls)
    }
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}

async function run(options: Options): Promise<void> {
  const { scale } = options
  const { seed: size, engines } = SCALES[scale]
  const databaseUrl = process.env['DATABASE_URL']
  if (engines === 'both' && options.only === null) {
    const env = { DATA_DIR: join(API_FOLDER, '.console', `bench-${scale}`) }
    if (!existsSync(env.DATA_DIR)) await runCommand('seed.js', size, env)
    await benchAt(`Embedded engine, ${scale}`, env, null, options)
  } else if (!databaseUrl) throw new CommandError(`--scale ${scale} is for PostgreSQL: set DATABASE_URL`)
  if (!databaseUrl) {
    process.stdout.write(
      '\nTo check the bars of PostgreSQL, set an empty database: DATABASE_URL=postgres://...\n',
    )
    return
  }
  const env = { DATABASE_URL: databaseUrl }
  if (await isEmpty(databaseUrl)) await runCommand('seed.js', size, env)
  await benchAt(`PostgreSQL, ${scale}`, env, databaseUrl, options)
}

try {
  await run(readOptions(process.argv.slice(2)))
} catch (error) {
  console.error(explanationOf(error))
  if (error instanceof UsageError) console.error(USAGE)
  process.exit(1)
}
