import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { chooseInAccountMenu } from './consolePage'
import { PASSWORD } from './test'
import { dialog } from './usersScreen'

export const security = (page: Page): Locator => dialog(page, 'Security')
export const proof = (page: Page): Locator => dialog(page, 'Confirm that it is you')

export const PHONE = { width: 390, height: 700 } as const

/** Expects it to fit the width of a phone, and axe to report nothing. */
export async function expectFits(shown: Locator): Promise<void> {
  await expectAccessible(shown)
  const { x, width } = (await shown.boundingBox())!
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(PHONE.width)
  expect(await shown.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
}

/** The secret that an authenticator app would scan. */
export const shownSecret = async (container: Locator): Promise<string> =>
  ((await container.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '')

/** Opens the form in which an authenticator app is added. @returns the form, and its secret */
export async function startAddingApp(page: Page): Promise<{ form: Locator; secret: string }> {
  await chooseInAccountMenu(page, 'Security')
  await security(page).getByRole('button', { name: 'Add an authenticator app' }).click()
  const form = dialog(page, 'Add an authenticator app')
  await form.getByLabel('Current Password', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Current Password', { exact: true }).press('Enter')
  await expect(form.getByRole('img', { name: 'QR code' })).toBeVisible()
  return { form, secret: await shownSecret(form) }
}

/** @returns the ten recovery codes shown */
export async function shownCodes(container: Locator): Promise<string[]> {
  const items = container.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  return items.allTextContents()
}

/**
 * Opens Security and adds a passkey.
 * @param onFilled called once the form is filled in
 * @returns a function that sets whether the authenticator waits for the user
 */
export async function addPasskey(
  page: Page,
  name: string,
  onFilled: () => Promise<void> = () => Promise.resolve(),
): Promise<(waits: boolean) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await chooseInAccountMenu(page, 'Security')
  await security(page).getByRole('button', { name: 'Add a passkey' }).click()
  const form = dialog(page, 'Add a passkey')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Current Password', { exact: true }).fill(PASSWORD)
  await onFilled()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog(page, 'Recovery codes').getByRole('button', { name: 'I have kept them' }).click()
  // the dialog closes only after the server has answered
  await expect(dialog(page, 'Recovery codes')).toHaveCount(0)
  return async (waits) =>
    void (await devtools.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId,
      enabled: !waits,
    }))
}
