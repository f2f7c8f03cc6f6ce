import type { Page } from '@playwright/test'
import { exportAs } from '../testing/consolePage'
import { gameSettingsOf } from '../testing/games'
import { createMachine, listMachines, machineNow } from '../testing/machinesScreen'
import { createBranch, createPerson, findPerson, freshName } from '../testing/people'
import { filter, pick } from '../testing/reports'
import { expect, PASSWORD, test, WITH_ALL } from '../testing/test'

/*
 * The pointer presses of the ten most common tasks, each from its own screen. Typing does not count. A task that
 * takes more presses than this has become harder, and fails.
 */
const MAX_CLICKS = {
  /** The search. */
  findUser: 1,
  /** 'Create User', and the form's button. */
  createClient: 2,
  /** The search, and the button in the row. */
  block: 2,
  /** The search, the button in the row, Save. */
  credit: 3,
  /** Select, the first and the last row, 'Credit...', Apply, Close. */
  creditTen: 6,
  /** The search, the button in the row, one switch, Save. */
  configure: 4,
  /** The search, the button in the row, 'Select all' of a group, Save. */
  giveGames: 4,
  /** The distributor's field and the distributor, 'Yesterday'. */
  yesterday: 3,
  /** 'Same days last week'. */
  againstLastWeek: 1,
  /** 'Export', 'Excel'. */
  excel: 2,
}

/** Counts pointer presses from now on. */
async function counted(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = window as { presses?: number }
    counter.presses = 0
    document.addEventListener('pointerdown', () => (counter.presses! += 1), true)
  })
  return () => page.evaluate(() => (window as { presses?: number }).presses ?? Infinity)
}

const rows = (page: Page) => page.locator('tr.data')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Presses the screen's search and types. */
async function find(page: Page, text: string): Promise<void> {
  const field = page.getByRole('main').getByRole('textbox', { name: /^Search/ })
  await field.click()
  await page.keyboard.type(text)
  await expect(rows(page)).toHaveCount(1)
}

test('find a user', WITH_ALL, async ({ page, signIn }) => {
  const person = await createPerson('found')
  await signIn('master')
  const clicks = await counted(page)
  await find(page, person.userName)
  await expect(rows(page)).toContainText(person.userName)
  expect(await clicks()).toBe(MAX_CLICKS.findUser)
})

test('create a Client', WITH_ALL, async ({ page, signIn }) => {
  const manager = (await createBranch(5)).at(-1)!
  const userName = freshName('client')
  await signIn(manager.userName)
  const clicks = await counted(page)
  await button(page, 'Create User').click()
  await expect(page.getByRole('dialog', { name: 'Create New Client' })).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(userName)
  // past the type
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await button(page, 'Create Client').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await clicks()).toBe(MAX_CLICKS.createClient)
  expect(await findPerson(userName)).toMatchObject({ userName })
})

test('block a user', WITH_ALL, async ({ page, signIn }) => {
  const person = await createPerson('blocked')
  await signIn('master')
  const clicks = await counted(page)
  await find(page, person.userName)
  await button(page, `Block ${person.userName}`).click()
  await expect(rows(page)).toContainText('Bloqueado')
  expect(await clicks()).toBe(MAX_CLICKS.block)
})

test('credit a machine', WITH_ALL, async ({ page, signIn }) => {
  const machine = await createMachine(5)
  await signIn('master', '', '/machines')
  const clicks = await counted(page)
  await find(page, machine.idMachine)
  await button(page, `Update Credit ${machine.row}`).click()
  await expect(page.getByLabel('Credit Amount')).toBeFocused()
  await page.keyboard.type('6')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await clicks()).toBe(MAX_CLICKS.credit)
  expect((await machineNow(machine)).credit).toBe(6)
})

test('credit ten machines', WITH_ALL, async ({ page, signIn }) => {
  const machine = await createMachine(0, 9)
  await signIn(machine.manager.userName, '', '/machines')
  await expect(rows(page)).toHaveCount(10)
  const clicks = await counted(page)
  await button(page, 'Select').first().click()
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(0)
    .click()
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(9)
    .click({ modifiers: ['Shift'] })
  await button(page, 'Credit...').click()
  await expect(page.getByLabel('Credit Amount')).toBeFocused()
  await page.keyboard.type('50')
  await button(page, 'Apply').click()
  await expect(page.getByText('10 done')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  expect(await clicks()).toBe(MAX_CLICKS.creditTen)
  const own = (await listMachines()).filter(({ userName }) => userName === machine.userName)
  expect(own.map(({ credit }) => credit)).toEqual(Array(10).fill(50))
})

test('configure a machine', WITH_ALL, async ({ page, signIn }) => {
  const machine = await createMachine()
  await signIn('master', '', '/machines')
  const clicks = await counted(page)
  await find(page, machine.idMachine)
  await button(page, `Configure ${machine.row}`).click()
  await page.getByRole('switch', { name: /Service Mode/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await clicks()).toBe(MAX_CLICKS.configure)
  expect((await machineNow(machine)).serviceMode).toBe(true)
})

test('give 20 games to a user', WITH_ALL, async ({ page, signIn }) => {
  const person = await createPerson('games')
  await signIn('master')
  const clicks = await counted(page)
  await find(page, person.userName)
  await button(page, `Game Configuration ${person.userName}`).click()
  await page.getByRole('button', { name: 'Select all Slot' }).click()
  await button(page, 'Save Configuration').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await clicks()).toBe(MAX_CLICKS.giveGames)
  expect((await gameSettingsOf(person.userId)).selectedGames.length).toBeGreaterThanOrEqual(20)
})

test('export yesterday of one Distributor, compared with last week, to an Excel file', async ({
  page,
  signIn,
}) => {
  await signIn('master', '', '/external')
  await expect(filter(page, 'Distributor')).toBeEnabled()
  const clicks = await counted(page)
  await pick(page, 'Distributor', 'distributor1')
  await button(page, 'Yesterday').click()
  await expect(page.getByRole('table', { name: 'Total', exact: true })).toBeVisible()
  const yesterday = await clicks()
  expect(yesterday).toBe(MAX_CLICKS.yesterday)

  await button(page, 'Same days last week').click()
  await expect(page.getByRole('table', { name: /same days last week/ })).toBeVisible()
  expect((await clicks()) - yesterday).toBe(MAX_CLICKS.againstLastWeek)

  const before = await clicks()
  const [file] = await Promise.all([page.waitForEvent('download'), exportAs(page, 'Excel')])
  expect(file.suggestedFilename()).toMatch(/distributor1.*\.xlsx$/)
  expect((await clicks()) - before).toBe(MAX_CLICKS.excel)
})
