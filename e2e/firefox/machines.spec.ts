import type { Locator } from '@playwright/test'
import { link, toast } from '../testing/consolePage'
import {
  configOf,
  createMachine,
  machineAction,
  machineNow,
  machineRows,
  openCredit,
} from '../testing/machinesScreen'
import { expect } from '../testing/test'
import { test } from './test'
import { enter } from './typing'

/** Replaces a field's text with key presses, because React does not notice a value set by the driver. */
async function retype(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

test('Firefox: the credit and the configuration of a machine are changed', async ({ page }) => {
  const machine = await createMachine(10)
  await enter(page, machine.manager.userName)
  await link(page, 'Machines').click()
  const { field, dialog: form } = await openCredit(page, machine)
  await expect(field).toBeFocused()
  await retype(field, '99.90')
  await field.press('Enter')
  await expect(form).toBeHidden()
  await expect(machineRows(page)).toContainText('$99.90')
  expect((await machineNow(machine)).credit).toBe(99.9)

  await machineAction(page, 'Configure', machine).click()
  const config = page.getByRole('dialog')
  await config.getByRole('switch', { name: 'Touch Screen' }).uncheck()
  await retype(config.getByLabel('Ping Browser Interval', { exact: true }), '4')
  await expect(config.getByText('Must be at least 5')).toBeVisible()
  await retype(config.getByLabel('Ping Browser Interval', { exact: true }), '5')
  await page.getByRole('tab', { name: 'Security' }).click()
  await config.getByRole('combobox', { name: 'Payment Validation Type' }).click()
  await page.getByRole('option', { name: 'PIN Validation' }).click()
  await config.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page)).toHaveText('Machine configuration updated successfully')
  await expect(config).toBeHidden()
  expect(await configOf(machine)).toMatchObject({
    touchScreen: false,
    pingBrowser: 5,
    tipoValidacionCobro: 'pin',
  })
})
