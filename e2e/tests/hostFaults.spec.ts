import type { Page } from '@playwright/test'
import { panel } from '../testing/consolePage'
import { shortenDeadlines } from '../testing/deadlines'
import type { Fault } from '../testing/misbehaving'
import { FAILED_REMOTE, FAILED_REQUEST } from '../testing/pageFaults'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

const ANY_CHUNK = /static\/js\/async/
const GONE: Fault = { kind: 'answer', status: 404, body: 'Not found', type: 'text/plain' }
const missingPage = (page: Page) =>
  page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'No se pudo mostrar la página' }) })

test('if a part of the console is missing, an error page in Spanish appears, at the start and later', async ({
  page,
  ownConsole,
  faults,
}) => {
  faults.expect(FAILED_REMOTE, FAILED_REQUEST)
  const { url, host } = await ownConsole({})
  host.fault(ANY_CHUNK, GONE)
  await page.goto(`${url}/login`)
  await expect(missingPage(page)).toBeVisible()

  host.fault(ANY_CHUNK, null)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: 'Login Info Center' })).toBeVisible()

  host.fault(ANY_CHUNK, GONE)
  await submitLogin(page, 'player1', PASSWORD)
  await expect(missingPage(page)).toBeVisible()
  host.fault(ANY_CHUNK, null)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
})

test(
  'an altered chunk of the app shell shows an error page, and a reload recovers',
  WITH_ALL,
  async ({ page, ownConsole, faults }) => {
    faults.expect(FAILED_REMOTE, FAILED_REQUEST, /integrity/)
    const { url, host } = await ownConsole({})
    host.fault(/async\/console-area/, { kind: 'tamper' })
    await page.goto(`${url}/login`)
    await submitLogin(page, 'player1', PASSWORD)
    await expect(missingPage(page)).toBeVisible()
    host.fault(/async\/console-area/, null)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
  },
)

for (const [what, fault] of [
  ['is 404', GONE],
  ['hangs', { kind: 'hang' }],
  ['is altered', { kind: 'tamper' }],
] as [string, Fault][]) {
  test(
    `the chunk of the shared date fields ${what}: the panel blames the console, and 'Reintentar' recovers without a reload`,
    what === 'is 404' ? {} : WITH_ALL,
    async ({ page, ownConsole, signIn, faults }) => {
      faults.expect(FAILED_REMOTE, FAILED_REQUEST, /integrity/)
      await shortenDeadlines(page, { noticeMs: 500, giveUpMs: 3_000 })
      const { url, host } = await ownConsole({})
      const part = /async\/kernel-dates/
      host.fault(part, fault)
      await signIn('client1', url, '/external')
      await page.evaluate(() => Object.assign(window, { stillHere: true }))
      await expect(panel(page, 'External Data')).toContainText(
        /Consola: (sus archivos no se pudieron cargar de|sin respuesta)/,
      )

      host.fault(part, null)
      await panel(page, 'External Data').getByRole('button', { name: 'Reintentar' }).click()
      await expect(page.getByRole('heading', { name: 'External Data' })).toBeVisible()
      expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
      expect(host.requests.some((request) => part.test(request) && request.includes('?'))).toBe(true)
    },
  )
}

const ownDetails = (page: Page) =>
  page.getByRole('complementary').getByRole('button', { name: 'View details client1' })
const ofFirstUser = (action: RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name: action }).first()

for (const [what, button, file, title] of [
  ['one’s own details', ownDetails, /async\/kernel-user-details/, /^User Details/],
  ['a user’s details', ofFirstUser(/^View details/), /async\/kernel-user-details/, /^User Details/],
  ['a form', ofFirstUser(/^Edit/), /async\/kernel-form/, /^Edit User/],
] as const) {
  test(
    `[SHELL-11] if the dialog for ${what} hangs, it shows that it is loading, times out, and opens on retry`,
    what === 'a user’s details' ? {} : WITH_ALL,
    async ({ page, ownConsole, signIn }) => {
      await shortenDeadlines(page, { codeGiveUpMs: 1_500 })
      const { url, host } = await ownConsole({})
      await signIn('client1', url)
      await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
      host.fault(file, { kind: 'hang' })
      await button(page).click()
      await expect(page.getByRole('dialog', { name: 'Loading...' })).toBeVisible()
      await expect(page.getByText('No se pudo abrir el diálogo. Inténtalo de nuevo.')).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      host.fault(file, null)
      await button(page).click()
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    },
  )
}
