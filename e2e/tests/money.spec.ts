import type { Locator, Page } from '@playwright/test'
import { addresses } from '../testing/addresses'
import { call, masterToken, tokenOf } from '../testing/api'
import { toast } from '../testing/consolePage'
import {
  createMachine,
  listMachines,
  machineNow,
  machineRows,
  openCredit,
  openMachines,
  type OwnMachine,
  setCredit,
} from '../testing/machinesScreen'
import { printedPages } from '../testing/pdf'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { colleague, expect, test, WITH_ALL } from '../testing/test'

/** Opens the revert dialog for the last row that matches the text. */
async function openRevert(page: Page, { idMachine }: OwnMachine, text: RegExp) {
  await page.goto(`${addresses.console}/activity?machine=${idMachine}`)
  const row = page.getByRole('row', { name: text }).last()
  await row.getByRole('button', { name: /^Revert/ }).click()
  return page.getByRole('dialog', { name: 'Revert this change?' })
}

const SAVED = 'Machine credit updated successfully'

test('an amount is added with a reason, undone from its toast, and both changes are in the activity', async ({
  page,
  signIn,
}) => {
  const machine = await createMachine(100)
  await openMachines(signIn, machine)
  const { dialog, field, save } = await openCredit(page, machine)
  await expect(dialog.getByRole('button', { name: 'Set to' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(field).toBeFocused()
  await dialog.getByRole('group', { name: 'Quick amounts' }).getByText('$20', { exact: true }).click()
  await expect(dialog.getByText('$100.00 → $120.00 (+$20.00)')).toBeVisible()
  await dialog.getByLabel('Reason').fill('paid at the bar')
  await save.click()
  await expect(toast(page)).toContainText(SAVED)
  await expect(machineRows(page)).toContainText('$120.00')

  await page.getByRole('button', { name: `Undo credit of ${machine.row}` }).click()
  await expect(toast(page)).toContainText(`Undone: credit of ${machine.row}`)
  await expect(machineRows(page)).toContainText('$100.00')
  expect(await machineNow(machine)).toMatchObject({ credit: 100 })

  await page.goto(`/activity?machine=${machine.idMachine}`)
  const credits = page.getByRole('row', { name: /Credit changed/ })
  await expect(credits).toHaveCount(2)
  await expect(page.getByRole('row', { name: /Credit reverted/ })).toContainText('-$20.00')
  await credits
    .nth(0)
    .getByRole('button', { name: /^Details/ })
    .click()
  await expect(page.getByRole('dialog').getByText('Reason: paid at the bar')).toBeVisible()
})

test('a revert lists and keeps what another operator changed since', async ({ page, signIn, faults }) => {
  faults.expect(FAILED_CALL, FAILED_REQUEST)
  const machine = await createMachine(100)
  await openMachines(signIn, machine)
  const { field, dialog } = await openCredit(page, machine)
  await field.fill('150')
  await field.press('Enter')
  await expect(dialog).toBeHidden()
  await setCredit(machine, 170)
  const question = await openRevert(page, machine, /\$100\.00 \$150\.00/)
  await expect(question.getByText('Credit: $150.00 → $100.00')).toBeVisible()
  await question.getByRole('button', { name: 'Revert' }).click()
  await expect(question.getByRole('group', { name: 'Changed since' })).toContainText(
    /Credit changed, by master/,
  )
  expect((await machineNow(machine)).credit).toBe(170)
})

test(
  'a change that two operators revert is reverted once',
  WITH_ALL,
  async ({ page, signIn, browser, faults }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const machine = await createMachine(100)
    await setCredit(machine, 150)
    await openMachines(signIn, machine)
    const mine = await openRevert(page, machine, /\$100\.00 \$150\.00/)
    await mine.getByLabel('Reason').fill('wrong machine')
    const theirs = await openRevert(
      await colleague(browser, 'master', '/activity'),
      machine,
      /\$100\.00 \$150\.00/,
    )
    await theirs.getByRole('button', { name: 'Revert' }).click()
    await expect(theirs).toBeHidden()
    expect((await machineNow(machine)).credit).toBe(100)

    await mine.getByRole('button', { name: 'Revert' }).click()
    await expect(mine.getByRole('group', { name: 'Changed since' })).toContainText(
      /Credit reverted, by master/,
    )
    await expect(mine.getByLabel('Reason')).toHaveValue('wrong machine')
    expect((await machineNow(machine)).credit).toBe(100)
    await mine.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('row', { name: /Credit changed/ })).toHaveCount(2)
    await expect(page.getByRole('row', { name: /Credit reverted/ })).toHaveCount(1)
  },
)

test('a difference is applied to the credit that another operator has just set, once confirmed', async ({
  page,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_CALL, FAILED_REQUEST)
  const machine = await createMachine(100)
  await openMachines(signIn, machine)
  const { dialog, field, save } = await openCredit(page, machine)
  await dialog.getByRole('button', { name: 'Subtract' }).click()
  await field.fill('30')
  await expect(dialog.getByText('$100.00 → $70.00 (-$30.00)')).toBeVisible()
  await setCredit(machine, 500)
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('Save again to subtract the amount above from it.')
  await expect(dialog.getByText('$500.00 → $470.00 (-$30.00)')).toBeVisible()
  await save.click()
  await page.getByRole('button', { name: 'Change credit' }).click()
  await expect(toast(page)).toContainText(SAVED)
  expect((await machineNow(machine)).credit).toBe(470)
})

test(
  'a note is written, read by users above, and can be deleted only by its author',
  WITH_ALL,
  async ({ page, signIn, browser }) => {
    const machine = await createMachine()
    const panel = `/machines?open=machine%3A${machine.idMachine}`
    const notes = (of: Page) => of.getByRole('region', { name: 'Notes' })
    await signIn(machine.manager.userName, '', panel)
    await notes(page).getByRole('button', { name: 'Add note' }).click()
    await notes(page).getByLabel('Note').fill('Coin slot worn')
    await notes(page).getByRole('button', { name: 'Save note' }).click()
    await expect(notes(page).getByRole('listitem')).toContainText('Coin slot worn')

    const above = await colleague(browser, 'master', panel)
    const theirs = notes(above).getByRole('listitem')
    await expect(theirs).toContainText(`Coin slot worn${machine.manager.userName}, `)
    await expect(theirs.getByRole('button', { name: /^Delete/ })).toHaveCount(0)

    await notes(page)
      .getByRole('button', { name: /^Delete note of / })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(notes(page)).toContainText('No notes yet.')
    await above.reload()
    await expect(notes(above)).toContainText('No notes yet.')
  },
)

test('ten machines are credited in six actions, and reverted in three', async ({ page, signIn }) => {
  const machine = await createMachine(0, 9)
  const own = async () => (await listMachines()).filter(({ userName }) => userName === machine.userName)
  const credits = async () => (await own()).map(({ credit }) => credit)
  // start above zero: reverting to zero would ask for confirmation, like any change to zero
  const items = (await own()).map(({ idMachine }) => ({ machineId: idMachine, amount: 100 }))
  expect((await call('POST', '/api/Machines/bulk/credit', await masterToken(), { items })).ok).toBe(true)
  await openMachines(signIn, machine)
  await expect(machineRows(page)).toHaveCount(10)
  const steps = actions()
  await steps.click(page.getByRole('button', { name: 'Select', exact: true }))
  await steps.click(page.getByRole('button', { name: 'Select all 10 machines found' }))
  await steps.click(page.getByRole('button', { name: 'Credit...' }))
  await steps.fill(page.getByLabel('Credit Amount'), '50')
  await steps.click(page.getByRole('button', { name: 'Apply' }))
  await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: '10 done' })).toBeVisible()
  await steps.click(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
  expect(steps.count()).toBe(6)
  expect(await credits()).toEqual(Array(10).fill(150))

  const reverting = actions()
  await reverting.click(page.getByRole('link', { name: 'Activity', exact: true }))
  const rows = page.getByRole('row', { name: /Credit changed/ })
  // the newest row is the first
  await reverting.click(rows.first().getByRole('button', { name: /^Revert/ }))
  const question = page.getByRole('dialog', { name: 'Revert 10 changes' })
  await reverting.click(question.getByRole('button', { name: 'Revert', exact: true }))
  await expect(toast(page)).toContainText('10 changes reverted')
  await expect(question).toBeHidden()
  expect(reverting.count()).toBe(3)
  expect(await credits()).toEqual(Array(10).fill(100))
})

