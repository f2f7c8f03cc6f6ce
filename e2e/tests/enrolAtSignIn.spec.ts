import type { Page } from '@playwright/test'
import { totpCode, FACTOR_KEY } from '../../api/testing/factors'
import { startApiProcess } from '../testing/apiProcesses'
import { chooseInAccountMenu, toast } from '../testing/consolePage'
import { documentWith } from '../testing/environment'
import { misbehaving, type MisbehavingServer } from '../testing/misbehaving'
import type { OwnConsole } from '../testing/ownConsole'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { expectFits, PHONE, proof, security, shownCodes, shownSecret } from '../testing/security'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'
import { inBothThemes } from '../testing/themes'
import { dialog } from '../testing/usersScreen'

/** Opens a console that requires a second factor of Administrators, and signs one in up to enrolment. */
async function enrolling(
  page: Page,
  { url, write }: OwnConsole,
  flow: (api: MisbehavingServer, secret: string) => Promise<void>,
): Promise<void> {
  const api = await startApiProcess('', { DATA_DIR: 'memory://', FACTOR_KEY, SECOND_FACTOR: '2' })
  const front = await misbehaving(api.url)
  try {
    write(documentWith({}, { apiUrl: front.url }))
    await page.goto(url)
    await submitLogin(page, 'admin1', PASSWORD)
    await expect(page.getByText('Your account needs a second factor.')).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
    await flow(front, await shownSecret(page.getByRole('main')))
    // close the page before the server stops
    await page.close()
  } finally {
    await api.stop()
    await front.close()
  }
}

async function sendCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
}

inBothThemes('a level that requires a second factor', () => {
  test('users add one at sign-in, before anything else, even on a phone', async ({ page, ownConsole }) => {
    test.setTimeout(180_000)
    await page.setViewportSize(PHONE)
    await enrolling(page, await ownConsole({}), async (_, secret) => {
      const main = page.getByRole('main')
      await expectFits(main)
      await sendCode(page, totpCode(secret))
      await shownCodes(main)
      await expectFits(main)
      // the codes are shown before the session begins
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
      const kept = page.waitForResponse(/recovery-codes\/kept$/)
      await page.getByRole('button', { name: 'Login' }).click()
      expect((await kept).status()).toBe(204)
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    })
  })
})

test(
  'recovery codes lost with a sign-in response are reported at the next sign-in, and can be replaced',
  WITH_ALL,
  async ({ page, ownConsole, faults }) => {
    test.setTimeout(180_000)
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    await enrolling(page, await ownConsole({}), async (api, secret) => {
      const answer = /second-factor$/
      api.fault(answer, { kind: 'lost' })
      await sendCode(page, totpCode(secret))
      await expect(page.getByRole('alert')).toBeVisible()
      api.fault(answer, null)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByRole('alert')).toHaveText('El inicio de sesión ha caducado. Empieza de nuevo.')

      await submitLogin(page, 'admin1', PASSWORD)
      await expect(page.getByText('Confirm that it is you.')).toBeVisible()
      await sendCode(page, totpCode(secret, 1))
      const notice = toast(page).getByText(
        'If you did not keep your recovery codes, get new ones under Security.',
      )
      await expect(notice).toBeVisible()
      expect(await notice.evaluate((text) => text.scrollHeight <= text.clientHeight)).toBe(true)
      await chooseInAccountMenu(page, 'Security')
      const missed = security(page).getByText(/You have not confirmed that you kept them/)
      await expect(missed).toBeVisible()
      await security(page).getByRole('button', { name: 'New codes' }).click()
      await dialog(page, 'New recovery codes').getByRole('button', { name: 'New codes' }).click()
      const codes = dialog(page, 'Recovery codes')
      // each code works only once, so wait for the next one
      await expect(async () => {
        await proof(page).getByLabel('Code', { exact: true }).fill(totpCode(secret, 1))
        await page.keyboard.press('Enter')
        await expect(codes).toBeVisible({ timeout: 3_000 })
      }).toPass({ intervals: [10_000] })
      await shownCodes(codes)
      await codes.getByRole('button', { name: 'I have kept them' }).click()
      await expect(missed).toBeHidden()
    })
  },
)
