import { heading, link, toast } from '../testing/consolePage'
import { press, tabTo } from '../testing/keyboard'
import {
  createMachine,
  machineAction,
  machineCredit,
  machineNow,
  machineRows,
} from '../testing/machinesScreen'
import { findPerson, freshName } from '../testing/people'
import { search } from '../testing/reports'
import { expect, PASSWORD } from '../testing/test'
import { createUserButton, dialog } from '../testing/usersScreen'
import { test } from './test'

/* By keyboard alone: nothing is clicked or filled, and every control reached by Tab must show its focus. */

test('Firefox, by keyboard alone: signing in, a new user, a credit, a report, signing out', async ({
  page,
}) => {
  const machine = await createMachine(10)
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(machine.manager.userName)
  await tabTo(page.getByLabel('Password'))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await press(createUserButton(page))
  const form = dialog(page, 'Create New Client')
  await expect(form.getByLabel('Username')).toBeFocused()
  const name = freshName('typed')
  await page.keyboard.type(name)
  await tabTo(form.getByLabel('Password'))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText(`Usuario ${name} creado con éxito.`)
  await expect(createUserButton(page)).toBeFocused()
  expect(await findPerson(name)).toMatchObject({ level: 6 })

  await tabTo(link(page, 'Machines'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Managed Machines')).toBeVisible()
  await press(machineAction(page, 'Update Credit', machine))
  const credit = machineCredit(page, machine)
  await expect(credit.getByLabel('Credit Amount')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('99.90')
  await page.keyboard.press('Enter')
  await expect(credit).toBeHidden()
  await expect(machineRows(page).filter({ hasText: machine.userName })).toContainText('$99.90')
  await expect(machineAction(page, 'Update Credit', machine)).toBeFocused()
  expect((await machineNow(machine)).credit).toBe(99.9)

  await tabTo(link(page, 'Internal'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Internal Data')).toBeVisible()
  // the periods are one stop, and arrow keys move between them
  await tabTo(page.getByRole('button', { name: 'Today' }))
  for (const name of ['Yesterday', 'Last 7 days']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await press(search(page))
  await expect(page.getByRole('table', { name: 'Total', exact: true })).toBeVisible()

  await tabTo(page.getByRole('button', { name: 'Account menu' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Compact rows' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})
