import type { Page } from '@playwright/test'
import { call, tokenOf } from '../testing/api'
import { chooseInAccountMenu, toast } from '../testing/consolePage'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { createBranch, createPerson } from '../testing/people'
import { expect, PASSWORD, test, WITH_ALL } from '../testing/test'
import { dialog } from '../testing/usersScreen'

const NEW_PASSWORD = 'violet anchor 47 lantern'
const CHANGED = 'Password changed. Your sessions in other browsers have ended.'

const form = (page: Page) => dialog(page, 'Change password')
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true })

async function open(page: Page) {
  await chooseInAccountMenu(page, 'Change password')
  await expect(field(page, 'Current Password')).toBeFocused()
}
async function fill(page: Page, current: string, next = NEW_PASSWORD) {
  await field(page, 'Current Password').fill(current)
  await field(page, 'New Password').fill(next)
  await field(page, 'Repeat New Password').fill(next)
  await field(page, 'Repeat New Password').press('Enter')
}
/** Whether the server accepts a token. */
const isAccepted = async (token: string | null) =>
  (await (await call('GET', '/api/Auth/validate', token ?? '')).json()) as unknown

test('an operator changes their own password, stays signed in, and is signed out in other browsers', async ({
  page,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_CALL, FAILED_REQUEST)
  const { userName } = (await createBranch(5)).at(-1)!
  const elsewhere = await tokenOf(userName)
  await signIn(userName)
  await open(page)
  await fill(page, 'a wrong one')
  await expect(field(page, 'Current Password')).toHaveAccessibleDescription(
    'La contraseña actual no es correcta',
  )
  await expect(field(page, 'Current Password')).toBeFocused()
  await fill(page, PASSWORD, 'password')
  await expect(field(page, 'New Password')).toHaveAccessibleDescription(
    'Esta contraseña es demasiado fácil de adivinar. Elige otra, por ejemplo de varias palabras.',
  )
  expect(await isAccepted(elsewhere)).toBe(true)

  await fill(page, PASSWORD)
  await expect(toast(page)).toHaveText(CHANGED)
  await expect(form(page)).toBeHidden()
  expect(await tokenOf(userName, PASSWORD)).toBeNull()
  expect(await tokenOf(userName, NEW_PASSWORD)).not.toBeNull()
  expect(await isAccepted(elsewhere)).toBe(false)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
})

for (const [what, versions] of [
  ['is made once', true],
  ['is found by the new password where the server has no versions', false],
] as const) {
  test(
    `a change whose response is lost is reported as unknown; saved again, it ${what}`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api }, signIn }) => {
      const { userName } = await createPerson('own')
      await signIn(userName, url)
      if (!versions) {
        const without = (good: unknown) => ({ body: { ...(good as object), version: undefined } })
        api.fault(/Users\/current/, { kind: 'made', of: without })
      }
      await open(page)
      api.fault(/Users\/\d+$/, { kind: 'lost' })
      await fill(page, PASSWORD)
      await expect(form(page).getByRole('alert').first()).toContainText(
        'it is not known whether the password was changed. Saving again is safe.',
      )
      expect(await tokenOf(userName, NEW_PASSWORD)).not.toBeNull()

      api.fault(/Users\/\d+$/, null)
      await field(page, 'Repeat New Password').press('Enter')
      if (!versions) {
        await expect(field(page, 'Current Password')).toHaveAccessibleDescription(
          'La contraseña actual no es correcta',
        )
        await fill(page, NEW_PASSWORD)
      }
      await expect(toast(page)).toHaveText(CHANGED)
      await expect(form(page)).toBeHidden()
      expect(await tokenOf(userName, NEW_PASSWORD)).not.toBeNull()
    },
  )
}
