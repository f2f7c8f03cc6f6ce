import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach } from '@jest/globals'
import { API_FOLDER, ensureBuilt } from './build'
import { endLater } from './cleanUp'
import { startBalancer, type Balancer } from './balancer'
import { onPostgres, placeOf, type Environment } from './engine'
import { SHORT_LIVED } from './shortLived'

export type { Environment } from './engine'

/** A run of the real server (or of one of its commands) as a separate process. */
export interface Run {
  process: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>
}

export const inMemory: Environment = { DATA_DIR: 'memory://' }

/** A cached session does not expire: only a notification ends it. */
export const slowClock: Environment = { NODE_OPTIONS: `--import=${join(__dirname, 'slowClock.mjs')}` }

/** How to run a built script. Of this process's own environment, only PATH is passed on. */
export function programOf(script: string, env: Environment, args: string[] = []) {
  const path = process.env['PATH'] ?? ''
  const defaults = {
    PORT: '0',
    EXTERNAL_PORT: '0',
    RATE_LIMIT: '0',
    WRITE_LIMIT: '0',
    LOG_LEVEL: 'info',
    LOG_REQUESTS: 'all',
    // locks of killed processes expire quickly
    LOCK_BEAT_MS: '200',
    PATH: path,
  }
  const flags = ['--enable-source-maps', SHORT_LIVED]
  return {
    words: [process.execPath, ...flags, join('dist', script), ...args] as [string, ...string[]],
    options: { cwd: API_FOLDER, env: { ...defaults, ...env } },
  }
}

export function launch(script: string, env: Environment, args: string[] = []): Run {
  const { words, options } = programOf(script, env, args)
  const [node, ...rest] = words
  const child = spawn(node, rest, options)
  endLater(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  return { process: child, stdout: () => stdout, stderr: () => stderr, ended }
}

export async function run(script: string, env: Environment = {}, args: string[] = []): Promise<Run> {
  await ensureBuilt()
  return launch(script, await placeOf(env), args)
}

/** The exit code and output of a command that has ended. @param input a line to type */
export async function command(name: string, env: Environment, args: readonly string[] = [], input?: string) {
  const { process: child, ended, stdout, stderr } = await run(`${name}.js`, env, [...args])
  if (input !== undefined) child.stdin?.end(`${input}\n`)
  return { code: await ended, out: stdout(), err: stderr() }
}

export interface Api extends Run {
  /** The addresses of the console's API and of the external service; empty if SERVICES leaves one out. */
  url: string
  externalUrl: string
  stop(signal?: NodeJS.Signals): Promise<number | string>
}

const line = (text: string, what: string): string | undefined =>
  new RegExp(`^console-api ${what} (http://\\S+)$`, 'm').exec(text)?.[1]

export type Urls = Pick<Api, 'url' | 'externalUrl'>

/** The addresses that a server has printed, once it has printed them all. */
export function urlsIn(output: string, services = 'api,external'): Urls | null {
  const url = services.includes('api') ? line(output, 'ready') : ''
  const externalUrl = services.includes('external') ? line(output, 'external ready') : ''
  return url === undefined || externalUrl === undefined ? null : { url, externalUrl }
}

/**
 * With TEST_PROCESSES=3, each test that starts a server on PostgreSQL gets three on one database, unless it
 * names a port.
 */
export const PROCESSES = onPostgres ? Number(process.env['TEST_PROCESSES'] ?? 1) : 1

export const startApi = (env: Environment): Promise<Api> =>
  startProcesses(env, 'PORT' in env || 'EXTERNAL_PORT' in env ? 1 : PROCESSES)

/** Several servers on one database, which look like one. */
export async function startProcesses(env: Environment, count: number): Promise<Api> {
  const place = await placeOf(env)
  const runs = await Promise.all(Array.from({ length: count }, () => run('main.js', place)))
  const apis = await Promise.all(runs.map((one) => whenReady(one, env['SERVICES'])))
  const [first] = apis
  if (!first || count === 1) return first as Api
  const balancers: Balancer[] = []
  const balance = async (pick: (api: Api) => string): Promise<string> => {
    if (pick(first) === '') return ''
    const balancer = await startBalancer(apis.map(pick))
    balancers.push(balancer)
    return balancer.url
  }
  return {
    process: first.process,
    stdout: () => apis.map((api) => api.stdout()).join(''),
    stderr: () => apis.map((api) => api.stderr()).join(''),
    ended: Promise.race(apis.map((api) => api.ended)),
    url: await balance((api) => api.url),
    externalUrl: await balance((api) => api.externalUrl),
    stop: async (signal) => {
      const codes = await Promise.all(apis.map((api) => api.stop(signal)))
      for (const balancer of balancers) balancer.close()
      return codes.find((code) => code !== 0) ?? 0
    },
  }
}

/** Starts servers that end with the test that started them. */
export function serversForEachTest(): (env: Environment) => Promise<Api> {
  const started: Api[] = []
  afterEach(async () => {
    await Promise.all(started.splice(0).map((api) => api.stop()))
  })
  return async (env) => {
    const api = await startApi(env)
    started.push(api)
    return api
  }
}

/** Waits for the lines with the addresses. */
export async function whenReady(server: Run, services?: string): Promise<Api> {
  let over = false
  void server.ended.then(() => (over = true))
  for (;;) {
    const urls = urlsIn(server.stdout(), services)
    if (urls) {
      const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
        server.process.kill(signal)
        return server.ended
      }
      return { ...server, ...urls, stop }
    }
    if (over) throw new Error(`The server did not start:\n${server.stdout()}${server.stderr()}`)
    await sleep(20)
  }
}
