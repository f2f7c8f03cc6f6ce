import type { Page } from '@playwright/test'
import { toast } from '../testing/consolePage'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { createPerson, deletePerson, findPerson, freshName } from '../testing/people'
import { expect, PASSWORD, test, WITH_ALL } from '../testing/test'
import { action, countLine, createUserButton, fillUser, rowOf, usersTable } from '../testing/usersScreen'

const CREATION_UNKNOWN =
  'No answer was received. It is not known whether the user was created. Saving again is safe.'

const submit = (page: Page) => page.getByRole('dialog').locator('[type=submit]')

test(
  '[VALID-3] [VALID-4] missing, taken or short values show errors under their fields, and the input is kept',
  WITH_ALL,
  async ({ page, signIn, faults }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    await signIn((await createPerson('admin')).userName)
    await page.getByRole('button', { name: 'Create Your First User' }).click()
    await submit(page).click()
    await expect(page.getByLabel('Username')).toBeFocused()
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Username is required')
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
      'Password is required for new users',
    )

    await fillUser(page, 'MASTER', 'short')
    await submit(page).click()
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/8/)
    await expect(page.getByLabel('Password')).toBeFocused()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(
      'Ya existe un usuario con ese nombre',
    )
    await expect(page.getByLabel('Username')).toBeFocused()
    await expect(page.getByLabel('Username')).toHaveValue('MASTER')
    await expect(page.getByRole('alert')).toHaveCount(1)
    await page.getByLabel('Username').fill(freshName('renamed'))
    await page.keyboard.press('Enter')
    await expect(toast(page)).toHaveText('Usuario creado con éxito')
  },
)

test(
  '[ERROR-12] [ERROR-13] [ERROR-14] a form that fails to submit keeps its input, and a double click sends it once',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const admin = await createPerson('admin')
    const parent = await createPerson('gone', admin)
    await signIn(admin.userName, url)
    await action(page, 'Create user', parent.userName).click()
    const name = freshName('kept')
    await fillUser(page, name)
    const form = page.getByRole('dialog')
    const own = /api\/Users$/
    for (const [fault, inForm, onScreen] of [
      [{ kind: 'answer', status: 500, body: '{"message":"broken"}' }, 'broken', 'Error: broken'],
      [{ kind: 'reset' }, CREATION_UNKNOWN, `Error: ${CREATION_UNKNOWN}`],
      ...['', '{}'].map(
        (body) =>
          [
            { kind: 'answer' as const, status: 500, body },
            'Error creating/updating user. Please try again.',
            'Error: Error desconocido',
          ] as const,
      ),
      [
        { kind: 'answer', status: 404, body: '{"message":"No existe"}' },
        'No se pudo encontrar el usuario padre',
        'Error: No se pudo encontrar el usuario padre',
      ],
    ] as const) {
      api.fault(own, fault)
      await submit(page).click()
      await expect(form.getByRole('alert')).toHaveText(inForm)
      await expect(toast(page)).toHaveText(onScreen)
      await expect(page.getByLabel('Username')).toHaveValue(name)
      await expect(submit(page)).toBeFocused()
    }

    api.fault(own, { kind: 'slow', ms: 1000 })
    const before = api.requests.length
    await submit(page).dblclick()
    await expect(submit(page).getByRole('progressbar')).toBeVisible()
    await expect(toast(page)).toHaveText('Usuario creado con éxito')
    expect(api.requests.slice(before).filter((path) => own.test(path))).toHaveLength(1)
  },
)

test('saving again after the answer to a creation was lost does not create a second user', async ({
  page,
  faultyApi: { url, api },
  signIn,
}) => {
  const admin = await createPerson('admin')
  await signIn(admin.userName, url)
  await page.getByRole('button', { name: 'Create Your First User' }).click()
  const name = freshName('lost')
  await fillUser(page, name)
  // created, but the answer is lost
  api.fault(/api\/Users$/, { kind: 'lost' })
  await submit(page).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(CREATION_UNKNOWN)
  expect(await findPerson(name)).toBeDefined()
  api.fault(/api\/Users$/, null)
  await submit(page).click()
  await expect(toast(page)).toHaveText('Usuario creado con éxito')
  await expect(countLine(page)).toHaveText('1 user')
})

test(
  '[ERROR-14] a parent deleted in the meantime is reported as missing',
  WITH_ALL,
  async ({ page, signIn, faults }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const parent = await createPerson('gone')
    await signIn('master')
    await rowOf(page, parent.userName)
    await action(page, 'Create user', parent.userName).click()
    await fillUser(page, freshName('orphan'))
    expect((await deletePerson(parent.userId)).status).toBe(204)
    await submit(page).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
      'No se pudo encontrar el usuario padre',
    )
  },
)

test(
  '[ERROR-14] a parent missing from a reloaded list is reported as not found',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    await page.clock.install()
    const { url, api } = await ownConsole({ api: true })
    const admin = await createPerson('admin')
    const parent = await createPerson('gone', admin)
    await createPerson('stays', admin)
    await signIn(admin.userName, url)
    await expect(countLine(page)).toHaveText('2 users')
    expect((await deletePerson(parent.userId)).status).toBe(204)
    api.fault(/children/, { kind: 'slow', ms: 2_000 })
    // by then the list is stale, and reloads behind the open picker
    await page.clock.fastForward('01:00')
    await createUserButton(page).click()
    await page.getByRole('option', { name: parent.userName }).click()
    await expect(page.getByRole('option')).toHaveCount(2)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Usuario padre no encontrado')
  },
)

test(
  '[CALL-10] [ENTITY-8] [USERFORM-6] the form shows an error if the countries fail to load, and the inherited country once they load',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const admin = await createPerson('admin')
    await createPerson('child', admin)
    await signIn(admin.userName, url)
    const country = page.getByRole('combobox', { name: 'Country' })
    const open = async () => {
      await action(
        page,
        'Create user',
        await usersTable(page).locator('tr.data td').first().innerText(),
      ).click()
      await expect(country).toBeDisabled()
    }
    api.fault(/countries/, { kind: 'answer', status: 400, body: '{"message":"cerrado"}' })
    await open()
    await expect(page.getByRole('alert')).toContainText('cerrado')
    for (const body of ['', '{}']) {
      api.fault(/countries/, { kind: 'answer', status: 400, body })
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await expect(page.getByRole('alert')).toContainText(
        'No se pudieron cargar los países. Por favor, intente de nuevo.',
      )
    }
    api.fault(/countries/, { kind: 'slow', ms: 1500 })
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await open()
    await expect(page.getByText('Loading countries...')).toBeVisible()
    await expect(country).toHaveText('Spain')
    await expect(page.getByText('Country is inherited from parent user and cannot be changed')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)
