import { BROKEN, type Fault } from '../testing/misbehaving'
import { filter, FILTERS, search } from '../testing/reports'
import { tableRows } from '../testing/table'
import { expect, test, WITH_ALL } from '../testing/test'

const ZEROS = {
  'Num. machines': '0',
  'Num. movements': '0',
  'Total bet': '0,00\u00a0€',
  'Total win': '0,00\u00a0€',
  'Total profit': '0,00\u00a0€',
  '% return': '0,00\u00a0%',
}

test(
  '[ERROR-32] [STATE-30] without a hierarchy all lists are empty, and it can be loaded again',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    await signIn('admin1', url)
    api.fault(/all-hierarchy/, BROKEN)
    await page.goto(`${url}/external`)
    await expect(page.getByText('Error al cargar datos de jerarquía')).toBeVisible()
    for (const name of FILTERS) {
      await filter(page, name).click()
      await expect(page.getByRole('option')).toHaveText([/^All /])
      await page.keyboard.press('Escape')
    }
    api.fault(/all-hierarchy/, null)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeHidden()
    await filter(page, 'Sub-Administrator').click()
    await expect(page.getByRole('option').nth(1)).toBeVisible()
  },
)

test(
  '[ERROR-32] without machines alone only their list is empty, without a message',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    await signIn('admin1', url)
    api.fault(/api\/Machines/, BROKEN)
    await page.goto(`${url}/internal`)
    await expect(filter(page, 'Machine')).toBeEnabled()
    await filter(page, 'Machine').click()
    await expect(page.getByRole('option')).toHaveText(['All Machines'])
    await page.keyboard.press('Escape')
    await filter(page, 'Distributor').click()
    await expect(page.getByRole('option').nth(1)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

for (const [what, fault] of [
  ['a 500', BROKEN],
  ['no answer', { kind: 'reset' }],
] as [string, Fault][]) {
  test(
    `[ERROR-33] [STATE-34] a search with ${what} clears rows and total, and a retry recovers`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api }, signIn }) => {
      await signIn('admin1', url, '/internal?dateFrom=2026-01-01')
      await search(page).click()
      const rows = page.getByRole('table', { name: 'Total per machine' }).locator('tr.data')
      await expect(rows.first()).toBeVisible()

      api.fault(/internal\/query/, fault)
      await search(page).click()
      await expect(page.getByText('Error al realizar la búsqueda')).toBeVisible()
      await expect(rows).toHaveCount(0)
      expect(await tableRows(page.getByRole('table', { name: 'Total', exact: true }))).toEqual([ZEROS])
      await expect(search(page)).toBeEnabled()

      api.fault(/internal\/query/, null)
      await search(page).click()
      await expect(rows.first()).toBeVisible()
    },
  )
}

test(
  '[EXTERNAL-3] [STATE-32] [VALID-19] a slow search can be cancelled, and a malformed answer is empty',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    const { url, api } = await ownConsole({ api: true })
    await signIn('admin1', url, '/internal')
    api.fault(/internal\/query/, { kind: 'hang' })
    await search(page).click()
    await expect(page.getByRole('button', { name: 'Searching...' })).toBeDisabled()
    await page.getByRole('button', { name: 'Cancel search' }).click()
    await expect(page.getByRole('region', { name: 'Results' })).toHaveCount(0)

    api.fault(/internal\/query/, { kind: 'answer', status: 200, body: '{"no":"list"}' })
    await search(page).click()
    await expect(page.getByText('No movements found for the selected filters')).toBeVisible()
    await expect(page.getByText('No machine-specific data available')).toBeVisible()
    expect(await tableRows(page.getByRole('table', { name: 'Total', exact: true }))).toEqual([ZEROS])
  },
)

test('with 100,000 users and 50,000 machines a list opens at once, and one selection fills the levels above', async ({
  page,
  ownConsole,
  signIn,
}) => {
  test.setTimeout(60_000)
  const users = Array.from({ length: 100_000 }, (_, index) => ({
    userId: index + 1000,
    userName: `user${index}`,
    level: index < 10 ? 3 : index < 100 ? 4 : index < 1000 ? 5 : 6,
    parentUserId: index < 10 ? 1 : 1000 + Math.floor(index / 10),
  })).map((user, index) => (index < 1000 ? user : { ...user, parentUserId: 1100 + (index % 900) }))
  const machines = Array.from({ length: 50_000 }, (_, index) => ({
    idMachine: `m${index}`,
    machineName: `Slot ${index}`,
    userId: 2000 + index,
  }))
  const { url, api } = await ownConsole({ api: true })
  await signIn('admin1', url)
  api.fault(/all-hierarchy/, { kind: 'answer', status: 200, body: JSON.stringify(users) })
  api.fault(/api\/Machines/, { kind: 'answer', status: 200, body: JSON.stringify(machines) })
  await page.goto(`${url}/external`)
  // speed is measured elsewhere: on two loaded cores the lists may take long
  await expect(filter(page, 'Machine')).toBeEnabled({ timeout: 30_000 })
  await filter(page, 'Machine').click()
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-setsize', '50001')
  expect(await page.getByRole('option').count()).toBeLessThan(40)
  await page.keyboard.type('slot 49999')
  await page.keyboard.press('Enter')
  await expect(filter(page, 'Machine')).toHaveValue('Machine: Slot 49999')
  for (const name of FILTERS) await expect(filter(page, name)).toHaveValue(/\d/)
})
