import { below, everyUser } from '../testing/api'
import { tableRows } from '../testing/table'
import { ACCOUNTS, expect, ofLevel, test, WITH_ALL } from '../testing/test'
import { countLine as count, readAll, searchBox, usersTable } from '../testing/usersScreen'

const LEVELS = [
  'Master',
  'Administrator',
  'Sub-Administrator',
  'Distributor',
  'Sub-Distributor',
  'Client',
  'Player',
]
const levelName = (level: number) => LEVELS[level - 1]!
const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{Diacritic}/gu, '')

ACCOUNTS.forEach((account, index) => {
  const level = index + 1
  test(
    `[USERS-1] [USERS-2] [PRODUCT-3] level ${level}, ${levelName(level)}, sees exactly its own users`,
    ofLevel(level),
    async ({ page, signIn }) => {
      let expected = below(await everyUser(), account)
      if (level === 1) expected = await readAll(page, () => signIn(account))
      else await signIn(account)
      await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
      const card = page.getByRole('complementary').getByRole('button', { name: `View details ${account}` })
      await expect(card.getByText(levelName(level), { exact: true })).toBeVisible()
      await expect(page.getByText('Master View - All Users')).toHaveCount(level === 1 ? 1 : 0)
      if (expected.length === 0) {
        await expect(count(page)).toHaveText('No users found')
        await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible()
        return
      }
      await expect(count(page)).toHaveText(`${expected.length} ${expected.length === 1 ? 'user' : 'users'}`)
      await expect(usersTable(page)).toHaveAttribute('aria-rowcount', String(expected.length + 1))
      // the default order is by level, ascending
      const rows = await tableRows(usersTable(page))
      expect(rows.length).toBeGreaterThan(0)
      const levels = expected.map((user) => user.level).sort((a, b) => a - b)
      expect(rows.map((row) => row['Level'])).toEqual(levels.slice(0, rows.length).map(levelName))
      const names = new Set(expected.map((user) => user.userName))
      for (const row of rows) expect(names).toContain(row['Username'])
    },
  )
})

test(
  '[USERS-3] the search matches names and countries regardless of case and accents, and is kept in the address',
  WITH_ALL,
  async ({ page, signIn }) => {
    let all = await readAll(page, () => signIn('master'))
    for (const text of ['GARCÍA', 'garcia', 'jap', 'Олена', "O'B", 'حسن', 'no such user at all']) {
      const wanted = text.toLowerCase()
      const found = all.filter((user) =>
        [user.userName, user.countryName]
          .flatMap((field) => [field, withoutAccents(field)])
          .some((field) => field.toLowerCase().includes(wanted)),
      )
      await searchBox(page).fill(text)
      await expect(count(page)).toHaveText(
        found.length === 0 ? 'No users found' : `${found.length} of ${all.length} users`,
      )
      await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(text)
    }
    all = await readAll(page, () => page.reload())
    await expect(searchBox(page)).toHaveValue('no such user at all')
    await expect(page.getByText('No users match your search')).toBeVisible()
    await page.getByText('Clear search', { exact: true }).click()
    await expect(count(page)).toHaveText(`${all.length} users`)
  },
)

