import { heading, link, panel } from '../testing/consolePage'
import { environmentDocument } from '../testing/environment'
import { containerOf } from '../testing/handmadeRemote'
import { documentFaults, rangeFaults, recordFaults } from '../testing/remoteFaultTable'
import { expect, WITH_ALL } from '../testing/test'
import { held, holdEvent, holdOthers, holdPanel, holdWhileNotOpened } from './tally'
import { test } from './test'

/** Faults in the environment, in a remote's record, and in what a release says it needs. */
export function testDocumentFaults(): void {
  for (const [what, fault, seen] of documentFaults) {
    test(`environment: ${what}`, WITH_ALL, async ({ page, ownConsole }) => {
      const { url, host } = await ownConsole({})
      host.fault(/environment\.json/, fault)
      test.setTimeout(60_000)
      await page.goto(url)
      const alert = page.getByRole('alert')
      await held(expect(alert).toContainText('La consola no puede arrancar', { timeout: 30_000 }))
      await held(expect(alert).toContainText(seen))
      host.fault(/environment\.json/, null)
      await alert.getByRole('button', { name: 'Reintentar' }).click()
      await held(expect(page.getByLabel('Username')).toBeVisible())
    })
  }

  test('environment: slow', WITH_ALL, async ({ page, ownConsole }) => {
    const { url, host } = await ownConsole({})
    host.fault(/environment\.json/, { kind: 'slow', ms: 3_000 })
    await page.goto(url)
    await held(expect(page.getByRole('progressbar', { name: 'Starting' })).toBeVisible())
    await held(expect(page.getByLabel('Username')).toBeVisible())
    await held(expect(page.getByRole('alert')).toHaveCount(0))
  })

  for (const [what, change, seen] of recordFaults) {
    test(`record: ${what}`, WITH_ALL, async ({ page, ownConsole, signIn, telemetry }) => {
      const { url, write } = await ownConsole({})
      const document = environmentDocument()
      const machines = change(document.remotes.machines!)
      write({ ...document, telemetryUrl: telemetry.url, remotes: { ...document.remotes, machines } })
      await signIn('player1', url)
      await holdWhileNotOpened(page, telemetry.told, 'machines')
      await held(expect(link(page, 'Machines')).toHaveCount(0))
      await page.goto(`${url}/machines`)
      const alert = page.getByRole('alert').filter({ hasText: 'Remoto "machines" desactivado' })
      await held(expect(alert).toContainText(seen))
      write(document)
      await alert.getByRole('button', { name: 'Reintentar' }).click()
      await held(expect(heading(page, 'Managed Machines')).toBeVisible())
    })
  }

  for (const [what, needs] of rangeFaults) {
    test(`release: needs ${what}`, WITH_ALL, async ({ page, openWithOdd, telemetry }) => {
      const { requests } = await openWithOdd(containerOf('() => "Odd"'), needs)
      await link(page, 'Odd screen').click()
      await holdPanel(page, 'Odd screen')
      const said = `necesita ${Object.entries(needs).flat().join(' ')} y esta consola tiene `
      await held(expect(panel(page, 'Odd screen')).toContainText(said))
      await holdEvent(telemetry.told, 'odd', 'compatibility')
      await holdOthers(page)
      expect(requests).toEqual([])
    })
  }
}
