import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { freshSite, publishNext, served, sitePath, start } from '../../testing/staging'

const PROGRAM = join(__dirname, '..', '..', 'testing', 'commandsOnDemand.mjs')
let processes: ChildProcess[]
let errors = ''

// started once, since that takes most of the time; so they also begin at the same moment
beforeAll(async () => {
  processes = Array.from({ length: 4 }, () => fork(PROGRAM, { silent: true, execArgv: [] }))
  for (const { stderr } of processes) stderr!.on('data', (part) => (errors += String(part)))
  await Promise.all(processes.map((one) => once(one, 'message')))
}, 60_000)
afterAll(() => processes.forEach((one) => one.kill()))

freshSite(start, publishNext)

async function promote(reference: string, by: ChildProcess): Promise<unknown> {
  const answer = once(by, 'message')
  by.send(['promote', reference, '--env', 'staging', '--why', 'at once', '--site', sitePath()])
  // a process that crashes does not answer
  const [code] = (await Promise.race([answer, once(by, 'exit')])) as [unknown]
  return code
}

test.each([
  ['one after the other', false],
  ['also where all find the lock of a dead runner', true],
])(
  'processes that promote at the same time all succeed, %s',
  async (_, isLeft) => {
    const lock = sitePath('environments/staging/change.lock')
    if (isLeft) {
      writeFileSync(lock, 'a runner that is gone')
      utimesSync(lock, 0, 0)
    }
    const before = served().revision!
    const references = ['users@1.1.0', 'users@1.0.0', 'users@1.1.0', 'users@1.0.0']
    const codes = await Promise.all(references.map((one, at) => promote(one, processes[at]!)))
    expect([codes, errors]).toEqual([[0, 0, 0, 0], ''])
    expect(served().revision).toBe(before + codes.length)
    expect(readdirSync(sitePath('environments/staging/history'))).toHaveLength(before + codes.length)
  },
  60_000,
)
