import { heading, link, panel } from '../testing/consolePage'
import { shortenDeadlines } from '../testing/deadlines'
import { reactContainerOf } from '../testing/handmadeRemote'
import { codeFaults, survivedFaults } from '../testing/remoteFaultTable'
import { expect, WITH_ALL } from '../testing/test'
import { held, holdEvent, holdOthers, holdPanel } from './tally'
import { runOf, test } from './test'

/** Faults in a remote's code, before it renders and after. */
export function testCodeFaults(): void {
  for (const [what, code, phase] of codeFaults) {
    test(`code: ${what}`, runOf(what), async ({ page, openWithOdd, telemetry }) => {
      await shortenDeadlines(page, { noticeMs: 300, giveUpMs: 1_500 })
      await openWithOdd(code)
      await link(page, 'Odd screen').click()
      await holdPanel(page, 'Odd screen')
      await holdEvent(telemetry.told, 'odd', phase)
      await panel(page, 'Odd screen').getByRole('button', { name: 'Reintentar' }).click()
      await holdPanel(page, 'Odd screen')
      await holdOthers(page)
    })
  }

  for (const [what, component, phase] of survivedFaults) {
    test(`code: ${what}`, WITH_ALL, async ({ page, openWithOdd, telemetry }) => {
      await openWithOdd(reactContainerOf(component))
      await link(page, 'Odd screen').click()
      await held(
        expect(page.getByRole('main').getByText('Odd', { exact: true })).toBeVisible({ timeout: 15_000 }),
      )
      if (phase) await holdEvent(telemetry.told, 'odd', phase)
      await holdOthers(page)
      await link(page, 'Users').click()
      await held(expect(heading(page, 'Managed Users')).toBeVisible())
    })
  }

  test('code: redirects the page to another address', WITH_ALL, async ({ page, openWithOdd }) => {
    const leave = '() => { React.useEffect(() => location.assign("/settings"), []); return "Odd" }'
    await openWithOdd(reactContainerOf(leave))
    await link(page, 'Users').click()
    await link(page, 'Odd screen').click()
    await held(expect(heading(page, 'Settings')).toBeVisible())
    await holdOthers(page)
  })
}
