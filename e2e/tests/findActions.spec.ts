import type { Page } from '@playwright/test'
import { call, masterToken } from '../testing/api'
import { heading, toast } from '../testing/consolePage'
import { createMachine, machineNow } from '../testing/machinesScreen'
import { expect, test, WITH_ALL } from '../testing/test'

const options = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option')

/** Types into the find box and chooses the first result, which must contain the text. */
async function act(page: Page, words: string, text: string) {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Find/ })).toBeFocused()
  await page.keyboard.type(words)
  await expect(options(page).first()).toContainText(text)
  await page.keyboard.press('Enter')
}

test(
  "the find box runs by keyboard alone: a credit, a block with a confirmation, yesterday's report, a note and an export",
  WITH_ALL,
  async ({ page, signIn }) => {
    test.setTimeout(90_000)
    const machine = await createMachine(100)
    const { owner, manager, idMachine } = machine
    const text = `reader ${owner.userName} is stuck`
    const noted = await call('POST', '/api/notes', await masterToken(), { machineId: idMachine, text })
    expect(noted.status).toBe(201)
    await signIn(manager.userName, '', '/settings')
    await expect(heading(page, 'Settings')).toBeVisible()

    await act(page, `credit ${machine.machineName}`, `Update Credit: ${machine.machineName}`)
    const credit = page.getByRole('dialog', { name: /^Update Machine Credit/ })
    await expect(credit.getByRole('textbox').first()).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('150')
    expect((await machineNow(machine)).credit).toBe(100)
    await page.keyboard.press('Enter')
    await expect(toast(page)).toContainText('Machine credit updated successfully')
    await expect.poll(async () => (await machineNow(machine)).credit).toBe(150)

    await act(page, `block ${owner.userName}`, `Block: ${owner.userName}`)
    const question = page.getByRole('dialog', { name: `Block user: ${owner.userName}` })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(toast(page).last()).toContainText('Usuario actualizado')

    await act(page, `report ${owner.userName} yesterday`, `External report of yesterday: ${owner.userName}`)
    await expect(heading(page, 'External Data')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/external\\?client=${owner.userId}&run=1&range=yesterday`))
    await expect(page.getByRole('table').first()).toBeVisible()

    await act(page, text.slice(0, -6), text)
    await expect(page.getByRole('region', { name: machine.machineName })).toContainText(text)

    await act(page, 'export machines', 'Export Machines')
    const file = page.waitForEvent('download')
    await expect(page.getByRole('menuitem', { name: /^CSV/ }).first()).toBeFocused()
    await page.keyboard.press('Enter')
    expect((await file).suggestedFilename()).toMatch(/^machines.*\.csv$/)

    // with nothing typed the latest choices come first, but no notes: they may have been deleted
    await page.keyboard.press('Control+k')
    await expect(options(page).first()).toContainText(`External report of yesterday: ${owner.userName}`)
    await expect(options(page).filter({ hasText: text })).toHaveCount(0)
  },
)
