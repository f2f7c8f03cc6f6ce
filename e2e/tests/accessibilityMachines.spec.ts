import { expectAccessible, expectNoViolation } from '../testing/axe'
import {
  createMachine,
  machineAction,
  machineRows,
  openCredit,
  openMachines,
  setCredit,
} from '../testing/machinesScreen'
import { BROKEN, HANG } from '../testing/misbehaving'
import { createPerson } from '../testing/people'
import { expect, test } from '../testing/test'
import { inBothThemes } from '../testing/themes'

inBothThemes('accessibility of machines: empty, loading and failed', () => {
  test('an empty list, a loading one, and one that failed', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    await signIn((await createPerson('alone')).userName, url, '/machines')
    await expectAccessible(page.getByRole('heading', { name: 'No Machines Found' }))
    api.fault(/api\/Machines$/, HANG)
    await page.reload()
    const table = page.getByRole('region', { name: 'Managed Machines' })
    await expect(table).toHaveAttribute('aria-busy', 'true')
    await expectNoViolation(page)
    api.fault(/api\/Machines$/, BROKEN)
    await page.reload()
    await expectAccessible(page.getByRole('button', { name: 'Reintentar' }))
  })

  test('a configuration that is loading, that fails to load, and that is rejected', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    const machine = await createMachine()
    await openMachines(signIn, machine, url)
    const form = page.getByRole('dialog')
    api.fault(/\/config$/, HANG)
    await machineAction(page, 'Configure', machine).click()
    await expectAccessible(page.getByRole('progressbar', { name: 'Loading configuration...' }))
    await page.keyboard.press('Escape')
    // closing goes back in the history, which would abort the reload
    await expect.poll(() => page.evaluate(() => Boolean(history.state.usr?.dialog))).toBe(false)
    api.fault(/\/config$/, { ...BROKEN, status: 403 })
    await page.reload()
    await machineAction(page, 'Configure', machine).click()
    await expectAccessible(form.getByRole('alert'))
    api.fault(/\/config$/, null)
    await form.getByRole('button', { name: 'Reintentar' }).click()
    await form.getByRole('switch', { name: 'Touch Screen' }).uncheck()
    api.fault(/\/config$/, BROKEN)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form.getByRole('alert')).toContainText('broken')
    await expectNoViolation(page)
  })

  test('a credit: being saved, rejected, changed by another user, with an unknown outcome', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    const machine = await createMachine(10)
    const open = async () => {
      await openMachines(signIn, machine, url)
      await expect(machineRows(page).first()).toBeVisible()
      const credit = await openCredit(page, machine)
      await credit.field.fill('12')
      return credit
    }
    api.fault(/\/credit$/, HANG)
    const { dialog: form, save } = await open()
    await save.click()
    await expect(form.locator('[type=submit]')).toBeDisabled()
    await expectAccessible(form.getByRole('progressbar'))

    api.fault(/\/credit$/, BROKEN)
    // a page that loses its session closes its dialog, which would abort the next navigation
    await page.goto(new URL('/environment.json', url).href)
    await open()
    await save.click()
    await expect(form.getByRole('alert')).toHaveText('broken')
    await expectNoViolation(page)
    api.fault(/\/credit$/, null)
    await setCredit(machine, 11)
    await save.click()
    await expect(form.getByRole('alert')).toContainText('changed this credit')
    await expectNoViolation(page)
    api.fault(/\/credit$/, { kind: 'reset' })
    api.fault(/api\/Machines$/, { kind: 'reset' })
    await save.click()
    await page.getByRole('button', { name: 'Change credit' }).click()
    await expect(form.getByRole('button', { name: 'Check again' })).toBeEnabled()
    await expectNoViolation(page)
  })
})
