import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyDemo, startDemoApi } from './demo'
import { onPostgres, placeOf, TOKEN_SECRET } from './engine'
import { PROCESSES, programOf, urlsIn, type Urls } from './server'

const GIVE_UP_MS = 60_000

/**
 * Returns a server on demo data. The test files of a process share it, because starting a server takes
 * longer than most test files. A test file that uses it creates its own users and machines.
 */
export async function sharedDemoApi(): Promise<Urls> {
  if (PROCESSES > 1) return startDemoApi({ TOKEN_SECRET })
  const engine = onPostgres ? 'postgres' : 'embedded'
  const folder = join(tmpdir(), `console-api-shared-${engine}-${process.pid}`)
  const log = join(folder, 'log')
  if (existsSync(log)) {
    const urls = urlsIn(readFileSync(log, 'utf8'))
    if (urls && (await isRunning(urls))) return urls
  }
  await begin(folder, log)
  for (const start = Date.now(); ;) {
    const output = readFileSync(log, 'utf8')
    const urls = urlsIn(output)
    if (urls) return urls
    if (Date.now() - start > GIVE_UP_MS) throw new Error(`The server did not start:\n${output}`)
    await sleep(20)
  }
}

const isRunning = ({ url }: Urls): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The shell stops the server and deletes its data when this process ends, even if it is killed. */
async function begin(folder: string, log: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const data = join(folder, 'data')
  await copyDemo(data)
  const { words, options } = programOf(
    'main.js',
    await placeOf({ DATA_DIR: data, DEMO_DATA: 'true', TOKEN_SECRET }),
  )
  const script = `
    trap '' INT
    folder=$1; shift
    "$@" & server=$!
    cat >/dev/null
    kill $server
    wait $server
    rm -rf "$folder"`
  const output = openSync(log, 'w')
  const shell = spawn('sh', ['-c', script, 'sh', folder, ...words], {
    ...options,
    stdio: ['pipe', output, output],
  })
  shell.unref()
  const input = shell.stdin as unknown as { unref(): void }
  input.unref()
}
