import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { demoFolder } from '../testing/demo'
import { call } from '../testing/http'
import { meetPeople } from '../testing/people'
import { startApi } from '../testing/server'

/** Longer than other processes wait for a heartbeat, at the test interval and at the default one. */
const PAUSES = [
  { pauseS: 2, LOCK_BEAT_MS: '200' },
  { pauseS: 60, LOCK_BEAT_MS: '' },
]

/** A paused server with some changes still queued, some in the engine and some done. */
async function paused(LOCK_BEAT_MS: string) {
  const folder = await demoFolder()
  const env = { DATA_DIR: folder, LOCK_BEAT_MS }
  const api = await startApi({ ...env, DEMO_DATA: 'true' })
  const { master, createClient } = await meetPeople(api.url)
  const { idMachine } = (await createClient()).machine
  const change = (amount: number, url = api.url) =>
    call(url, `PUT /api/Machines/${idMachine}/credit`, { token: master, body: { amount } })
  const sent = Array.from({ length: 20 }, (_, turn) => change(turn + 1).catch((error: unknown) => error))
  await sleep(150)
  api.process.kill('SIGSTOP')
  return { folder, env, api, change, sent, resume: () => api.process.kill('SIGCONT') }
}

test.each(PAUSES)(
  'a server that was paused for $pauseS s continues if no other took its place',
  async ({ pauseS, LOCK_BEAT_MS }) => {
    const { api, change, sent, resume } = await paused(LOCK_BEAT_MS)
    await sleep(pauseS * 1_000)
    resume()
    // some may have timed out, but no connection is cut off
    expect((await Promise.all(sent)).filter((answer) => answer instanceof Error)).toEqual([])
    expect((await change(1_000)).status).toBe(200)
    expect(api.stderr()).not.toContain('is lost')
    expect(await api.stop()).toBe(0)
  },
  180_000,
)

/** The hash of every file in the folder, by path. */
function contentsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )
}

test.each(PAUSES)(
  'a server that was paused for $pauseS s exits and writes nothing if another took its place',
  async ({ pauseS, LOCK_BEAT_MS }) => {
    const { folder, env, api, change, sent, resume } = await paused(LOCK_BEAT_MS)
    await sleep(pauseS * 1_000)
    const second = await startApi(env)
    expect((await change(1_000, second.url)).status).toBe(200)
    await second.stop()

    const before = contentsOf(join(folder, 'pg'))
    resume()
    expect(await api.ended).toBe(1)
    await Promise.all(sent)
    expect(api.stderr()).toMatch(/^console-api: The lock of the data directory .* is lost: .*$/m)
    // no stack trace outside the log entries: failed housekeeping has one within its entry
    expect(api.stderr()).not.toMatch(/^ {4}at /m)
    expect(contentsOf(join(folder, 'pg'))).toEqual(before)
  },
  180_000,
)
