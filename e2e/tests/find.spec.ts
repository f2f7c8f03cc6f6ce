import type { Page } from '@playwright/test'
import { expectNoViolation } from '../testing/axe'
import { heading } from '../testing/consolePage'
import { createMachine } from '../testing/machinesScreen'
import { expect, test, WITH_ALL } from '../testing/test'
import { inBothThemes } from '../testing/themes'

const box = (page: Page) => page.getByRole('combobox', { name: /^Find/ })
const options = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option')

test('the find box opens users, machines, screens and actions by keyboard alone', async ({
  page,
  signIn,
}) => {
  const machine = await createMachine()
  await signIn(machine.manager.userName, '', '/settings')
  await expect(heading(page, 'Settings')).toBeVisible()

  // exact: the machine's name begins with the owner's
  const ownerPanel = page.getByRole('region', { name: machine.owner.userName, exact: true })
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type(machine.owner.userName)
  await expect(options(page).first()).toContainText(machine.owner.userName)
  await page.keyboard.press('Enter')
  // the panel opens over the screen where the box was opened
  await expect(page).toHaveURL(`/settings?open=user:${machine.owner.userId}`)
  await expect(ownerPanel).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type(machine.idMachine)
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/settings?open=machine:${machine.idMachine}`)

  await expect(ownerPanel).toBeHidden()

  await page.goBack()
  await expect(page).toHaveURL(`/settings?open=user:${machine.owner.userId}`)
  await expect(ownerPanel).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('complementary', { name: 'Side panel' })).toBeHidden()
  await expect(heading(page, 'Settings')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('new user')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Create New Client' })
  await expect(form).toBeVisible()
  await expect(page).toHaveURL('/?do=create')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  // the address no longer opens the form
  await expect(page).toHaveURL('/')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test(
  'the find box loads its code when it opens, and its lists when the user types',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('admin1', '', '/settings')
    await expect(heading(page, 'Settings')).toBeVisible()
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.keyboard.press('Control+k')
    await expect(options(page).first()).toBeVisible()
    expect(loaded).not.toContain('/api/Users/children')
    await page.keyboard.type('c')
    await expect.poll(() => loaded).toContain('/api/Users/children')
    expect(loaded.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0)
  },
)

inBothThemes('accessibility of the find box', () => {
  test('the results and the shortcuts', async ({ page, signIn }) => {
    await signIn('master')
    await expect(page.locator('tr.data').first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(box(page)).toBeVisible()
    await page.keyboard.type('client1')
    await expect(options(page).first()).toContainText('client1')
    await expectNoViolation(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(box(page)).toBeHidden()
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(shortcuts).toBeVisible()
    const sizeOf = (level: number) =>
      shortcuts
        .getByRole('heading', { level })
        .first()
        .evaluate((heading) => parseFloat(getComputedStyle(heading).fontSize))
    expect(await sizeOf(3), 'a section under its title').toBeLessThan(await sizeOf(2))
    await expectNoViolation(page)
  })
})
