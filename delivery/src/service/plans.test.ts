import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { CANARY, takeSessions } from '../../testing/reports'
import { createTeam, startService } from '../../testing/service'
import {
  builtRemote,
  freshSite,
  idOf,
  publishNext,
  run,
  runRemotely,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { canary } from '../commands/canary'
import { history } from '../commands/history'
import { init } from '../commands/init'
import { publish } from '../commands/publish'
import { remove } from '../commands/remove'
import { rollback } from '../commands/rollback'
import { settings } from '../commands/settings'
import { status } from '../commands/status'
import { readCurrent } from '../site/history'
import { withLock } from '../site/lock'
import { environmentPaths } from '../site/siteLayout'
import { takeSteps } from './canaryRunner'

let service: Awaited<ReturnType<typeof startService>>
let token: string

freshSite(start, publishNext)
beforeEach(async () => {
  await run(settings, '--env staging --why watch --telemetry-url http://console.test/events')
  token = await createTeam('people', 'users')
  service = await startService()
})
afterEach(() => service.app.close())

const remotely = (words: string) => runRemotely({ url: service.url, token }, words)
/** It is held at 10 percent in revision 5. */
const begin = (words = '') =>
  remotely(
    `canary users@1.1.0 --steps 10,50,100 --hold 10m --max-failures 5% --min-sessions 20 --env staging --why try ${words}`,
  )
let reports = 0
/** Each a little later: the served revision is read once a second. */
const report = (count: number, first: number) =>
  takeSessions(service.app.telemetry, count, 0, CANARY, first, Date.now() + (reports += 1) * 1_500)
const look = (minutes: number) =>
  takeSteps({ root: sitePath() }, service.app.telemetry, (work) => work(), Date.now() + minutes * 60_000)
const percent = () => served().remotes.users?.canary?.percent
const plans = () => readCurrent({ root: sitePath() }, 'staging').plans
const lastAction = async () => {
  const [newest] = JSON.parse(await run(history, '--env staging --json')) as { action: string }[]
  return newest!.action
}

describe('a step that is due', () => {
  test('is skipped if the canary was changed while it waited', async () => {
    await begin()
    report(25, 0)
    const queue = async (work: () => Promise<unknown>) => {
      await remotely('canary users@1.1.0 --percent 30 --env staging --why by-hand --end-canary')
      await work()
    }
    await takeSteps({ root: sitePath() }, service.app.telemetry, queue, Date.now() + 11 * 60_000)
    expect([percent(), served().revision]).toEqual([30, 6])
  })

  test('to everybody is refused without the evidence that the settings require', async () => {
    const addresses = '--api-url http://a.test --reports-url http://r.test --releases-url http://static.test/'
    await run(init, `--env training ${addresses} --time-zone UTC`)
    await begin()
    await run(settings, '--env staging --why careful --requires training')
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    report(25, 0)
    await look(11)
    report(25, 100)
    await look(22)
    expect([idOf(), percent()]).toEqual(['11111111', 50])
    expect(String(logged.mock.calls[0]?.[1])).toMatch('evidence: training has never served users@1.1.0')
    logged.mockRestore()
    await run(settings, '--env staging --why trusting --requires none')
    await look(22)
    expect([idOf(), percent()]).toEqual(['22222222', undefined])
  })
})

test('a service that is closed finishes the step under way first', async () => {
  await begin('--hold 0s')
  const closing = await startService({ canaryCheckMs: 20 })
  const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const isWaiting = () => errors.mock.calls.some(([text]) => String(text).includes('another change'))
  try {
    let closed: Promise<unknown> | undefined
    await withLock(environmentPaths({ root: sitePath() }, 'staging').lock, 'another change', async () => {
      takeSessions(closing.app.telemetry, 25, 0, CANARY)
      // it says so after two seconds
      for (let polls = 0; polls < 500 && !isWaiting(); polls += 1) await sleep(20)
      closed = closing.app.close()
      await sleep(100)
    })
    await closed
    expect([isWaiting(), percent()]).toEqual([true, 50])
  } finally {
    errors.mockRestore()
    await closing.app.close()
  }
}, 30_000)

describe('a rollback', () => {
  test.each([
    ['of the part', 'users --to 5'],
    ['of everything', '--to 5 --yes'],
  ])(
    '%s to a revision with a plan pauses its canary, and the service does not continue it',
    async (_, words) => {
      await begin()
      report(25, 0)
      await look(11)
      report(25, 100)
      await look(22)
      expect([idOf(), percent(), served().revision]).toEqual(['22222222', undefined, 7])

      await run(rollback, `${words} --env staging --why broken --force`)
      expect([idOf(), percent(), plans()]).toEqual(['11111111', 10, {}])
      report(100, 200)
      await look(600)
      expect([idOf(), percent(), served().revision]).toEqual(['11111111', 10, 8])
    },
  )

  test('prints that the plan is paused, and how to start it again', async () => {
    await begin()
    await run(canary, 'users@1.1.0 --percent 0 --env staging --why stop')
    const message =
      'rollback users to revision 5; users@1.1.0-22222222 is held at 10 %, its plan is not continued ' +
      '(start it again: canary users@1.1.0-22222222 --steps 10,50,100 --hold 10m --max-failures 5% --min-sessions 20)'
    expect(await run(rollback, 'users --to 5 --env staging --why again')).toBe(
      `staging: ${message}. Revision 7 is served.\n  users: 1.0.0-11111111 -> 1.0.0-11111111 (canary 1.1.0-22222222, 10 %)`,
    )
    expect(await lastAction()).toBe(message)
    const [, command = ''] = /start it again: (.*)\)$/.exec(message) ?? []
    await remotely(`${command} --env staging --why again`)
    report(25, 0)
    await look(11)
    expect(percent()).toBe(50)
  })

  test('prints how to start the plan again from its present percentage', async () => {
    await begin()
    report(25, 0)
    await look(11)
    await run(canary, 'users@1.1.0 --percent 0 --env staging --why stop')
    await run(rollback, 'users --to 6 --env staging --why again')
    expect(percent()).toBe(50)
    expect(await lastAction()).toContain('canary users@1.1.0-22222222 --steps 50,100 --hold')
  })

  test('of everything names the plan that it ends and the one that it pauses', async () => {
    await begin()
    await run(publish, builtRemote({ version: '1.2.0', build: '33333333' }, 'newest'))
    await remotely(
      'canary users@1.2.0 --steps 20,100 --end-canary --env staging --why other --hold 2h --min-sessions 5',
    )
    await run(rollback, '--to 5 --yes --env staging --why broken')
    expect(await lastAction()).toMatch(
      /^rollback everything to revision 5, which ends canary users@1\.2\.0-33333333 and its plan \(step 1 of 2\); users@1\.1\.0-22222222 is held at 10 %/,
    )
  })

  test('of another part does not affect a running plan', async () => {
    await begin()
    await run(settings, '--env staging --why x --time-zone UTC')
    await run(rollback, '--settings --env staging --why y')
    report(25, 0)
    await look(11)
    expect(percent()).toBe(50)
  })
})

