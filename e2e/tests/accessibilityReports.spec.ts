import { todayIn } from '@console/shared-kernel/rules'
import { addDays } from '@console/shared-kernel/domain'
import { expectAccessible, expectNoViolation } from '../testing/axe'
import { BROKEN, HANG } from '../testing/misbehaving'
import { filter, search } from '../testing/reports'
import { expect, test } from '../testing/test'
import { inBothThemes } from '../testing/themes'

const lately = addDays(todayIn('Europe/Madrid'), -20)

inBothThemes('accessibility of reports', () => {
  test('filters that are loading or failed, an empty result, and days in the wrong order', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    await signIn('admin1', url)
    api.fault(/all-hierarchy/, HANG)
    await page.goto(`${url}/internal`)
    // until then the app shell shows its own spinner
    await expect(page.getByRole('heading', { name: 'Internal Data' })).toBeVisible()
    await expectAccessible(page.getByRole('progressbar').first())
    api.fault(/all-hierarchy/, BROKEN)
    await page.goto(`${url}/external`)
    await expectAccessible(page.getByText('Error al cargar datos de jerarquía'))
    api.fault(/all-hierarchy/, null)
    await page.goto(`${url}/internal?dateFrom=1990-01-01&dateTo=1990-01-02`)
    await search(page).click()
    await expect(page.getByText('No movements found for the selected filters')).toBeVisible()
    await expect(filter(page, 'Client/Player')).toBeEnabled()
    await expectNoViolation(page)
    await page.goto(`${url}/internal?dateFrom=2026-02-02&dateTo=2026-01-01`)
    await expectAccessible(page.getByText('From must be before To'))
  })

  test('a running search, and a failed one', async ({ page, faultyApi: { url, api }, signIn }) => {
    await signIn('admin1', url, '/internal')
    api.fault(/internal\/query/, HANG)
    await search(page).click()
    await expectAccessible(page.getByRole('button', { name: 'Cancel search' }))
    await page.getByRole('button', { name: 'Cancel search' }).click()
    api.fault(/internal\/query/, BROKEN)
    await search(page).click()
    await expectAccessible(page.getByText('The search failed: there are no results.'))
  })

  test('results of Detail, Tickets and POS, and of Internal', async ({ page, signIn }) => {
    await signIn('client1', '', `/external?dateFrom=${lately}`)
    for (const type of ['Detail', 'Tickets', 'POS']) {
      await filter(page, 'Query Type').click()
      await page.getByRole('option', { name: type, exact: true }).click()
      await search(page).click()
      const rows = page.getByRole('table', { name: type, exact: true }).locator('tr.data')
      await expectAccessible(rows.first())
    }
    await page.goto(`/internal?dateFrom=${lately}&run=1`)
    await expectAccessible(page.getByRole('region', { name: 'Chart' }).locator('svg').first())
  })
})
