import { heading, link, panel } from '../testing/consolePage'
import { shortenDeadlines } from '../testing/deadlines'
import { deepFaults, serverFaults, ENTRY, CHUNK } from '../testing/remoteFaultTable'
import { expect, WITH_ALL } from '../testing/test'
import { countAssertion, expectEvent, expectOthersWork, expectPanel, expectSilentUntilOpened } from './tally'
import { runOf, test } from './test'
import type { Fault } from '../testing/misbehaving'

/** The user leaves while the screen loads: its failure must not appear. */
const leftFaults: [what: string, path: RegExp, fault: Fault, phase: string | null][] = [
  ['the entry comes late', ENTRY, { kind: 'slow', ms: 2_000 }, null],
  ['the chunk comes late', CHUNK, { kind: 'slow', ms: 2_000 }, null],
  ['the entry never comes', ENTRY, { kind: 'hang' }, 'timeout'],
  ['the chunk never comes', CHUNK, { kind: 'hang' }, 'timeout'],
]

/** Faults of a remote's server: at the first load, when the user leaves, and after the screen is mounted. */
export function testServerFaults(): void {
  for (const [what, path, fault, phase] of serverFaults) {
    test(`server: ${what}`, runOf(what), async ({ page, openFaulty, telemetry }) => {
      // short only for hangs: 50 MB take longer on a slow machine, and are not reported as a timeout
      await shortenDeadlines(page, { noticeMs: 300, giveUpMs: phase === 'timeout' ? 1_500 : 10_000 })
      const { repair } = await openFaulty(path, fault)
      await page.evaluate(() => Object.assign(window, { stillHere: true }))
      await expectSilentUntilOpened(page, telemetry.events, 'machines')

      await link(page, 'Machines').click()
      await expectPanel(page, 'Managed Machines')
      await expectEvent(telemetry.events, 'machines', phase)
      await expectOthersWork(page)
      await link(page, 'Machines').click()
      await expectPanel(page, 'Managed Machines')
      repair()
      await panel(page, 'Managed Machines').getByRole('button', { name: 'Reintentar' }).click()
      await countAssertion(expect(heading(page, 'Managed Machines')).toBeVisible())
      await countAssertion(expect.poll(() => page.evaluate(() => 'stillHere' in window)).toBe(true))
    })
  }

  for (const [what, path] of [
    ['entry', /remoteEntry/],
    ['chunk', /async\/managed-machines/],
  ] as const) {
    test(`server: the ${what} is slow`, WITH_ALL, async ({ page, ownConsole, signIn }) => {
      const { url, remote } = await ownConsole({ remotes: ['machines'] })
      remote('machines').fault(path, { kind: 'slow', ms: 4_000 })
      await signIn('player1', url, '/machines')
      await countAssertion(
        expect(page.getByRole('status').filter({ hasText: 'tarda más de lo habitual' })).toBeVisible(),
      )
      await expectOthersWork(page)
      await link(page, 'Machines').click()
      await countAssertion(expect(heading(page, 'Managed Machines')).toBeVisible())
    })
  }

  for (const [what, path, fault, phase] of leftFaults) {
    test(`left while loading: ${what}`, WITH_ALL, async ({ page, openFaulty, telemetry }) => {
      await shortenDeadlines(page, { giveUpMs: 4_000 })
      const { url, repair } = await openFaulty(path, fault)
      await link(page, 'Machines').click()
      await countAssertion(
        expect(page.getByRole('progressbar', { name: 'Loading Managed Machines' })).toBeVisible(),
      )
      await link(page, 'Settings').click()
      await countAssertion(expect(heading(page, 'Settings')).toBeVisible())

      if (phase) await expectEvent(telemetry.events, 'machines', phase)
      else await countAssertion(expect.poll(() => page.evaluate(hasManagedMachines)).toBe(true))
      await expectOthersWork(page)
      await countAssertion(expect(page).toHaveURL(`${url}/settings`))
      await countAssertion(expect(page.getByRole('alert')).toHaveCount(0))
      repair()
      await link(page, 'Machines').click()
      await countAssertion(expect(heading(page, 'Managed Machines')).toBeVisible())
    })
  }

  for (const [what, fault] of deepFaults) {
    test(`dialog: its chunk ${what}`, WITH_ALL, async ({ page, ownConsole, signIn }) => {
      await shortenDeadlines(page, { codeGiveUpMs: 1_500 })
      const { url, remote } = await ownConsole({ remotes: ['machines'] })
      await signIn('admin1', url, '/machines')
      const row = page.locator('tr.data').first()
      const open = page.getByRole('button', { name: 'Update Credit', exact: true })
      // the panel has code of its own
      await row.click()
      await countAssertion(expect(open).toBeVisible())
      remote('machines').fault(/async\//, fault)
      await open.click()
      await countAssertion(
        expect(page.getByText('No se pudo abrir el diálogo. Inténtalo de nuevo.')).toBeVisible(),
      )
      await countAssertion(expect(page.getByRole('dialog')).toBeHidden())
      await countAssertion(expect(open).toBeVisible())
      await expectOthersWork(page)
      await link(page, 'Machines').click()
      remote('machines').fault(/async\//, null)
      await row.click()
      await open.click()
      await countAssertion(expect(page.getByRole('dialog', { name: /^Update Machine Credit/ })).toBeVisible())
    })
  }
}

/** Runs in the page: whether the last file of the screen has arrived. */
const hasManagedMachines = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('async/managed-machines'))
