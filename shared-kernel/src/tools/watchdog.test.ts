import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { startWatchdog } from './watchdog'

let folder = ''
let stop = () => undefined as void
let failures = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-watchdog-'))
  failures = 0
})
afterEach(() => {
  stop()
  rmSync(folder, { recursive: true })
})

/** Returns the messages sent to systemd once `done` accepts them. If `fails`, the first message fails. */
async function receivedLines(env: Record<string, string>, done: (lines: string[]) => boolean, fails = false) {
  const log = join(folder, 'log')
  const exit = fails ? `[ "$(wc -l < ${log})" -gt 1 ]` : 'true'
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$*" >> ${log}\n${exit}\n`, { mode: 0o755 })
  stop = startWatchdog({ PATH: `${folder}:${process.env['PATH']}`, ...env }, () => failures++)
  for (;;) {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
    if (done(lines)) return lines
    await sleep(20)
  }
}

test('readiness is resent until systemd has it, and then only heartbeats are sent', async () => {
  const env = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '1500000' }
  const lines = await receivedLines(env, (all) => all.includes('WATCHDOG=1'), true)
  expect(lines.slice(0, 2)).toEqual(['READY=1 WATCHDOG=1', 'READY=1 WATCHDOG=1'])
  expect(lines.at(-1)).toBe('WATCHDOG=1')
  expect(failures).toBe(1)
})

test('readiness is also sent for a unit without a watchdog', async () => {
  expect(await receivedLines({ NOTIFY_SOCKET: '/run/systemd/notify' }, (all) => all.length > 0)).toEqual([
    'READY=1 WATCHDOG=1',
  ])
})

test.each<Record<string, string>>([
  {},
  { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_PID: '1', WATCHDOG_USEC: '30000' },
])('nothing is sent without a socket, or for another process', async (env) => {
  const since = Date.now()
  expect(await receivedLines(env, () => Date.now() > since + 200)).toEqual([])
})
