import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { get } from '../testing/http'
import { startProcesses, type Api, type Environment } from '../testing/server'

const WATCHDOG_MS = 1_500

const started: Api[] = []
afterEach(() => Promise.all(started.splice(0).map((api) => api.stop('SIGKILL'))))

/** Stands in for systemd with `WatchdogSec`: its `systemd-notify` records each call. */
function supervisor() {
  const bin = temporaryFolder()
  const calls = join(bin, 'calls')
  const program = `#!/bin/sh\necho "$*" >> ${calls}\n`
  writeFileSync(join(bin, 'systemd-notify'), program, { mode: 0o755 })
  const beats = (): string[] =>
    existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n').filter(Boolean) : []
  return {
    beats,
    env: {
      PATH: `${bin}:${process.env['PATH']}`,
      NOTIFY_SOCKET: '/run/systemd/notify',
      WATCHDOG_USEC: String(WATCHDOG_MS * 1_000),
    },
    /** Resolves once there has been no heartbeat for as long as the unit allows. */
    waitUntilSilent: async (): Promise<void> => {
      for (let known = -1; known !== beats().length; await sleep(WATCHDOG_MS)) known = beats().length
    },
  }
}

test('a working server sends heartbeats and a frozen one does not; after it is killed, a new one serves', async () => {
  const { beats, env, waitUntilSilent } = supervisor()
  const folder = await demoFolder()
  const start = async () => {
    const api = await startProcesses({ DATA_DIR: folder, ...env }, 1)
    started.push(api)
    return api
  }
  const api = await start()
  const before = beats().length
  while (beats().length < before + 3) await sleep(50)
  // readiness is sent again until systemd has received it
  expect([beats()[0], beats().at(-1)]).toEqual(['READY=1 WATCHDOG=1', 'WATCHDOG=1'])
  api.process.kill('SIGSTOP')
  await waitUntilSilent()
  api.process.kill('SIGKILL')
  expect(await api.ended).toBe('SIGKILL')
  const next = await start()
  expect((await get(`${next.url}/healthz`)).status).toBe(200)
})

test('a unit without a watchdog gets only readiness, and a watchdog of another process gets nothing', async () => {
  const { beats, env } = supervisor()
  const folder = await demoFolder()
  const others: Environment[] = [{ WATCHDOG_USEC: '0' }, { WATCHDOG_PID: '1' }]
  for (const more of others) {
    const api = await startProcesses({ DATA_DIR: folder, ...env, ...more }, 1)
    started.push(api)
    await sleep(WATCHDOG_MS)
    await api.stop()
  }
  expect(beats()).toEqual(['READY=1 WATCHDOG=1'])
})
