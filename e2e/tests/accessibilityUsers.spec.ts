import { expectAccessible, expectNoViolation } from '../testing/axe'
import { BROKEN, HANG } from '../testing/misbehaving'
import { createBranch, createPerson, freshName } from '../testing/people'
import { expect, test } from '../testing/test'
import { inBothThemes } from '../testing/themes'
import { action, createUserButton, dialog, fillUser, rowOf } from '../testing/usersScreen'

inBothThemes('accessibility of users: empty, loading and failed', () => {
  test('an empty list, a loading one, the session check, and no connection', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    await signIn((await createPerson('alone')).userName, url)
    await expectAccessible(page.getByRole('heading', { name: 'No Users Found' }))
    api.fault(/children/, HANG)
    await page.reload()
    const table = page.getByRole('region', { name: 'Managed Users' })
    await expect(table).toHaveAttribute('aria-busy', 'true')
    await expectNoViolation(page)
    api.fault(/current/, HANG)
    await page.reload()
    await expect(page.getByRole('progressbar', { name: 'Checking session' })).toBeVisible()
    await expectNoViolation(page, { waiting: true })
    api.fault(/current/, BROKEN)
    await page.reload()
    await expectAccessible(page.getByRole('heading', { name: 'Error de conexión' }))
  })

  test('a parent search without results, and a new user: rejected, being created', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    await signIn((await createBranch(3))[0]!.userName, url)
    await createUserButton(page).click()
    const picker = dialog(page, 'Seleccionar Usuario Padre')
    await picker.getByRole('textbox').fill('nobody at all')
    await expectAccessible(picker.getByText('Ningún usuario coincide con la búsqueda.'))
    await picker.getByRole('textbox').fill('')
    await picker.getByRole('option').first().click()
    await picker.getByRole('button', { name: 'Continuar' }).click()

    const form = page.getByRole('dialog')
    await fillUser(page, freshName('refused'))
    api.fault(/api\/Users$/, BROKEN)
    await form.locator('[type=submit]').click()
    await expect(form.getByRole('alert')).toContainText('broken')
    await expectNoViolation(page)
    api.fault(/api\/Users$/, HANG)
    await form.locator('[type=submit]').click()
    await expect(form.locator('[type=submit]')).toBeDisabled()
    await expectNoViolation(page)
  })

  test('Edit User: countries loading and failed, a rejected change, and one that is being saved', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    const [admin, child] = await createBranch(3)
    await signIn(admin!.userName, url)
    api.fault(/countries/, HANG)
    await action(page, 'Edit', child!.userName).click()
    const form = dialog(page, 'Edit User')
    await expectAccessible(form.getByText('Loading countries...'))
    api.fault(/countries/, BROKEN)
    // the address opens the form again
    await page.reload()
    await expectAccessible(form.getByRole('button', { name: 'Reintentar' }))
    api.fault(/countries/, null)
    await form.getByRole('button', { name: 'Reintentar' }).click()
    await expect(form.getByRole('alert')).toBeHidden()

    api.fault(/Users\/\d+$/, BROKEN)
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form.getByRole('alert')).toContainText('broken')
    await expectNoViolation(page)
    api.fault(/Users\/\d+$/, HANG)
    await form.locator('[type=submit]').click()
    await expect(form.locator('[type=submit]')).toBeDisabled()
    await expectNoViolation(page)
  })

  test('a deletion and a new machine that the server rejects', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    const branch = await createBranch(6)
    const { userName } = branch.at(-1)!
    await signIn(branch[0]!.userName, url)
    await rowOf(page, userName)
    for (const [label, confirm, call] of [
      ['Delete', 'Delete', /Users\/\d+$/],
      ['Create machine', 'Create machine', /auto-create/],
    ] as const) {
      api.fault(call, BROKEN)
      await action(page, label, userName).click()
      const question = page.getByRole('dialog')
      await question.getByRole('button', { name: confirm }).click()
      await expect(question.getByRole('alert')).toContainText('broken')
      await expectNoViolation(page)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(question).toBeHidden()
    }
  })

  test('Game Configuration: loading, failed, being saved', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    const user = await createPerson('configured')
    await signIn('master', url, `/?search=${encodeURIComponent(user.userName)}`)
    const form = dialog(page, `Game Configuration: ${user.userName}`)
    api.fault(/user-settings/, HANG)
    await action(page, 'Game Configuration', user.userName).click()
    await expectAccessible(page.getByRole('progressbar', { name: 'Loading configuration...' }))
    api.fault(/user-settings/, { ...BROKEN, status: 403 })
    // the address opens the dialog again
    await page.reload()
    await expect(form.getByRole('alert')).toContainText('Failed to load configuration:')
    await expectNoViolation(page)
    api.fault(/user-settings/, null)
    await form.getByRole('button', { name: 'Reintentar' }).click()
    await expect(form.getByRole('tab').first()).toBeVisible()
    api.fault(/user-settings/, HANG)
    await form.locator('[type=submit]').click()
    await expect(form.locator('[type=submit]')).toBeDisabled()
    await expectNoViolation(page)
  })
})