for (const [header, key, read] of [
  ['Username', 'userName', (user: { userName: string }) => user.userName],
  ['Country', 'pais', (user: { countryName: string }) => user.countryName],
  ['Level', 'level', (user: { level: number }) => levelName(user.level)],
] as const) {
  test(
    `[USERS-4] ${header} sorts in both directions, announces the order, and keeps it after a reload`,
    WITH_ALL,
    async ({ page, signIn }) => {
      const all = await readAll(page, () => signIn('master'))
      const spanish = new Intl.Collator('es', { sensitivity: 'base', numeric: true })
      const order = (direction: 1 | -1) =>
        [...all]
          .sort((a, b) =>
            header === 'Level'
              ? direction * (a.level - b.level)
              : direction * spanish.compare(read(a as never), read(b as never)),
          )
          .map((user) => read(user as never))
      const head = usersTable(page).getByRole('columnheader', { name: header })
      const shown = async () => {
        const rows = await tableRows(usersTable(page))
        expect(rows.length).toBeGreaterThan(0)
        return rows.map((row) => row[header])
      }
      await expect(count(page)).toHaveText(`${all.length} users`)

      // the list is sorted by level at first
      if (header !== 'Level') await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', 'ascending')
      let rows = await shown()
      expect(rows).toEqual(order(1).slice(0, rows.length))

      await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', 'descending')
      rows = await shown()
      expect(rows).toEqual(order(-1).slice(0, rows.length))

      // the address is updated after the table
      await expect.poll(() => new URL(page.url()).searchParams.get('dir')).toBe('desc')
      await page.reload()
      await expect(head).toHaveAttribute('aria-sort', 'descending')
      expect(new URL(page.url()).searchParams.get('sort') ?? 'level').toBe(key)
    },
  )
}

test('[USERS-4] Status and Actions cannot be sorted', WITH_ALL, async ({ page, signIn }) => {
  await signIn('admin1')
  for (const name of ['Status', 'Actions']) {
    const head = usersTable(page).getByRole('columnheader', { name })
    await expect(head).toBeVisible()
    await expect(head.getByRole('button')).toHaveCount(0)
  }
})

test(
  '[USERS-6] [USERS-7] [STATE-7] a blocked user is marked and the row is tinted',
  WITH_ALL,
  async ({ page, signIn }) => {
    const blocked = (await everyUser()).find((user) => user.isBlocked)!
    await signIn('master')
    await searchBox(page).fill(blocked.userName)
    const row = usersTable(page)
      .getByRole('row')
      .filter({ has: page.getByText(blocked.userName, { exact: true }) })
    await expect(row).toContainText('Bloqueado')
    await expect(row).toContainText(blocked.countryName)
    const colour = (cell: string) =>
      usersTable(page)
        .locator(cell)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await colour('tr.tinted')).not.toBe('rgba(0, 0, 0, 0)')

    await searchBox(page).fill('admin1')
    await expect(usersTable(page).getByRole('row').nth(1)).toContainText('Activo')
    await expect(usersTable(page).locator('tr.tinted')).toHaveCount(0)
  },
)

test('[SHELL-11] only the visible rows are in the DOM, the keyboard reaches the last row, and closing the details of a user returns the focus to the row’s button', async ({
  page,
  signIn,
}) => {
  const all = await readAll(page, () => signIn('master'))
  const rows = usersTable(page).locator('tbody tr.data')
  await expect(rows.first()).toBeVisible()
  expect(await rows.count()).toBeLessThan(60)
  await rows.first().focus()
  await page.keyboard.press('End')
  await expect(usersTable(page).locator(`tr[aria-rowindex="${all.length + 1}"]`)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(usersTable(page).locator('tr[aria-rowindex="2"]')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(usersTable(page).locator('tr[aria-rowindex="3"]')).toBeFocused()

  await searchBox(page).fill('admin1')
  await expect(page.getByRole('status').filter({ hasText: ' of ' })).toBeVisible()
  const button = page.getByRole('main').getByRole('button', { name: 'View details admin1', exact: true })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'User Details: admin1' })
  await expect(dialog).toContainText('Administrator')
  await expect(dialog).toContainText('master')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

test('the printed list has all its rows, and no buttons', WITH_ALL, async ({ page, signIn }) => {
  await signIn('admin1')
  const heads = usersTable(page).getByRole('columnheader')
  await expect(heads.last()).toHaveText('Actions')
  const onScreen = await heads.allTextContents()
  await page.emulateMedia({ media: 'print' })
  await expect(heads).toHaveText(onScreen.slice(0, -1))
  for (const control of ['button', 'textbox'] as const)
    await expect(page.getByRole('main').getByRole(control)).toHaveCount(0)
  await expect(count(page)).toHaveText(/\d/)
  const all = Number((await count(page).textContent())?.replace(/\D/g, ''))
  await expect(usersTable(page).locator('tr.data')).toHaveCount(all)
})
