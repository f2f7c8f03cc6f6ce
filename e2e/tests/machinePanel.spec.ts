import type { Page } from '@playwright/test'
import { expectAccessible, expectNoViolation } from '../testing/axe'
import { heading, toast } from '../testing/consolePage'
import {
  createMachine,
  listMachines,
  machineAction,
  machineCredit,
  machineNow,
  machineRows,
  openMachines,
  setCredit,
  type WireMachine,
} from '../testing/machinesScreen'
import { BROKEN, HANG } from '../testing/misbehaving'
import { createBranch, createPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { inBothThemes } from '../testing/themes'

const UNKNOWN = 'This machine does not exist, or is not below you.'
const FORBIDDEN = 'This cannot be done here.'

const openOf = ({ idMachine }: WireMachine, action?: string) =>
  `${action ? `do=${action}&` : ''}open=machine:${idMachine}`
const panelOf = (page: Page, { machineName }: WireMachine) =>
  page.getByRole('region', { name: machineName, exact: true })
const inPanel = (page: Page, machine: WireMachine, label: string) =>
  panelOf(page, machine).getByRole('button', { name: label, exact: true })
const activityOf = (page: Page, machine: WireMachine) =>
  panelOf(page, machine).getByRole('region', { name: 'Recent activity' }).getByRole('listitem')

test('an address opens the panel on any screen, with the daily profit and the latest changes', async ({
  page,
  signIn,
}) => {
  const machine = await createMachine(7, 1)
  await signIn(machine.manager.userName, '', `/external?${openOf(machine)}`)
  await expect(heading(page, 'External Data')).toBeVisible()
  const panel = panelOf(page, machine)
  await expect(panel.getByRole('definition').first()).toHaveText('$7.00')
  await expect(panel.getByRole('figure', { name: /^Profit over 14 days: from / })).toBeVisible()
  await expect(activityOf(page, machine).first()).toContainText(/^Credit changed.*by master$/)
  await expect(panel.getByRole('link', { name: `Owner ${machine.owner.userName}` })).toBeVisible()

  const other = panel.getByRole('region', { name: /^1 other machine of/ }).getByRole('link')
  const name = await other.innerText()
  await other.click()
  await expect(page.getByRole('region', { name, exact: true })).toBeFocused()
  await page.goBack()
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: 'Close panel' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL('/external')
})

test('the row of an open panel is in view', WITH_ALL, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn('master', '', '/machines')
  const row = machineRows(page).nth(1)
  await expect(row).toBeVisible()
  await row.click()
  await expect(page).toHaveURL(/open=/)
  // down to rows that were below the viewport
  for (let step = 0; step < 25; step++) await page.keyboard.press('j')
  const open = page.locator('tr.data.open')
  await expect(open).toBeInViewport({ ratio: 1 })
  await page.reload()
  await expect(open).toBeInViewport({ ratio: 1 })
})

test('a credit is changed from the panel by keyboard, and the list, the panel and its activity show it', async ({
  page,
  signIn,
}) => {
  const machine = await createMachine(10)
  await signIn(machine.manager.userName, '', `/machines?${openOf(machine)}`)
  await inPanel(page, machine, 'Update Credit').focus()
  await page.keyboard.press('Enter')
  const form = machineCredit(page, machine)
  await expect(form.getByLabel('Credit Amount')).toBeFocused()
  await expect(page).toHaveURL(`/machines?${openOf(machine, 'credit')}`)
  await page.keyboard.type('99.90')
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('Machine credit updated successfully')
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(`/machines?${openOf(machine)}`)
  await expect(inPanel(page, machine, 'Update Credit')).toBeFocused()
  await expect(panelOf(page, machine).getByRole('definition').first()).toHaveText('$99.90')
  await expect(activityOf(page, machine).first()).toContainText('Credit changed')
  await expect(machineRows(page)).toContainText('$99.90')
  expect((await machineNow(machine)).credit).toBe(99.9)
  await page.keyboard.press('Escape')
  await expect(panelOf(page, machine)).toHaveCount(0)
  await expect(page).toHaveURL('/machines')
})

