import { spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { freshSite, publishNext, served, sitePath, start } from '../../testing/staging'

const COMMAND = join(__dirname, '..', '..', 'bin', 'console-delivery.mjs')

freshSite(start, publishNext)

function promote(reference: string): Promise<{ code: number | null; errors: string }> {
  const words = ['promote', reference, '--env', 'staging', '--why', 'at once', '--site', sitePath()]
  const child = spawn(process.execPath, [COMMAND, ...words])
  let errors = ''
  child.stderr.on('data', (app) => (errors += String(app)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, errors })))
}

test.each([
  ['one after the other', false],
  ['also where all find the lock of a dead runner', true],
])(
  'processes that promote at the same time all succeed, %s',
  async (_, hasDeadLock) => {
    const lock = sitePath('environments/staging/change.lock')
    if (hasDeadLock) writeFileSync(lock, 'a runner that is gone\n100\nx')
    const before = served().revision!
    const results = await Promise.all(
      ['users@1.1.0', 'users@1.0.0', 'users@1.1.0', 'users@1.0.0'].map(promote),
    )
    const errors = expect.stringMatching(/^(.*: waiting for \d+ s at most \.\.\.\n)?$/)
    expect(results).toEqual(results.map(() => ({ code: 0, errors })))
    expect(served().revision).toBe(before + results.length)
    expect(readdirSync(sitePath('environments/staging/history'))).toHaveLength(before + results.length)
  },
  60_000,
)
