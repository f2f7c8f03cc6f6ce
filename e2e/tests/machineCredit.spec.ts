import { call } from '../testing/api'
import { toast } from '../testing/consolePage'
import {
  createMachine,
  machineNow,
  machineRows,
  openCredit,
  openMachines,
  setCredit,
} from '../testing/machinesScreen'
import { held } from '../testing/misbehaving'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { expect, PASSWORD, test, WITH_ALL } from '../testing/test'

const SAVED = 'Machine credit updated successfully'
const INVALID = 'Please enter a valid amount'
const CREDIT = /\/credit$/

test('[PRODUCT-11] [CREDIT-1] [STATE-16] a double click saves a credit only once', async ({
  page,
  faultyApi: { url, api },
  signIn,
}) => {
  const machine = await createMachine(1234.5)
  await openMachines(signIn, machine, url)
  const { dialog, field, save } = await openCredit(page, machine)
  await expect(dialog.getByText('Current credit: $1,234.50')).toBeVisible()
  await expect(dialog.getByText('$', { exact: true })).toBeVisible()
  await expect(field).toHaveValue('1234.50')
  await expect(field).toBeFocused()
  await field.fill('199.90')

  api.fault(CREDIT, { kind: 'slow', ms: 800 })
  const asked = page.waitForRequest((sent) => sent.method() === 'PUT')
  await save.dblclick()
  const request = await asked
  expect(request.postData()).toBe('{"amount":199.9}')
  expect(await request.headerValue('if-match')).toBe(`"${machine.creditVersion}"`)
  expect(await request.headerValue('idempotency-key')).toMatch(/^[\da-f]{32}$/)

  await expect(toast(page)).toContainText(SAVED)
  await expect(dialog).toBeHidden()
  await expect(machineRows(page)).toContainText('$199.90')
  expect(api.requests.filter((path) => CREDIT.test(path))).toHaveLength(1)
  expect(await machineNow(machine)).toMatchObject({ credit: 199.9, creditVersion: '3' })
})

test('[CREDIT-2] [CREDIT-3] pressing Enter many times sends a credit once, and while it is being saved neither Escape nor a click outside closes the dialog', async ({
  page,
  faultyApi: { url, api },
  signIn,
}) => {
  const machine = await createMachine()
  await openMachines(signIn, machine, url)
  const { dialog, field } = await openCredit(page, machine)
  await expect(field).toHaveValue('0.00')
  await field.fill('5')
  const save = held()
  api.fault(CREDIT, save.fault)
  await field.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toHaveCount(0)
  save.release()
  await expect(toast(page)).toContainText(SAVED)
  await expect(dialog).toBeHidden()
  expect(api.requests.filter((path) => CREDIT.test(path))).toHaveLength(1)
})

test('impatient presses of Enter save a credit once, and open nothing', async ({ page, signIn }) => {
  const machine = await createMachine(100)
  await openMachines(signIn, machine)
  let sent = 0
  page.on('request', (request) => (sent += request.method() === 'PUT' ? 1 : 0))
  const { dialog, field } = await openCredit(page, machine)
  await field.fill('120')
  for (let time = 0; time < 12; time += 1) await page.keyboard.press('Enter', { delay: 60 })
  await expect(toast(page)).toContainText(SAVED)
  await expect(dialog).toBeHidden()
  await expect(machineRows(page)).toContainText('$120.00')
  expect((await machineNow(machine)).credit).toBe(120)
  expect(sent).toBe(1)
})

