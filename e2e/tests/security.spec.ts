import type { Page } from '@playwright/test'
import { totpCode, enrol } from '../../api/testing/factors'
import { addresses } from '../testing/addresses'
import { expectNoViolation } from '../testing/axe'
import { call, tokenOf } from '../testing/api'
import { chooseInAccountMenu, toast } from '../testing/consolePage'
import { documentWith } from '../testing/environment'
import { createMachine, machineNow, openCredit, openMachines } from '../testing/machinesScreen'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { createPerson } from '../testing/people'
import { addPasskey, startAddingApp, proof, security, shownCodes } from '../testing/security'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'
import { dialog, rowOf } from '../testing/usersScreen'

/** @returns the app's secret, whose current code is already used, and the recovery codes */
async function addApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { form, secret } = await startAddingApp(page)
  await expectNoViolation(page)
  await form.getByLabel('Code', { exact: true }).fill(totpCode(secret))
  await form.getByLabel('Code', { exact: true }).press('Enter')
  const codes = dialog(page, 'Recovery codes')
  const recoveryCodes = await shownCodes(codes)
  const download = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await page.keyboard.press('Escape')
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await expect(security(page).getByText('10 of 10 left')).toBeVisible()
  // the button that opened the form is gone
  await expect(security(page).getByRole('heading', { name: 'Second factor' })).toBeFocused()
  return { secret, recoveryCodes }
}

test('an operator adds an authenticator app by keyboard, signs in with a code, and sees and ends other sessions', async ({
  page,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_CALL, FAILED_REQUEST)
  const { userName } = await createPerson('secure')
  const elsewhere = await tokenOf(userName)
  await signIn(userName)
  const { recoveryCodes, secret } = await addApp(page)
  await expectNoViolation(page)
  await security(page).getByRole('button', { name: 'End all others' }).click()
  await expect(toast(page)).toHaveText('1 session ended')
  const validate = await call('GET', '/api/Auth/validate', elsewhere ?? '')
  expect(await validate.json()).toBe(false)
  await page.keyboard.press('Escape')
  await chooseInAccountMenu(page, 'Logout')

  await submitLogin(page, userName, PASSWORD)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectNoViolation(page)
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('El código no es correcto')
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await expect(toast(page)).toHaveText(/^Last sign-in today \d\d:\d\d from .*; 1 refused since$/)
  expect(recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
})

test('a large credit asks for the second factor in place, and is then saved as typed', async ({
  page,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_CALL, FAILED_REQUEST)
  const machine = await createMachine()
  await openMachines(signIn, machine)
  const { secret } = await addApp(page)
  await page.keyboard.press('Escape')
  const { dialog: credit, field, save } = await openCredit(page, machine)
  await field.fill('12345.60')
  const sent: (string | null)[] = []
  page.on('request', (request) => {
    if (/\/credit$/.test(request.url()) && request.method() === 'PUT')
      sent.push(`${request.headers()['idempotency-key']} ${request.postData()}`)
  })
  await save.click()
  // the console's own question about such a large change
  await page.getByRole('button', { name: 'Change credit' }).click()
  await expect(proof(page).getByLabel('Code', { exact: true })).toBeFocused()
  expect((await machineNow(machine)).credit).toBe(0)
  await expectNoViolation(page)
  // without a code the form stays unchanged, and no toast reports a failure
  await page.keyboard.press('Escape')
  await expect(save).toBeFocused()
  await expect(field).toHaveValue('12345.60')
  await expect(toast(page)).toBeHidden()
  await save.click()
  await page.getByRole('button', { name: 'Change credit' }).click()
  await proof(page).getByLabel('Code', { exact: true }).fill(totpCode(secret, 1))
  await page.keyboard.press('Enter')
  await expect(proof(page)).toBeHidden()
  // the form is also hidden behind the question, so wait for the save first
  await expect.poll(async () => (await machineNow(machine)).credit).toBe(12_345.6)
  await expect(credit).toBeHidden()
  expect(sent).toHaveLength(3)
  expect(new Set(sent).size).toBe(1)
})

test(
  'a passkey is added, serves as the second step, and signs in alone if the environment offers it',
  WITH_ALL,
  async ({ page, signIn, ownConsole }) => {
    const { userName } = await createPerson('passkey')
    const { url, write } = await ownConsole({})
    write(documentWith({}, { signInMethods: true }))
    // like a browser that lists no passkeys at the username field
    await page.addInitScript(
      () => void Reflect.deleteProperty(PublicKeyCredential, 'isConditionalMediationAvailable'),
    )
    await signIn(userName, url)
    await addPasskey(page, 'Laptop')
    await expect(security(page).getByText('Passkey: Laptop')).toBeVisible()
    await page.keyboard.press('Escape')
    await chooseInAccountMenu(page, 'Logout')

    await submitLogin(page, userName, PASSWORD)
    await expect(page.getByText('Confirm that it is you.')).toBeVisible()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    await chooseInAccountMenu(page, 'Logout')

    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  },
)

test(
  'a passkey that the browser lists at the username field signs in',
  WITH_ALL,
  async ({ page, signIn, ownConsole }) => {
    const { userName } = await createPerson('listed')
    const { url, write } = await ownConsole({})
    write(documentWith({}, { signInMethods: true }))
    await signIn(userName, url)
    const waits = await addPasskey(page, 'Laptop')
    await page.keyboard.press('Escape')
    await waits(true)
    await chooseInAccountMenu(page, 'Logout')
    await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username webauthn')
    // the device no longer waits for its user
    await waits(false)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  },
)

test('a recovery code works for only one sign-in', WITH_ALL, async ({ page, faults }) => {
  faults.expect(FAILED_CALL, FAILED_REQUEST)
  const { user, recoveryCodes } = await enrol(addresses.api, await createPerson('recovers'))
  await page.goto('/login')
  for (const outcome of ['taken', 'refused']) {
    await submitLogin(page, user.userName, PASSWORD)
    await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0]!.toLowerCase())
    await page.keyboard.press('Enter')
    if (outcome === 'taken') await chooseInAccountMenu(page, 'Logout')
    else await expect(page.getByRole('alert')).toHaveText('El código no es correcto')
  }
})

test(
  "a manager resets a user's second factor in the panel; the user signs in with the password and is notified",
  WITH_ALL,
  async ({ page, signIn }) => {
    const manager = await createPerson('resets')
    const { user } = await enrol(addresses.api, await createPerson('lost phone', manager))
    await signIn(manager.userName)
    await (await rowOf(page, user.userName)).click()
    await page.getByRole('button', { name: 'Reset second factor' }).click()
    await dialog(page, `Reset second factor: ${user.userName}`)
      .getByRole('button', { name: 'Reset second factor' })
      .click()
    await expect(toast(page)).toHaveText('Second factor removed')
    await chooseInAccountMenu(page, 'Logout')
    await submitLogin(page, user.userName, PASSWORD)
    await expect(toast(page)).toHaveText(
      `Your second factor was removed by ${manager.userName}. Add one under Security.`,
    )
  },
)
