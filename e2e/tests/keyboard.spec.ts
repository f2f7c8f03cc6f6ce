import type { Page } from '@playwright/test'
import { toast } from '../testing/consolePage'
import { createGame, gamesPanel, gamesTable, listGames } from '../testing/games'
import { expectFocusIn, expectSeenFocus, press, tabTo } from '../testing/keyboard'
import {
  createMachine,
  machineAction,
  machineCredit,
  machineNow,
  machineRows,
  openMachines,
} from '../testing/machinesScreen'
import { createBranch, createPerson, findPerson, freshName } from '../testing/people'
import { search } from '../testing/reports'
import { expect, PASSWORD, test, WITH_ALL } from '../testing/test'
import { createUserButton, dialog, usersTable } from '../testing/usersScreen'

const main = (page: Page) => page.getByRole('main')
const announced = (page: Page) => page.locator('[aria-live=polite]')

test('signing in', WITH_ALL, async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.keyboard.type('admin1')
  await tabTo(page.getByLabel('Password'))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Managed Users · Admin Console')
  await expect(announced(page)).toHaveText('Managed Users')
  // no focus outline is expected: no key has been pressed on this page yet
  await expect(main(page)).toBeFocused()
})

test(
  'creating a user: parent, type, name, password, and a change of mind',
  WITH_ALL,
  async ({ page, signIn }) => {
    const branch = await createBranch(5)
    const parent = branch.at(-1)!
    await signIn(branch[0]!.userName)
    await press(createUserButton(page))
    await expect(page.getByLabel('Buscar usuario')).toBeFocused()
    await page.keyboard.type(parent.userName)
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('listbox')).toBeFocused()
    await page.keyboard.press('Enter')

    await expect(dialog(page, 'Create New Client')).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
    const name = freshName('typed')
    await page.keyboard.type(name)
    await press(page.getByRole('combobox', { name: 'User Type' }))
    await expect(page.getByRole('option', { name: 'Client' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const form = dialog(page, 'Create New Player')
    await expect(form.getByRole('combobox', { name: 'User Type' })).toBeFocused()

    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(form.getByRole('combobox', { name: 'User Type' })).toBeFocused()
    await tabTo(form.getByLabel('Password'))
    await page.keyboard.type(PASSWORD)
    await press(form.getByRole('button', { name: 'Create Player' }))
    await expect(toast(page)).toContainText(`Usuario ${name} creado con éxito.`)
    await expect(createUserButton(page)).toBeFocused()
    expect(await findPerson(name)).toMatchObject({ level: 7 })
  },
)

test('the first user replaces the message of the empty list', WITH_ALL, async ({ page, signIn }) => {
  await signIn((await createPerson('alone')).userName)
  await press(page.getByRole('button', { name: 'Create Your First User' }))
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(freshName('first'))
  await tabTo(page.getByLabel('Password'))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(toast(page)).toHaveText('Usuario creado con éxito')
  await expect(usersTable(page).locator('tr.data')).toHaveCount(1)
  await expectFocusIn(page.getByRole('region', { name: 'Managed Users' }))
})

test("changing a machine's credit", WITH_ALL, async ({ page, signIn }) => {
  const machine = await createMachine(10)
  await openMachines(signIn, machine)
  await press(machineAction(page, 'Update Credit', machine))
  const form = machineCredit(page, machine)
  await expect(form.getByLabel('Credit Amount')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Please enter a valid amount')).toBeVisible()
  await expectFocusIn(form)
  await tabTo(form.getByLabel('Credit Amount'))
  await page.keyboard.type('99.90')
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('Machine credit updated successfully')
  await expect(machineRows(page)).toContainText('$99.90')
  await expect(machineAction(page, 'Update Credit', machine)).toBeFocused()
  await expectSeenFocus(page)
  expect((await machineNow(machine)).credit).toBe(99.9)
})

test('running a report', WITH_ALL, async ({ page, signIn }) => {
  await signIn('admin1', '', '/external')
  // a button group is one tab stop; arrow keys move within it
  await tabTo(page.getByRole('button', { name: 'Today' }))
  for (const _ of [1, 2]) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Last 7 days' })).toBeFocused()
  await expectSeenFocus(page)
  await page.keyboard.press('Enter')
  const type = page.getByRole('combobox', { name: 'Query Type' })
  await press(type)
  await expect(page.getByRole('option', { name: 'Total' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(type).toHaveText('Detail')
  await expect(type).toBeFocused()
  await press(search(page))
  const rows = page.getByRole('region', { name: 'Results' }).locator('tr.data')
  await expect(rows.first()).toBeVisible()
  await expect(search(page)).toBeFocused()
  await tabTo(rows.first())
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await expectSeenFocus(page)
})

test('deleting games moves the focus to the next row', WITH_ALL, async ({ page, signIn }) => {
  const what = `keys ${Date.now()}`
  const [first, second] = [await createGame(what), await createGame(what)]
  await signIn('admin1', '', '/settings')
  await press(gamesPanel(page))
  await tabTo(page.getByRole('textbox', { name: 'Search games' }))
  await page.keyboard.type(what)
  await expect(gamesTable(page).locator('tr.data')).toHaveCount(2)
  const remove = async ({ name }: { name: string }) => {
    await press(page.getByRole('button', { name: `Actions ${name}` }))
    await expect(page.getByRole('menuitem', { name: `Delete ${name}` })).toBeFocused()
    await page.keyboard.press('Enter')
    const question = dialog(page, 'Confirm Deletion')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(question.getByRole('button', { name: 'Delete' }))
    await expect(question).toBeHidden()
    await expect(gamesTable(page).getByText(name)).toHaveCount(0)
  }
  await remove(first)
  await expect(gamesTable(page).locator('tr.data')).toBeFocused()
  await remove(second)
  await expect(page.getByRole('heading', { name: 'No Games Found' })).toBeVisible()
  await expectFocusIn(page.getByRole('region', { name: 'Games', exact: true }))
  const remaining = (await listGames()).map(({ name }) => name)
  expect(remaining).not.toContain(first.name)
  expect(remaining).not.toContain(second.name)
})
