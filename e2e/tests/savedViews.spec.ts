import { createMachine } from '../testing/machinesScreen'
import { expect, test, WITH_ALL } from '../testing/test'

test(
  'a machine view is saved, counted, and opened from its tab and the find box; arrow keys reach its rows',
  WITH_ALL,
  async ({ page, signIn }) => {
    const { manager, row } = await createMachine(0, 1)
    await signIn(manager.userName, '', '/machines?blocked=no')
    const tabs = page.getByRole('tablist', { name: 'Saved views' }).getByRole('tab')
    await expect(page.locator('tr.data')).toHaveCount(2)
    await expect(tabs).toHaveCount(0)
    const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /views/.test(key)))
    expect(await stored()).toEqual([])
    await page.getByRole('button', { name: 'Save view' }).click()
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveValue('not blocked')
    await page.keyboard.press('Enter')
    await expect(tabs).toHaveText(['All', 'not blocked 2'])
    expect(await stored()).toHaveLength(1)

    await tabs.first().click()
    await expect(page).toHaveURL('/machines')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('not bl')
    await expect(page.getByRole('option').first()).toHaveText(/^not blocked/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/machines?blocked=no')
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')

    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('tr[data-index="0"]')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('textbox', { name: 'Search Machines' })).toBeFocused()
    await page.keyboard.type(row.split(' ')[0] ?? '')
    await expect(page.getByRole('button', { name: 'Save view' })).toBeEnabled()
  },
)
