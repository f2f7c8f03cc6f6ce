import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { externalReportQuery } from '@console/shared-kernel/schemas'
import { nowIn } from '@console/shared-kernel/rules'
import { age } from './age'
import { call, median, perSecond, signIn, type Timed } from './measure'
import { isEmpty, statementsOf, timeInPsql } from './psql'
import { readScale, SCALES, type Scale } from './scales'
import { API_FOLDER, runCommand, startServer, type Environment, type Server } from './server'

const ROUNDS = 9
const TIME_ZONE = 'Europe/Madrid'
const DAY_MS = 86_400_000
const PERIODS = { 'a day': 1, 'a month': 30, 'a year': 365 }
const MASTER = { userId: 1, level: 1, path: '' }

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const say = (what: string, value: string): boolean => process.stdout.write(`${what.padEnd(58)}${value}\n`)

/** Whole days up to yesterday: today has only begun. */
function reportQuery(days: number): Record<string, string> {
  const dayBefore = (count: number) => nowIn(TIME_ZONE, new Date(Date.now() - count * DAY_MS)).day
  const times = { timeFrom: '00:00', timeTo: '23:59' }
  return { queryType: 'Total', dateFrom: dayBefore(days), dateTo: dayBefore(1), ...times, tipoMovs: '2,3' }
}

/** Medians of runs that take turns with the same statements in psql, where there is one. */
async function benchReports(server: Server, databaseUrl: string | null): Promise<void> {
  const headers = await signIn(server.url, 'master')
  for (const [name, days] of Object.entries(PERIODS)) {
    const query = reportQuery(days)
    const url = `${server.externalUrl}/api/external/query?${new URLSearchParams(query)}`
    const inPsql = databaseUrl
      ? await statementsOf(databaseUrl, TIME_ZONE, MASTER, externalReportQuery.parse(query))
      : null
    const [served, asked]: [number[], number[]] = [[], []]
    await call(url, { headers })
    for (let round = 0; round < ROUNDS; round += 1) {
      served.push((await call(url, { headers })).total)
      if (databaseUrl && inPsql) asked.push(timeInPsql(databaseUrl, inPsql))
    }
    const [mine, psql] = [median(served), median(asked)]
    const beside = inPsql ? `  psql ${ms(psql)}  ratio ${(mine / psql).toFixed(2)}` : ''
    say(`report over ${name}, whole tree`, ms(mine) + beside)
  }
}

async function benchTree({ url, longestBlock }: Server): Promise<void> {
  const headers = await signIn(url, 'master')
  const tree = `${url}/api/Users/all-hierarchy`
  const { tag, bytes } = await call(tree, { headers })
  const runs: (Timed & { readonly blocked: number })[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await longestBlock()
    runs.push({ ...(await call(tree, { headers })), blocked: await longestBlock() })
  }
  const of = (pick: (run: (typeof runs)[number]) => number): string => ms(median(runs.map(pick)))
  say(
    `all-hierarchy, ${(bytes / 1e6).toFixed(0)} MB: first byte`,
    of(({ firstByte }) => firstByte),
  )
  say(
    '  to its end',
    of(({ total }) => total),
  )
  say(
    '  longest block of the event loop meanwhile',
    of(({ blocked }) => blocked),
  )
  const known = { ...headers, 'if-none-match': tag }
  const unchanged: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) unchanged.push((await call(tree, { headers: known })).total)
  say('  304 for a client that has it', ms(median(unchanged)))
}

async function benchRequests({ url }: Server): Promise<void> {
  const headers = await signIn(url, 'distributor1')
  const current = await perSecond(32, 4, () => call(`${url}/api/Users/current`, { headers }))
  say('/api/Users/current, 32 at a time', `${current.toFixed(0)} a second`)
  const logins = await perSecond(8, 4, () => signIn(url, 'distributor1'))
  say('logins, 8 at a time', `${logins.toFixed(0)} a second`)
}

async function benchAt(name: string, place: Environment, databaseUrl: string | null): Promise<void> {
  process.stdout.write(`\n${name}\n`)
  const server = await startServer({ ...place, TIME_ZONE })
  try {
    await benchReports(server, databaseUrl)
    await age(server.url)
    await benchTree(server)
    await benchRequests(server)
  } finally {
    await server.stop()
  }
}

async function run(scale: Scale): Promise<void> {
  const dataDir = join(API_FOLDER, '.console', `bench-${scale}`)
  if (!existsSync(dataDir)) await runCommand('seed.js', SCALES[scale], { DATA_DIR: dataDir })
  await benchAt(`Embedded engine, ${scale}`, { DATA_DIR: dataDir }, null)
  const databaseUrl = process.env['DATABASE_URL']
  if (!databaseUrl) {
    process.stdout.write(
      '\nTo compare PostgreSQL with psql, name an empty database: DATABASE_URL=postgres://...\n',
    )
    return
  }
  if (await isEmpty(databaseUrl)) await runCommand('seed.js', SCALES[scale], { DATABASE_URL: databaseUrl })
  await benchAt(`PostgreSQL, ${scale}`, { DATABASE_URL: databaseUrl }, databaseUrl)
}

await run(readScale(process.argv.slice(2)))
