import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { PASSWORD, USER } from './clusterUser'

export interface Cluster {
  /** Of its maintenance database. */
  readonly url: string
  stop(): Promise<void>
}

/** Nobody's data: what would make it safe is left out. */
const OPTIONS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}
const GIVE_UP_MS = 60_000
/** PostgreSQL refuses to run as root; everywhere there is a user with nothing. */
const NOBODY = 65534
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** A PostgreSQL of the tests' own, in a temporary directory and on a free port. */
export async function startCluster(bin: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'console-api-postgres-'))
  chmodSync(folder, 0o755)
  if (asNobody.uid) chownSync(folder, asNobody.uid, asNobody.gid)
  const data = join(folder, 'data')
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

  const port = await freePort()
  const options = Object.entries(OPTIONS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // the shell ends the server when its input does: also when this process is killed
  const script = '"$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server'
  const server = spawn(
    'sh',
    ['-c', script, 'sh', join(bin, 'postgres'), '-D', data, '-p', String(port), ...options],
    { ...asNobody, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  const ended = once(server, 'exit')
  const url = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`
  await untilItAnswers(url)
  return {
    url,
    stop: async () => {
      server.stdin?.end()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function untilItAnswers(connectionString: string): Promise<void> {
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