describe('another change of the same part ends the plan explicitly', () => {
  const plan = 'canary users@1.1.0-22222222 and its plan (step 1 of 3)'
  const publishNewest = () => run(publish, builtRemote({ version: '1.2.0', build: '33333333' }, 'newest'))

  test.each([
    ['a canary of another release', 'canary users@1.2.0 --percent 5', 5],
    ['a percent of the same release', 'canary users@1.1.0 --percent 50', 50],
    ['another plan', 'canary users@1.1.0 --steps 30,100', 30],
    ['a promote of another release', 'promote users@1.2.0', undefined],
  ])('%s is refused without --end-canary', async (_, words, after) => {
    await publishNewest()
    await begin()
    await expect(remotely(`${words} --env staging --why x`)).rejects.toThrow(
      `This would end the ${plan} (10 %): use --end-canary.`,
    )
    expect(percent()).toBe(10)
    expect(await remotely(`${words} --env staging --why x --end-canary`)).toContain(`, which ends ${plan}`)
    expect(percent()).toBe(after)
  })

  test.each([
    ['the end of its canary', () => remotely('canary users@1.1.0 --percent 0 --env staging --why x')],
    ['a promote of its release', () => remotely('promote users@1.1.0 --env staging --why x')],
    ['the end of its remote', () => run(remove, 'users --env staging --why x')],
  ])('%s needs no option', async (_, end) => {
    await begin()
    expect(await end()).toContain(`, which ends ${plan}`)
    expect(plans()).toEqual({})
  })

  test('a rollback needs no option either', async () => {
    await begin()
    expect(await run(rollback, 'users --env staging --why x')).toContain(`rollback users: end ${plan}`)
  })

  test('steps of the plan do not end it', async () => {
    await begin()
    report(25, 0)
    await look(11)
    expect(await lastAction()).toBe('canary users@1.1.0-22222222 50 % (step 2 of 3)')
    report(25, 100)
    await look(22)
    expect(await lastAction()).toBe('promote users@1.1.0-22222222')
  })

  test('an automatic rollback of the plan is not reported as its end', async () => {
    await begin()
    takeSessions(service.app.telemetry, 30, 6, CANARY)
    await look(0)
    expect(await lastAction()).toBe('rollback users: end canary users@1.1.0-22222222')
  })
})

describe('a plan that is running', () => {
  test('appears in status with its step, percentage and start', async () => {
    const before = new Date().toISOString()
    await begin()
    const [, since = ''] =
      /canary 1\.1\.0-22222222 for 10 % by a plan: step 1 of 3 \(10, 50, 100 %\), held since (\S+Z)$/m.exec(
        await run(status, '--env staging'),
      ) ?? []
    expect(since >= before && since <= new Date().toISOString()).toBe(true)
    const [{ parts }] = JSON.parse(await run(status, '--env staging --json')) as [
      { parts: { name: string; canary?: object }[] },
    ]
    expect(parts.find(({ name }) => name === 'users')?.canary).toEqual({
      release: '1.1.0-22222222',
      percent: 10,
      plan: { step: 1, steps: [10, 50, 100], since },
    })
  })

  test('has a line in health', async () => {
    await begin()
    report(6, 0)
    const lines = (await remotely('health users@1.1.0 --env staging')).split('\n')
    expect(lines).toEqual([
      'users@1.1.0-22222222: 0 of 6 sessions failed (0.0 %)',
      'users@1.0.0-11111111: 0 of 0 sessions failed (0.0 %)',
      expect.stringMatching(
        /^The canary's plan: wait: canary: 0 of 6 sessions failed .*: held for \d+ s more, 20 sessions are needed$/,
      ),
    ])
  })

  test('has one line in health once everybody has the release', async () =>
    expect(await remotely('health users@1.0.0 --env staging')).toBe(
      'users@1.0.0-11111111: 0 of 0 sessions failed (0.0 %)',
    ))
})
