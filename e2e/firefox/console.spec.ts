import { chooseInAccountMenu, link } from '../testing/consolePage'
import { gamesPanel, gamesTable } from '../testing/games'
import { filter, search } from '../testing/reports'
import { expect } from '../testing/test'
import { test } from './test'
import { enter } from './typing'

test('Firefox: reports run, the games are listed, the theme is remembered, and the session ends', async ({
  page,
}) => {
  await enter(page, 'admin1')
  await link(page, 'Internal').click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await search(page).click()
  await expect(page.getByRole('table', { name: 'Total', exact: true })).toBeVisible()

  await link(page, 'External').click()
  await filter(page, 'Client/Player').click()
  await filter(page, 'Client/Player').pressSequentially('client1')
  await page.getByRole('option', { name: 'client1', exact: true }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await filter(page, 'Query Type').click()
  await page.getByRole('option', { name: 'Detail' }).click()
  await search(page).click()
  await expect(
    page.getByRole('table', { name: 'Detail', exact: true }).locator('tr.data').first(),
  ).toBeVisible()
  await expect(filter(page, 'Client/Player')).toHaveValue('client1')

  await link(page, 'Settings').click()
  await gamesPanel(page).click()
  await expect(gamesTable(page).locator('tr.data').first()).toBeVisible()

  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible()
  await chooseInAccountMenu(page, 'Logout')
  await expect(page).toHaveURL('/login')
})