test('rows open their panels by click and by keyboard, and focus returns to the row', async ({
  page,
  signIn,
}) => {
  const machine = await createMachine(0, 2)
  await openMachines(signIn, machine, '')
  await expect(machineRows(page)).toHaveCount(3)
  const names = await machineRows(page).locator('.second > :first-child').allInnerTexts()
  const region = (at: number) => page.getByRole('region', { name: names[at]!, exact: true })
  await machineRows(page)
    .nth(0)
    .click({ position: { x: 8, y: 8 } })
  await expect(region(0)).toBeVisible()
  await page.keyboard.press('j')
  await expect(region(1)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(region(2)).toBeVisible()
  await page.keyboard.press('k')
  await expect(region(1)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(region(1)).toHaveCount(0)
  await expect(machineRows(page).nth(1)).toBeFocused()
  // a panel opened by keyboard takes the focus
  await page.keyboard.press('Enter')
  await expect(region(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(region(0)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(machineRows(page).nth(0)).toBeFocused()
})

test(
  'a dialog keeps its address over a reload, which sends nothing; Escape closes only the dialog',
  WITH_ALL,
  async ({ page, signIn }) => {
    const machine = await createMachine(10)
    await openMachines(signIn, machine)
    await machineAction(page, 'Update Credit', machine).click()
    const form = machineCredit(page, machine)
    await expect(form).toBeVisible()
    // a dialog opened from a row opens no panel
    await expect(panelOf(page, machine)).toHaveCount(0)
    await page.reload()
    await expect(form.getByLabel('Credit Amount')).toHaveValue('10.00')
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(page).toHaveURL('/machines')

    // opened through a link, the dialog is over the panel
    await page.goto(`/machines?${openOf(machine, 'credit')}`)
    await expect(form).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(panelOf(page, machine)).toBeVisible()
    expect((await machineNow(machine)).creditVersion).toBe(machine.creditVersion)
  },
)

test(
  "another user's machine is as unknown as one that does not exist, and a Client gets no dialog to change one",
  WITH_ALL,
  async ({ page, signIn }) => {
    const [machine, stranger] = [await createMachine(), await createMachine()]
    await openMachines(signIn, machine)
    for (const id of [stranger.idMachine, 'nobody', '../../etc']) {
      await page.goto(`/machines?open=machine:${encodeURIComponent(id)}&do=credit&search=x`)
      await expect(page.getByRole('alert').filter({ hasText: UNKNOWN })).toHaveCount(1)
      await expect(page).toHaveURL('/machines?search=x')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await signIn(machine.owner.userName, '', `/machines?${openOf(machine, 'credit')}`)
    await expect(page.getByRole('alert').filter({ hasText: FORBIDDEN })).toHaveCount(1)
    await expect(page).toHaveURL(`/machines?${openOf(machine)}`)
    await expect(
      panelOf(page, machine).getByRole('group', { name: 'Actions' }).getByRole('button'),
    ).toHaveText('Details')
  },
)

test('a machine that is blocked in the panel is blocked in the list', WITH_ALL, async ({ page, signIn }) => {
  const machine = await createMachine()
  await signIn(machine.manager.userName, '', `/machines?${openOf(machine)}`)
  await inPanel(page, machine, 'Block').click()
  await expect(inPanel(page, machine, 'Unblock')).toBeFocused()
  await expect(machineRows(page)).toContainText('Blocked')
  expect((await machineNow(machine)).block).toBe(true)
})

test('long names and large amounts stay inside the panel', WITH_ALL, async ({ page, signIn }) => {
  const owner = await createPerson('W'.repeat(30), (await createBranch(5)).at(-1))
  const machine = (await listMachines()).find(({ userName }) => userName === owner.userName)!
  await setCredit(machine, 9_999_999.99)
  for (const width of [390, 1024, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await signIn('master', '', `/machines?${openOf(machine)}`)
    const panel = panelOf(page, machine)
    await expect(panel.getByText('$9,999,999.99')).toBeVisible()
    const cut = await panel.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect({ width, cut }).toEqual({ width, cut: 0 })
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect({ width, sideways }).toEqual({ width, sideways: 0 })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the panel covers the screen, and its buttons can be tapped', WITH_ALL, async ({ page, signIn }) => {
    const machine = await createMachine(10)
    await signIn(machine.manager.userName, '', `/machines?${openOf(machine)}`)
    const panel = panelOf(page, machine)
    await expect(panel).toBeFocused()
    await expect(heading(page, 'Managed Machines')).toBeHidden()
    expect((await panel.boundingBox())!.width).toBe(390)
    await inPanel(page, machine, 'Details').tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).tap()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await panel.getByRole('button', { name: 'Close panel' }).tap()
    await expect(heading(page, 'Managed Machines')).toBeVisible()
    await expect(machineRows(page)).toHaveCount(1)
  })
})

inBothThemes('accessibility of the machine panel', () => {
  for (const width of [390, 1440]) {
    test(`with all parts, at ${width} px`, async ({ page, signIn }) => {
      await page.setViewportSize({ width, height: 900 })
      const machine = await createMachine(10, 1)
      await signIn(machine.manager.userName, '', `/machines?${openOf(machine)}`)
      await expect(panelOf(page, machine).getByRole('figure')).toBeVisible()
      await expectAccessible(activityOf(page, machine).first())
    })
  }

  test('while its parts load, and when they fail', async ({ page, faultyApi: { url, api }, signIn }) => {
    const machine = await createMachine()
    api.fault(/trend$/, HANG)
    api.fault(/api\/activity/, { ...BROKEN, status: 403 })
    await signIn(machine.manager.userName, url, `/machines?${openOf(machine)}`)
    await expectAccessible(panelOf(page, machine).getByRole('alert'))
    api.fault(/trend$/, { ...BROKEN, status: 403 })
    await page.reload()
    await expect(panelOf(page, machine).getByRole('button', { name: 'Reintentar' })).toHaveCount(2)
    await expectNoViolation(page)
  })
})
