import type { Locator, Page } from '@playwright/test'
import { totpCode } from '../../api/testing/factors'
import { chooseInAccountMenu } from '../testing/consolePage'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { createPerson } from '../testing/people'
import { addPasskey, expectFits, PHONE, proof, security, shownCodes, shownSecret } from '../testing/security'
import { expect, PASSWORD, submitLogin, test } from '../testing/test'
import { inBothThemes } from '../testing/themes'
import { dialog } from '../testing/usersScreen'

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 12; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

inBothThemes('second-factor dialogs', () => {
  test('fit a phone and work by keyboard alone: an app is added, verified and removed', async ({
    page,
    signIn,
    faults,
  }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    await page.setViewportSize(PHONE)
    const { userName } = await createPerson('dialogs')
    await signIn(userName)
    await chooseInAccountMenu(page, 'Security')
    await expect(security(page).getByText('This session', { exact: false })).toBeVisible()
    await expectFits(security(page))
    await press(page, security(page).getByRole('button', { name: 'Add an authenticator app' }))

    const form = dialog(page, 'Add an authenticator app')
    await expectFits(form)
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(form.getByRole('img', { name: 'QR code' })).toBeVisible()
    await expect(form.getByLabel('Code', { exact: true })).toBeFocused()
    await expectFits(form)
    const secret = await shownSecret(form)
    const used = totpCode(secret)
    await page.keyboard.type(used)
    await page.keyboard.press('Enter')

    const codes = dialog(page, 'Recovery codes')
    const [recoveryCode = ''] = await shownCodes(codes)
    await expectFits(codes)
    await press(page, codes.getByRole('button', { name: 'I have kept them' }))

    await press(page, security(page).getByRole('button', { name: 'New codes' }))
    await expectFits(dialog(page, 'New recovery codes'))
    await page.keyboard.press('Escape')

    await press(page, security(page).getByRole('button', { name: 'Remove authenticator app' }))
    const question = dialog(page, 'Remove authenticator app?')
    await expectFits(question)
    await press(page, question.getByRole('button', { name: 'Remove' }))
    await expect(proof(page).getByLabel('Code', { exact: true })).toBeFocused()
    await expectFits(proof(page))
    await page.keyboard.type(used)
    await page.keyboard.press('Enter')
    await expect(proof(page).getByRole('alert')).toHaveText('El código no es correcto')
    await expectFits(proof(page))
    await proof(page).getByLabel('Code', { exact: true }).fill(recoveryCode)
    await page.keyboard.press('Enter')
    await expect(security(page).getByRole('heading', { name: 'Second factor' })).toBeFocused()
    await expect(security(page).getByText(/a stolen password is not enough/)).toBeVisible()
    await page.keyboard.press('Escape')
    await chooseInAccountMenu(page, 'Logout')
    // the password is enough again
    await submitLogin(page, userName, PASSWORD)
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  })

  test('fit a phone if the factor is a passkey, also as the second step of signing in', async ({
    page,
    signIn,
    faults,
  }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    await page.setViewportSize(PHONE)
    const { userName } = await createPerson('passkey dialogs')
    await signIn(userName)
    const form = dialog(page, 'Add a passkey')
    const name = 'A passkey with quite a long name'
    const waits = await addPasskey(page, name, () => expectFits(form))
    await expect(security(page).getByText(`Passkey: ${name}`)).toBeVisible()
    await expectFits(security(page))

    await waits(true)
    await press(page, security(page).getByRole('button', { name: `Remove passkey ${name}` }))
    await press(page, dialog(page, `Remove passkey ${name}?`).getByRole('button', { name: 'Remove' }))
    await expectFits(proof(page))
    await proof(page).getByRole('button', { name: 'Use a passkey' }).click()
    await expectFits(proof(page))
    for (let dialogs = 3; dialogs > 0; dialogs -= 1) await page.keyboard.press('Escape')
    await expect(security(page)).toBeHidden()
    await chooseInAccountMenu(page, 'Logout')

    const main = page.getByRole('main')
    await expectFits(main)
    await submitLogin(page, userName, PASSWORD)
    await expect(main.getByText('Confirm that it is you.')).toBeVisible()
    await expectFits(main)
    await waits(false)
    await main.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  })
})