test(
  '[VALID-15] the amount is initially selected, a decimal comma must be corrected, and text can be pasted',
  WITH_ALL,
  async ({ page, signIn }) => {
    const machine = await createMachine(500)
    await openMachines(signIn, machine)
    const { dialog, field, save } = await openCredit(page, machine)
    await expect(dialog.getByText(`${machine.userName} · ${machine.machineName}`)).toBeVisible()
    await page.keyboard.type('12,50')
    await expect(field).toHaveValue('1250')
    await expect(dialog.getByRole('alert')).toHaveText('Use a point for decimals')
    await expect(dialog.getByText(/ → /)).toHaveCount(0)
    await save.click()
    await expect(field).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('600')
    await expect(dialog.getByText('$500.00 → $600.00 (+$100.00)')).toBeVisible()

    const paste = async (text: string) => {
      await field.evaluate((input: HTMLInputElement, copied) => {
        input.select()
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', copied)
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    }
    await paste('1.234,56')
    await expect(field).toHaveValue('600')
    await expect(dialog.getByText(/ → /)).toHaveCount(0)
    await paste('$1,234.56')
    await expect(field).toHaveValue('1234.56')
    await save.click()
    await expect(toast(page)).toContainText(SAVED)
    expect((await machineNow(machine)).credit).toBe(1234.56)
  },
)

test(
  '[VALID-15] [VALID-16] [ERROR-30] an invalid amount cannot be typed, or is not sent',
  WITH_ALL,
  async ({ page, signIn }) => {
    const machine = await createMachine(10)
    await openMachines(signIn, machine)
    const { dialog, field, save } = await openCredit(page, machine)
    for (const [typed, kept] of [
      ['-1a2b.5.0', '12.50'],
      ['1e3', '13'],
      ['$15 ', '15'],
    ] as const) {
      await field.fill('')
      await field.pressSequentially(typed)
      await expect(field).toHaveValue(kept)
    }
    for (const text of ['', '.', '1.005', '10000000', '9999999.991']) {
      await field.fill(text)
      await save.click()
      await expect(dialog.getByRole('alert')).toHaveText(INVALID)
    }
    await field.fill('9999999.99')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(dialog.getByText('$10.00 → $9,999,999.99 (+$9,999,989.99)')).toBeVisible()
    await field.press('Enter')
    const question = page.getByRole('dialog', { name: 'Is this amount right?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(question).toContainText('$10.00 → $9,999,999.99 (+$9,999,989.99)')
    await question.getByRole('button', { name: 'Change credit' }).click()
    await expect(toast(page)).toContainText(SAVED)
    await expect(machineRows(page)).toContainText('$9,999,999.99')
    expect(await machineNow(machine)).toMatchObject({ credit: 9_999_999.99, creditVersion: '3' })
  },
)

test('a credit that falls to a tenth or less needs a confirmation', async ({ page, signIn }) => {
  const machine = await createMachine(1015.3)
  await openMachines(signIn, machine)
  const { dialog, field, save } = await openCredit(page, machine)
  await expect(field).toHaveValue('1015.30')
  await field.fill('5')
  await save.click()
  const question = page.getByRole('dialog', { name: 'Is this amount right?' })
  await expect(question).toContainText('$1,015.30 → $5.00 (-$1,010.30)')
  expect((await machineNow(machine)).credit).toBe(1015.3)
  await question.getByRole('button', { name: 'Change credit' }).click()
  await expect(toast(page)).toContainText(SAVED)
  await expect(dialog).toBeHidden()
  expect((await machineNow(machine)).credit).toBe(5)
})

test(
  'if saving a credit hangs, the dialog shows after 5 s what is safe to do, until the response arrives',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const machine = await createMachine(100)
    await openMachines(signIn, machine, url)
    const { dialog, field } = await openCredit(page, machine)
    const { fault, release } = held()
    api.fault(CREDIT, fault)
    await field.fill('110')
    await field.press('Enter')
    const slow = dialog.getByRole('status')
    await expect(slow).toContainText('Taking longer than usual. You can wait', { timeout: 8_000 })
    api.fault(CREDIT, null)
    release()
    await expect(toast(page)).toContainText(SAVED)
    await expect(dialog).toBeHidden()
    expect((await machineNow(machine)).credit).toBe(110)
  },
)

test('a credit that another user has changed shows both values, and is overwritten only after confirmation', async ({
  page,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_CALL, FAILED_REQUEST)
  const machine = await createMachine(100)
  await openMachines(signIn, machine)
  const { dialog, field, save } = await openCredit(page, machine)
  await expect(dialog.getByText('Current credit: $100.00')).toBeVisible()
  await setCredit(machine, 250)
  await field.fill('300')
  await field.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(
    /^master changed this credit from \$100\.00 to \$250\.00 on .+\. Save again to replace it with the amount above\.$/,
  )
  await expect(dialog.getByText('Current credit: $250.00')).toBeVisible()
  await expect(field).toHaveValue('300')
  for (let time = 0; time < 6; time += 1) await page.keyboard.press('Enter', { delay: 40 })
  expect((await machineNow(machine)).credit).toBe(250)

  const question = page.getByRole('dialog', { name: 'Is this amount right?' })
  await expect(question).toBeHidden()
  await save.click()
  await expect(question).toContainText('$250.00 → $300.00 (+$50.00)')
  await question.getByRole('button', { name: 'Change credit' }).click()
  await expect(toast(page)).toContainText(SAVED)
  expect((await machineNow(machine)).credit).toBe(300)
})

test('a credit whose response is lost is checked with its idempotency key, and changed only once', async ({
  page,
  faultyApi: { url, api },
  signIn,
}) => {
  const machine = await createMachine(100)
  await openMachines(signIn, machine, url)
  const { dialog, field } = await openCredit(page, machine)
  await field.fill('70')
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') keys.push(request.headers()['idempotency-key'])
  })
  api.fault(CREDIT, { kind: 'lost' })
  api.fault(/api\/Machines$/, { kind: 'answer', status: 503 })
  await field.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(
    'The connection was lost: it is not known whether $70.00 was saved.',
  )
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()

  expect(keys).toHaveLength(1)

  api.fault(CREDIT, null)
  api.fault(/api\/Machines$/, null)
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(toast(page)).toContainText(SAVED)
  await expect(dialog).toBeHidden()
  await expect(machineRows(page)).toContainText('$70.00')
  expect(keys).toEqual([keys[0], keys[0]])
  // browsers repeat a request if its kept-alive connection breaks: the key makes it one change
  expect((await machineNow(machine)).creditVersion).toBe('3')
})

test('[STATE-4] if the session ends during input, the same user can sign in over the dialog and save', async ({
  page,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_CALL, FAILED_REQUEST)
  const machine = await createMachine(100)
  await openMachines(signIn, machine)
  const { dialog, field } = await openCredit(page, machine)
  await field.fill('42.5')
  await call('POST', '/api/Auth/logout', (await page.evaluate(() => localStorage.getItem('token'))) ?? '')
  await field.press('Enter')
  const over = page.getByRole('dialog', { name: 'Your session has ended' })
  await over.getByLabel('Username').fill(machine.manager.userName)
  await over.getByLabel('Password').fill(PASSWORD)
  await over.getByRole('button', { name: 'Login' }).click()
  await expect(over).toBeHidden()
  await expect(field).toHaveValue('42.5')
  await expect(field).toBeFocused()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  expect((await machineNow(machine)).credit).toBe(100)

  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText(SAVED)
  expect((await machineNow(machine)).credit).toBe(42.5)
})
