import { spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { endLater } from './cleanUp'
import { asNobody, freePort } from './cluster'
import { temporaryFolder } from './cleanUp'
import { urlOf } from './engine'

declare global {
  /** Set by jest.config, which leaves `*.pgbouncer.*` out if there is none. */
  var pgbouncer: string
}

export interface Pooler {
  /** @param role as for {@link urlOf} */
  urlOf: typeof urlOf
}

/**
 * Runs pgbouncer in front of the tests' cluster until the test file ends. Each transaction may use another
 * session.
 * @param size the number of sessions per role and database: fewer than its clients, which must share them
 */
export async function startPooler(size: number): Promise<Pooler> {
  const folder = temporaryFolder()
  const port = await freePort()
  const cluster = new URL(urlOf('postgres'))
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${cluster.username}" "${cluster.password}"\n`)
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${cluster.hostname} port=${cluster.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${size}`,
      'max_client_conn = 200',
    ].join('\n'),
  )
  // it refuses to run as root
  chmodSync(folder, 0o755)
  const pooler = spawn(globalThis.pgbouncer, [settings], { ...asNobody, cwd: folder, stdio: 'ignore' })
  endLater(pooler)
  const throughPooler: typeof urlOf = (database, role) => {
    const url = new URL(urlOf(database, role))
    url.port = String(port)
    return url.href
  }
  while (!(await answers(throughPooler('postgres')))) await sleep(20)
  return { urlOf: throughPooler }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
