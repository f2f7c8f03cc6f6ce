import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { freshSite, publishNext, served, sitePath, start } from '../../testing/staging'

const COMMAND = join(__dirname, '..', '..', 'bin', 'console-delivery.mjs')

freshSite(start, publishNext)

function promote(reference: string): Promise<{ code: number | null; errors: string }> {
  const words = ['promote', reference, '--env', 'staging', '--why', 'at once', '--site', sitePath()]
  const child = spawn(process.execPath, [COMMAND, ...words])
  let errors = ''
  child.stderr.on('data', (part) => (errors += String(part)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, errors })))
}

test('of processes that promote at once each is done or refused, and history holds those that were done', async () => {
  const before = served().revision!
  const results = await Promise.all(['users@1.1.0', 'users@1.0.0', 'users@1.1.0'].map(promote))
  const refused = results.filter(({ code }) => code !== 0)
  for (const { errors } of refused) expect(errors).toMatch(/^This environment is locked: /)
  const revisions = before + results.length - refused.length
  expect(served().revision).toBe(revisions)
  expect(readdirSync(sitePath('environments/staging/history'))).toHaveLength(revisions)
})
