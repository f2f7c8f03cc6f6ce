import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { PASSWORD } from './clusterUser'

const USER = 'console'

export interface Cluster {
  /** The address of its maintenance database. */
  url: string
  stop(): Promise<void>
  /** Stops it but keeps its directory, for a restart. */
  end(): Promise<void>
  /**
   * Ends all connections, as an administrator's fast restart does, and starts again on the same port. Also
   * works after a crash.
   */
  restart(): Promise<void>
  /** Suspends all its processes; connections stay open. */
  freeze(): void
  thaw(): void
  /** Signals the processes of the connections, one after the other. */
  killBackends(signal: NodeJS.Signals): Promise<void>
}

/** The data is disposable, so durability is switched off. */
const OPTIONS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '64MB',
  fsync: 'off',
  full_page_writes: 'off',
  // no autovacuum: statistics are as outdated as in a database that has been used
  autovacuum: 'off',
}
const GIVE_UP_MS = 60_000
/** PostgreSQL and pgbouncer refuse to run as root; every system has this unprivileged user. */
const NOBODY = 65534
export const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

interface Where {
  /** The folder in which its directory is made. */
  parent?: string
  /** Override some of {@link OPTIONS}. */
  options?: Readonly<Record<string, string>>
  env?: Readonly<Record<string, string>>
  /** The address of the primary, if this is to be its streaming replica. */
  replicaOf?: string
}

/** Starts a PostgreSQL cluster for the tests, in a temporary directory and on a free port. */
export async function startCluster(
  bin: string,
  { parent = tmpdir(), options, env, replicaOf }: Where = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(parent, 'console-api-postgres-'))
  chmodSync(folder, 0o755)
  if (asNobody.uid) chownSync(folder, asNobody.uid, asNobody.gid)
  const data = join(folder, 'data')
  if (replicaOf) copyCluster(bin, folder, data, replicaOf)
  else makeCluster(bin, folder, data)
  return startClusterIn(bin, folder, { options, env })
}

/** The same with existing data in the `data` directory of a folder that belongs to {@link asNobody}. */
export async function startClusterIn(
  bin: string,
  folder: string,
  { options, env }: Where = {},
): Promise<Cluster> {
  const data = join(folder, 'data')
  const port = await freePort()
  const url = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`
  const start = async (): Promise<ChildProcess> => {
    const server = launchServer(join(bin, 'postgres'), folder, ['-D', data, '-p', String(port)], {
      options,
      env,
    })
    await waitUntilReady(url)
    return server
  }
  let server = await start()
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.stdin?.end()
    await ended
  }
  const postmaster = (): number =>
    Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  return {
    url,
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
    end: stop,
    restart: async () => {
      await stop()
      server = await start()
    },
    freeze: () => signalAll(postmaster(), 'SIGSTOP'),
    thaw: () => signalAll(postmaster(), 'SIGCONT'),
    killBackends: (name) => killBackends(url, name),
  }
}

function makeCluster(bin: string, folder: string, data: string): void {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, PASSWORD)
  const how = [
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', USER, ...how], { ...asNobody, cwd: folder })
}

/** The folder with all of PostgreSQL's programs: a folder on the PATH may link to only some of them. */
export const programsOf = (bin: string): string => dirname(realpathSync(join(bin, 'initdb')))

/** Copies a cluster, with the settings that make the copy follow the original once it is started. */
function copyCluster(bin: string, folder: string, data: string, from: string): void {
  const how = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  execFileSync(join(programsOf(bin), 'pg_basebackup'), ['-D', data, '-d', from, ...how], {
    ...asNobody,
    cwd: folder,
  })
}

function launchServer(postgres: string, folder: string, where: string[], how: Where): ChildProcess {
  const options = Object.entries({ ...OPTIONS, ...how.options }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  // the shell stops the server when its input ends, even if this process is killed while the server is frozen
  const script = `
    "$@" & server=$!
    cat >/dev/null
    ps -A -o pid=,ppid= | while read pid parent; do [ "$parent" = $server ] && kill -CONT $pid; done
    kill -CONT $server
    kill -INT $server
    wait $server`
  return spawn('sh', ['-c', script, 'sh', postgres, ...where, ...options], {
    ...asNobody,
    cwd: folder,
    env: { ...process.env, ...how.env },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

/** The postmaster first: while running, it would start other processes. */
function signalAll(postmaster: number, name: NodeJS.Signals): void {
  signal(postmaster, name)
  for (const pid of childrenOf(postmaster)) signal(pid, name)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // it may just have ended by itself
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))
}

async function killBackends(connectionString: string, name: NodeJS.Signals): Promise<void> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    for (const { pid } of rows) {
      signal(pid, name)
      await sleep(20)
    }
  } finally {
    // a backend that is killed by force takes all others down with it
    await client.end().catch(() => undefined)
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function waitUntilReady(connectionString: string): Promise<void> {
  for (const start = Date.now(); ;) {
    const client = new Client({ connectionString })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() - start > GIVE_UP_MS) throw error
      await sleep(50)
    }
  }
}
