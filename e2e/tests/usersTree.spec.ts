import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { exportAs, exportMenu } from '../testing/consolePage'
import { below, everyUser } from '../testing/api'
import { createBranch, createPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { action, countLine, readAll, searchBox, usersTable } from '../testing/usersScreen'

const tree = (page: Page) => page.getByRole('treegrid', { name: 'Managed Users' })
const rows = (page: Page) => tree(page).locator('tbody tr.data')
/** The names alone, without the number of rows below. */
const names = (page: Page) => rows(page).locator('td:first-child bdi').allInnerTexts()
const focusedName = (page: Page) => () =>
  page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('td bdi')?.textContent)

test('[PRODUCT-1] a search in the user tree shows the paths to the matches, and the tree works by keyboard', async ({
  page,
  signIn,
}) => {
  const branch = await createBranch(5)
  const path = ['master', ...branch.map(({ userName }) => userName)]
  await signIn('master')
  await page.getByRole('button', { name: 'Tree' }).click()
  await expect(page).toHaveURL('/?view=tree')
  await expect(rows(page).first()).toHaveAttribute('aria-expanded', 'true')

  await page.keyboard.press('/')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.insertText(path.at(-1)!)
  await expect.poll(() => names(page)).toEqual(path)
  const levels = await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('aria-level')))
  expect(levels).toEqual(['1', '2', '3', '4', '5'])

  await rows(page).first().focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(focusedName(page)).toBe(path[1])
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => names(page)).toEqual(path.slice(0, 2))
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => names(page)).toEqual(path)
  await page.keyboard.press('End')
  await expect.poll(focusedName(page)).toBe(path.at(-1))

  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: path.at(-1)!, exact: true })
  await expect(panel).toContainText(path.join(' › '))
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect.poll(focusedName(page)).toBe(path.at(-1))
  await page.keyboard.press('Tab')
  await expect(action(page, 'View details', path.at(-1)!)).toBeFocused()

  await page.keyboard.press('/')
  // move off the switch: an Escape would close its tooltip first
  await page.mouse.move(640, 760)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toHaveValue('')
  await page.reload()
  await expect(tree(page)).toBeVisible()
})

test(
  '[ROLE-3] [PRODUCT-8] an Administrator’s tree starts with the level below, and expands to every user',
  WITH_ALL,
  async ({ page, signIn }) => {
    const own = below(await everyUser(), 'admin1')
    await signIn('admin1', '', '/?view=tree')
    await expect(rows(page).first()).toHaveAttribute('aria-level', '1')
    const tops = own.filter(({ treeUserNamesCreators }) => treeUserNamesCreators.split('/').length === 3)
    expect((await names(page)).toSorted()).toEqual(tops.map(({ userName }) => userName).toSorted())
    await page.getByRole('button', { name: 'Expand subadmin1', exact: true }).click()
    await expect(page.getByRole('row', { name: 'distributor1' }).first()).toHaveAttribute('aria-level', '2')
  },
)

test('the exported list has every matching row, visible or not', WITH_ALL, async ({ page, signIn }) => {
  const person = await createPerson('in a file')
  const all = await readAll(page, () => signIn('master'))
  await expect(countLine(page)).toHaveText(`${all.length} users`)
  await expect(exportMenu(page)).toHaveAccessibleName(`Export ${all.length} rows`)
  const [file] = await Promise.all([page.waitForEvent('download'), exportAs(page, 'CSV')])
  expect(file.suggestedFilename()).toMatch(/^users-\d{4}-\d{2}-\d{2}\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(/^\uFEFFUser ID,Username,.*,Path\r\n/)
  expect(text.trimEnd().split('\r\n')).toHaveLength(all.length + 1)
  expect(text).toContain(`${person.userId},${person.userName},Administrator`)
})

for (const width of [390, 620]) {
  test(
    `at ${width} px a row’s actions are visible, in the list and in the tree`,
    width === 390 ? {} : WITH_ALL,
    async ({ page, signIn }) => {
      await page.setViewportSize({ width, height: 800 })
      await signIn('master')
      for (const view of ['/', '/?view=tree&search=subdistributor1']) {
        // '/' is already open after the sign-in
        if (view !== '/') await page.goto(view)
        const menu = page.getByRole('button', { name: 'Actions admin1', exact: true })
        const frame = page.getByRole('region', { name: 'Managed Users' })
        await expect(menu).toBeVisible()
        const [button, edge] = await Promise.all([menu.boundingBox(), frame.boundingBox()])
        expect(button!.x + button!.width).toBeLessThanOrEqual(edge!.x + edge!.width)
        await menu.click()
        await expect(page.getByRole('menuitem', { name: 'View details admin1', exact: true })).toBeVisible()
        await page.keyboard.press('Escape')
      }
      const name = usersTable(page).or(tree(page)).getByText('subdistributor1', { exact: true })
      const shown = await name.evaluate(
        (element) => element.clientWidth || element.getBoundingClientRect().width,
      )
      expect(shown, 'five levels deep a name has room').toBeGreaterThan(40)
    },
  )
}

test('names in the tree use the space that other columns do not need', WITH_ALL, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const branch = await createBranch(4)
  await signIn(branch[0]!.userName, '', `/?view=tree&search=${branch.at(-1)!.userName}`)
  await expect(rows(page).nth(1)).toBeVisible()
  const cut = () =>
    rows(page)
      .locator('td:first-child span')
      .evaluateAll(
        (all) => all.filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0).length,
      )
  await expect.poll(cut).toBe(0)
})