test(
  'a shift is handed over in three actions: changes are summed by kind, and printed',
  WITH_ALL,
  async ({ page, signIn }) => {
    const machine = await createMachine(0, 9)
    const token = (await tokenOf(machine.manager.userName))!
    const own = (await listMachines()).filter(({ userName }) => userName === machine.userName)
    const body = { items: own.map(({ idMachine }) => ({ machineId: idMachine, add: 25 })) }
    expect((await call('POST', '/api/Machines/bulk/credit', token, body)).ok).toBe(true)
    await call('PUT', `/api/Machines/${machine.idMachine}/credit`, token, { amount: 5 })
    // made by master, so not part of the manager's shift
    await setCredit(machine, 500)
    await call('PUT', `/api/Machines/${machine.idMachine}/toggle-block`, token, { blocked: true })
    await openMachines(signIn, machine)
    await page.evaluate(() => {
      window.print = () => void (document.body.dataset['printed'] = 'yes')
    })

    const steps = actions()
    await steps.click(page.getByRole('link', { name: 'Activity', exact: true }))
    await steps.click(page.getByRole('button', { name: 'My shift' }))
    await steps.click(page.getByRole('button', { name: 'Print' }))
    expect(steps.count()).toBe(3)
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')

    const sums = page.getByRole('table', { name: 'Sums of my shift' })
    await expect(sums.getByRole('row', { name: 'Credit changed 11 +$250.00 -$20.00 +$230.00' })).toBeVisible()
    await expect(sums.getByRole('row', { name: 'Machine blocked 1' })).toBeVisible()
    const line = page.getByRole('row', { name: /10 machines/ })
    await expect(line).toContainText('+$250.00')
    await line.getByRole('button', { name: /^Expand/ }).click()
    const opened = page.getByRole('row', { name: /Credit changed .*\+\$25\.00/ })
    await expect(opened.first()).toHaveAttribute('aria-setsize', '10')
    await line.getByRole('button', { name: /^Collapse/ }).click()

    const paper = printedPages(await page.pdf())
      .flat()
      .map((texts) => texts.join(' '))
    expect(paper).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^My shift since /),
        'Credit changed 11 +$250.00 -$20.00 +$230.00',
        expect.stringMatching(/10 machines .*\+\$250\.00/),
      ]),
    )
  },
)

/** Counts an operator's actions. */
function actions() {
  let count = 0
  return {
    count: () => count,
    click: async (target: Locator) => {
      count += 1
      await target.click()
    },
    fill: async (target: Locator, text: string) => {
      count += 1
      await target.fill(text)
    },
  }
}
