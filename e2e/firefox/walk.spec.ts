import { toast } from '../support/consolePage'
import { gamesTable } from '../support/games'
import { createMachine, machineNow, machineRows, openCredit } from '../support/machinesScreen'
import { freshName } from '../support/people'
import { search } from '../support/reports'
import { expect, PASSWORD, submitLogin } from '../support/test'
import { countLine, createUserButton, dialog, searchBox, usersTable } from '../support/usersScreen'
import { test } from './test'

test('Firefox: signing in, users, a credit, a report, the games', async ({ page }) => {
  const machine = await createMachine(10)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await submitLogin(page, machine.manager.userName, PASSWORD)
  await expect(countLine(page)).toHaveText('1 user')

  await createUserButton(page).click()
  const name = freshName('fox')
  // by its keys: React does not see what the driver writes into a field of this Firefox
  await dialog(page, 'Create New Client').getByLabel('Username').pressSequentially(name)
  await page.getByLabel('Password').pressSequentially(PASSWORD)
  await page.getByRole('button', { name: 'Create Client' }).click()
  await expect(toast(page)).toContainText(`Usuario ${name} creado con éxito.`)
  await searchBox(page).pressSequentially(name)
  await expect(usersTable(page).locator('tr.data').filter({ hasText: name })).toBeVisible()

  await navigation.getByRole('link', { name: 'Machines' }).click()
  const { field, dialog: form } = await openCredit(page, machine)
  await expect(field).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await field.pressSequentially('99.90')
  await field.press('Enter')
  await expect(form).toBeHidden()
  await expect(machineRows(page).filter({ hasText: machine.userName })).toContainText('$99.90')
  expect((await machineNow(machine)).credit).toBe(99.9)

  await navigation.getByRole('link', { name: 'Internal' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await search(page).click()
  await expect(page.getByRole('table', { name: 'Total', exact: true })).toBeVisible()

  await navigation.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Games Management' }).click()
  await expect(gamesTable(page).locator('tr.data').first()).toBeVisible()

  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
})
