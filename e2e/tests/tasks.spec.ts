import type { Page } from '@playwright/test'
import { exportAs } from '../testing/consolePage'
import { gameSettingsOf } from '../testing/games'
import { createMachine, listMachines, machineNow } from '../testing/machinesScreen'
import { createBranch, createPerson, findPerson, freshName } from '../testing/people'
import { filter, pick } from '../testing/reports'
import { expect, PASSWORD, test, WITH_ALL } from '../testing/test'

/*
 * The cost of the ten most common tasks, each started on its own screen: clicks, and waits (clicks that make
 * the page send a request). Typing does not count. A task that costs more has become harder, and its test
 * fails.
 */
const COSTS = {
  /** The search. */
  findUser: { clicks: 1, waits: 0 },
  /** 'Create User', whose form loads the countries, and the form's button. */
  createClient: { clicks: 2, waits: 2 },
  /** The search, and the button in the row. */
  block: { clicks: 2, waits: 1 },
  /** The search, the button in the row, Save. */
  credit: { clicks: 3, waits: 1 },
  /** Select, the first and the last row, 'Credit...', Apply, Close. */
  creditTen: { clicks: 6, waits: 1 },
  /** The search, the button in the row, one switch, Save. */
  configure: { clicks: 4, waits: 2 },
  /** The search, the button in the row, 'Select all' of a group, Save. */
  giveGames: { clicks: 4, waits: 2 },
  /** The distributor's field and the distributor, 'Yesterday'. */
  yesterday: { clicks: 3, waits: 1 },
  /** 'Same days last week'. */
  againstLastWeek: { clicks: 1, waits: 1 },
  /** 'Export', 'Excel'. */
  excel: { clicks: 2, waits: 0 },
}

/** Calls that no task waits for: live updates, also from other tests, and password-strength checks. */
const IN_THE_BACKGROUND =
  /\/api\/(?:events|attention|Auth\/password-strength|Users\/(?:all-hierarchy|children)|Machines(?:\?|$))/

/** Starts counting. @returns a function that reads the cost so far */
async function counted(page: Page): Promise<() => Promise<{ clicks: number; waits: number }>> {
  await page.evaluate(() => {
    const presses: number[] = []
    Object.assign(window, { presses })
    document.addEventListener('pointerdown', ({ timeStamp }) => presses.push(timeStamp), true)
    performance.setResourceTimingBufferSize(5_000)
    performance.clearResourceTimings()
  })
  return () =>
    page.evaluate((background) => {
      const { presses } = window as unknown as { presses: number[] }
      const calls = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/') && !new RegExp(background).test(name))
        .map(({ startTime }) => startTime)
      const isWait = (from: number, index: number) =>
        calls.some((at) => at >= from && at < (presses[index + 1] ?? Infinity))
      return { clicks: presses.length, waits: presses.filter(isWait).length }
    }, IN_THE_BACKGROUND.source)
}

const rows = (page: Page) => page.locator('tr.data')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Clicks the screen's search box and types. */
async function find(page: Page, text: string): Promise<void> {
  const field = page.getByRole('main').getByRole('textbox', { name: /^Search/ })
  await field.click()
  await page.keyboard.type(text)
  await expect(rows(page)).toHaveCount(1)
}

test('find a user', WITH_ALL, async ({ page, signIn }) => {
  const person = await createPerson('found')
  await signIn('master')
  const costs = await counted(page)
  await find(page, person.userName)
  await expect(rows(page)).toContainText(person.userName)
  expect(await costs()).toEqual(COSTS.findUser)
})

test('create a Client', WITH_ALL, async ({ page, signIn }) => {
  const manager = (await createBranch(5)).at(-1)!
  const userName = freshName('client')
  await signIn(manager.userName)
  const costs = await counted(page)
  await button(page, 'Create User').click()
  await expect(page.getByRole('dialog', { name: 'Create New Client' })).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(userName)
  // past the user type
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await button(page, 'Create Client').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await costs()).toEqual(COSTS.createClient)
  expect(await findPerson(userName)).toMatchObject({ userName })
})

test('block a user', WITH_ALL, async ({ page, signIn }) => {
  const person = await createPerson('blocked')
  await signIn('master')
  const costs = await counted(page)
  await find(page, person.userName)
  await button(page, `Block ${person.userName}`).click()
  await expect(rows(page)).toContainText('Bloqueado')
  expect(await costs()).toEqual(COSTS.block)
})

test('credit a machine', WITH_ALL, async ({ page, signIn }) => {
  const machine = await createMachine(5)
  await signIn('master', '', '/machines')
  const costs = await counted(page)
  await find(page, machine.idMachine)
  await button(page, `Update Credit ${machine.row}`).click()
  await expect(page.getByLabel('Credit Amount')).toBeFocused()
  await page.keyboard.type('6')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await costs()).toEqual(COSTS.credit)
  expect((await machineNow(machine)).credit).toBe(6)
})

test('credit ten machines', WITH_ALL, async ({ page, signIn }) => {
  const machine = await createMachine(0, 9)
  await signIn(machine.manager.userName, '', '/machines')
  await expect(rows(page)).toHaveCount(10)
  const costs = await counted(page)
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
  expect(await costs()).toEqual(COSTS.creditTen)
  const own = (await listMachines()).filter(({ userName }) => userName === machine.userName)
  expect(own.map(({ credit }) => credit)).toEqual(Array(10).fill(50))
})

test('configure a machine', WITH_ALL, async ({ page, signIn }) => {
  const machine = await createMachine()
  await signIn('master', '', '/machines')
  const costs = await counted(page)
  await find(page, machine.idMachine)
  await button(page, `Configure ${machine.row}`).click()
  await page.getByRole('switch', { name: /Service Mode/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await costs()).toEqual(COSTS.configure)
  expect((await machineNow(machine)).serviceMode).toBe(true)
})

test('give 20 games to a user', WITH_ALL, async ({ page, signIn }) => {
  const person = await createPerson('games')
  await signIn('master')
  const costs = await counted(page)
  await find(page, person.userName)
  await button(page, `Game Configuration ${person.userName}`).click()
  await page.getByRole('button', { name: 'Select all Slot' }).click()
  await button(page, 'Save Configuration').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await costs()).toEqual(COSTS.giveGames)
  expect((await gameSettingsOf(person.userId)).selectedGames.length).toBeGreaterThanOrEqual(20)
})

test('export the report of one Distributor for yesterday, compared with last week, to Excel', async ({
  page,
  signIn,
}) => {
  await signIn('master', '', '/external')
  await expect(filter(page, 'Distributor')).toBeEnabled()
  const costs = await counted(page)
  await pick(page, 'Distributor', 'distributor1')
  await button(page, 'Yesterday').click()
  await expect(page.getByRole('table', { name: 'Total', exact: true })).toBeVisible()
  const yesterday = await costs()
  expect(yesterday).toEqual(COSTS.yesterday)

  await button(page, 'Same days last week').click()
  await expect(page.getByRole('table', { name: /same days last week/ })).toBeVisible()
  const compared = await costs()
  expect(between(yesterday, compared)).toEqual(COSTS.againstLastWeek)

  const [file] = await Promise.all([page.waitForEvent('download'), exportAs(page, 'Excel')])
  expect(file.suggestedFilename()).toMatch(/distributor1.*\.xlsx$/)
  expect(between(compared, await costs())).toEqual(COSTS.excel)
})

type Costs = Awaited<ReturnType<Awaited<ReturnType<typeof counted>>>>
const between = (before: Costs, after: Costs): Costs => ({
  clicks: after.clicks - before.clicks,
  waits: after.waits - before.waits,
})
