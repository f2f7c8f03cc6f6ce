import type { Page } from '@playwright/test'
import { call, masterToken } from '../testing/api'
import { expectAccessible } from '../testing/axe'
import { heading } from '../testing/consolePage'
import { createMachine, machineAction, machineRows } from '../testing/machinesScreen'
import { expect, test, WITH_ALL } from '../testing/test'
import { action, countLine, dialog, usersTable } from '../testing/usersScreen'

const rows = (page: Page) => usersTable(page).locator('tbody tr.data')
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test(
  'users are filtered by branch, level and status, and the address contains the filters',
  WITH_ALL,
  async ({ page, signIn }) => {
    const { owner, manager } = await createMachine()
    await call('PUT', `/api/Users/${owner.userId}`, await masterToken(), { isBlocked: true })
    await signIn('master')
    const branch = page.getByRole('combobox', { name: 'Branch' })
    await branch.fill(manager.userName)
    await page.getByRole('option', { name: manager.userName }).click()
    await expect(countLine(page)).toContainText('2 of ')
    await choose(page, 'Status', 'Bloqueado')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(owner.userName)
    await choose(page, 'Level', 'Client')
    await expect(page).toHaveURL(`/?branch=${manager.userId}&level=6&status=blocked`)
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    await expect(branch).toHaveValue(manager.userName)
    await choose(page, 'Level', 'Player')
    await expect(page.getByText('No users match these filters.')).toBeVisible()

    await page.goto(`/?view=tree&branch=${manager.userId}`)
    const tree = page.getByRole('treegrid', { name: 'Managed Users' })
    await expect(tree.locator('tbody tr.data')).toHaveCount(2)
    await expect(tree.locator('tbody tr.data').first()).toContainText('1 user, 1 machine')
  },
)

test('links lead from a user to the machines, and from a machine to its owner and its report', async ({
  page,
  signIn,
}) => {
  const machine = await createMachine(0, 1)
  const { owner, manager } = machine
  await signIn('master', '', `/?search=${encodeURIComponent(manager.userName)}`)
  await action(page, 'View details', manager.userName).click()
  const details = dialog(page, `User Details: ${manager.userName}`)
  await details.getByRole('link', { name: 'Machines (2)' }).click()
  await expect(heading(page, 'Managed Machines')).toBeVisible()
  await expect(page).toHaveURL(`/machines?branch=${manager.userId}`)
  await expect(machineRows(page)).toHaveCount(2)
  await expect(page.getByRole('combobox', { name: 'Branch' })).toHaveValue(manager.userName)

  await machineAction(page, 'Details', machine).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: `Owner ${owner.userName}` })
    .click()
  // the panel opens over the same list of machines
  await expect(page).toHaveURL(`/machines?branch=${manager.userId}&open=user:${owner.userId}`)
  await page
    .getByRole('region', { name: owner.userName, exact: true })
    .getByRole('link', { name: 'External report' })
    .click()
  await expect(heading(page, 'External Data')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Client/Player' })).toHaveValue(owner.userName)
  await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible()
})

for (const [path, name] of [
  ['/?level=5&status=active', 'Managed Users'],
  ['/machines?online=no', 'Managed Machines'],
] as const) {
  test(
    `on a phone the filters of ${name} are behind a button that shows how many are active`,
    WITH_ALL,
    async ({ page, signIn }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await signIn('master', '', path)
      const count = [...new URL(path, 'http://localhost').searchParams].length
      const button = page.getByRole('button', { name: `Filters (${count})` })
      await expect(page.getByRole('combobox')).toHaveCount(0)
      await button.click()
      const group = page.getByRole('group', { name: 'Filters' })
      await expectAccessible(group.getByRole('combobox', { name: 'Branch' }))
      expect(await page.evaluate(() => document.body.scrollWidth - innerWidth)).toBe(0)
      await group.getByRole('button', { name: 'Clear filters' }).click()
      await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
      await expect(page).toHaveURL(new URL(path, 'http://localhost').pathname)
    },
  )
}
