import type { Page } from '@playwright/test'
import { everyUser } from '../testing/api'
import { machinesTable } from '../testing/machinesScreen'
import { tableRows } from '../testing/table'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'
import { searchBox, usersTable } from '../testing/usersScreen'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'
const frame = (page: Page) => page.getByRole('region', { name: 'Managed Users' })
const searchOf = (page: Page) => () => new URL(page.url()).searchParams.get('search')

test('[USERS-3] [VALID-18] the search box keeps up with fast typing, even in the middle of the text, and Back and Forward restore it, across two remotes', async ({
  page,
  signIn,
}) => {
  await signIn('master')
  await expect(usersTable(page).locator('tr.data').first()).toBeVisible()
  await searchBox(page).pressSequentially(ALPHABET)
  await expect(searchBox(page)).toHaveValue(ALPHABET)
  await expect.poll(searchOf(page)).toBe(ALPHABET)

  for (let step = 0; step < 13; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('0123456789')
  const edited = 'abcdefghijklm0123456789nopqrstuvwxyz'
  await expect(searchBox(page)).toHaveValue(edited)
  await expect.poll(searchOf(page)).toBe(edited)
  expect(await searchBox(page).evaluate((box: HTMLInputElement) => box.selectionStart)).toBe(23)

  const machineSearch = page.getByRole('textbox', { name: 'Search Machines' })
  await page.getByRole('link', { name: 'Machines' }).click()
  await machineSearch.pressSequentially('cli')
  await expect(page).toHaveURL('/machines?search=cli')
  await page.goBack()
  await expect(page).toHaveURL(`/?search=${edited}`)
  await expect(searchBox(page)).toHaveValue(edited)
  await page.goForward()
  await expect(page).toHaveURL('/machines?search=cli')
  await expect(machineSearch).toHaveValue('cli')
})

test(
  '[USERS-4] typing followed at once by a sort keeps both, and Back and links are applied',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('master')
    await searchBox(page).pressSequentially('adm')
    await usersTable(page).getByRole('button', { name: 'Country' }).click()
    await expect(page).toHaveURL('/?search=adm&sort=pais')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
    await expect(searchBox(page)).toHaveValue('')
    await expect(usersTable(page).getByRole('columnheader', { name: 'Level' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await page.goBack()
    await expect(searchBox(page)).toHaveValue('adm')
    await expect(page).toHaveURL('/?search=adm&sort=pais')
  },
)

test('typed text is still there after signing in again', WITH_ALL, async ({ page, signIn }) => {
  await signIn('master', '', '/?other=1')
  await searchBox(page).pressSequentially('adm')
  await usersTable(page).getByRole('button', { name: 'Country' }).click()
  await expect(page).toHaveURL('/?other=1&search=adm&sort=pais')
  const other = await page.context().newPage()
  await other.goto('/token-debug')
  // an ended session keeps the address; Logout does not
  await other.evaluate(() => localStorage.removeItem('token'))
  await expect(page).toHaveURL('/login')
  await submitLogin(page, 'master', PASSWORD)
  await expect(page).toHaveURL('/?other=1&search=adm&sort=pais')
  await expect(searchBox(page)).toHaveValue('adm')
})

test('an invalid sort or view falls back to the default', WITH_ALL, async ({ page, signIn }) => {
  await signIn('master', '', '/?sort=nothing&dir=desc&view=nothing')
  await expect(usersTable(page).getByRole('columnheader', { name: 'Level' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
})

test('Back and the navigation restore the scroll position', WITH_ALL, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await signIn('master')
  const row = usersTable(page).locator('tr[data-index="6"]')
  await expect(row).toBeAttached()
  await frame(page).evaluate((element) => element.scrollTo({ top: 200 }))
  await row.focus()
  await expect(row).toBeFocused()
  const name = await row.locator('td').first().innerText()
  const top = await frame(page).evaluate((element) => element.scrollTop)
  expect(top).toBeGreaterThan(0)
  for (const comeBack of [
    () => page.goBack(),
    () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click(),
  ]) {
    await page.getByRole('link', { name: 'Machines' }).click()
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await comeBack()
    await expect(row).toBeFocused()
    await expect(row.locator('td').first()).toHaveText(name)
    expect(await frame(page).evaluate((element) => element.scrollTop)).toBe(top)
  }
})

test(
  "the navigation restores a tree with its search and open branches, and the current screen's link resets it",
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('master')
    await page.getByRole('button', { name: 'Tree' }).click()
    const navigation = page.getByRole('navigation', { name: 'Main' })
    const tree = page.getByRole('treegrid')
    // all rows, including those outside the viewport
    const rowCount = async () => Number(await tree.getAttribute('aria-rowcount'))
    const branch = tree.locator('tr.data[aria-expanded=false]').first()
    await branch.focus()
    const closed = await rowCount()
    await page.keyboard.press('ArrowRight')
    await expect.poll(rowCount).not.toBe(closed)
    const opened = await rowCount()
    await expect(page).toHaveURL(/view=tree/)
    const address = page.url()
    await navigation.getByRole('link', { name: 'Machines' }).click()
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await navigation.getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL(address)
    await expect.poll(rowCount).toBe(opened)
    await navigation.getByRole('link', { name: 'Users' }).click()
    await expect(tree).toBeHidden()
    await expect(page).not.toHaveURL(/view=tree/)
  },
)

const specified = ['Username', 'Level', 'Country', 'Status', 'Actions']
test(
  'every column is readable at each width, and the table scrolls in its own frame',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('master')
    const heads = usersTable(page).getByRole('columnheader')
    const chips = usersTable(page).locator('.chip')
    const sizes = () =>
      frame(page).evaluate((element) => ({
        table: element.querySelector('table')!.offsetWidth,
        inside: element.clientWidth,
        page: document.documentElement.scrollWidth,
      }))
    const cutOff = async () => [
      ...(await heads.evaluateAll((all) =>
        all.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent),
      )),
      ...(await chips.evaluateAll((all) =>
        all
          .filter((chip) => chip.closest('td')!.scrollWidth > chip.closest('td')!.clientWidth)
          .map((chip) => chip.textContent),
      )),
    ]
    for (const width of [390, 620, 768, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(usersTable(page).locator('tr.data').first()).toBeVisible()
      await expect.poll(() => heads.allTextContents()).toEqual(expect.arrayContaining(specified))
      await expect(chips).not.toHaveCount(0)
      await expect.poll(cutOff, { message: `at ${width} px` }).toEqual([])
      await expect.poll(async () => (await sizes()).page).toBe(width)
      const { table, inside } = await sizes()
      expect(table, `at ${width} px`).toBeGreaterThanOrEqual(inside - (await heads.count()))
    }
  },
)

test(
  'closing the drawer gives the table enough width to unfold its rows',
  WITH_ALL,
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 900, height: 800 })
    await signIn('master')
    await page.getByRole('link', { name: 'Machines' }).click()
    const credit = machinesTable(page).getByRole('columnheader').getByRole('button', { name: 'Credit' })
    const sortBy = page.getByRole('button', { name: /^Sort by/ })
    await expect(sortBy).toBeVisible()
    await expect(credit).toHaveCount(0)
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(credit).toBeVisible()
    await expect(sortBy).toHaveCount(0)
  },
)

test('a name that is cut off is shown in full in a tooltip', WITH_ALL, async ({ page, signIn }) => {
  const longest = (await everyUser()).sort((a, b) => b.userName.length - a.userName.length)[0]!
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn('master')
  await searchBox(page).fill(longest.userName)
  await usersTable(page).getByText(longest.userName, { exact: true }).hover()
  await expect(page.getByRole('tooltip')).toHaveText(new RegExp(`${escaped(longest.userName)}$`))
  expect((await tableRows(usersTable(page)))[0]!['Username']).toBe(longest.userName)
})
