import type { Page } from '@playwright/test'
import { tokenOf } from '../support/api'
import { createBranch, createPerson, deletePerson, findPerson, freshName } from '../support/people'
import { FAILED_CALL, FAILED_REQUEST } from '../support/pageFaults'
import { expect, PASSWORD, test } from '../support/test'
import { action, countLine, createUserButton, dialog, rowOf, usersTable } from '../support/usersScreen'

const toast = (page: Page) => page.locator('.MuiSnackbar-root')

async function fill(page: Page, userName: string, password = PASSWORD) {
  await page.getByLabel('Username').fill(userName)
  await page.getByLabel('Password').fill(password)
}
const submit = (page: Page) => page.getByRole('dialog').locator('[type=submit]')

test('[PRODUCT-1] [STATE-11] [PARENT-1] [PARENT-2] [PARENT-4] [USERFORM-2] [USERFORM-3] [USERFORM-9] [USERFORM-10] [USERFORM-11] [CALL-7] [ENTITY-2] [ERROR-18] [STATE-8] [ROLE-6] [USERS-12] a user under a chosen parent', async ({
  page,
  signIn,
}) => {
  const [admin, subAdmin, distributor] = await createBranch(4)
  await signIn(admin!.userName)
  await createUserButton(page).click()
  const picker = dialog(page, 'Seleccionar Usuario Padre')
  await expect(picker.getByRole('option')).toHaveText([
    'Tu cuentaAdministrator',
    `${subAdmin!.userName}Sub-Administrator`,
    `${distributor!.userName}Distributor`,
  ])
  await expect(picker.getByRole('button', { name: 'Cancelar' })).toBeEnabled()
  await expect(picker.getByRole('button', { name: 'Continuar' })).toBeDisabled()
  await picker.getByRole('textbox').fill('LEVEL 4')
  await expect(picker.getByRole('option')).toHaveCount(1)
  await picker.getByRole('option').click()
  await picker.getByRole('button', { name: 'Continuar' }).click()

  const form = dialog(page, 'Create New Sub-Distributor')
  await expect(form.getByLabel('Username')).toBeFocused()
  await expect(form.getByRole('combobox', { name: 'User Type' })).toHaveText('Sub-Distributor')
  await expect(form.getByRole('combobox', { name: 'Country' })).toHaveText(distributor!.countryName)
  await expect(form.getByText('Country is inherited from parent user and cannot be changed')).toBeVisible()
  await expect(form.getByText('Required for new users')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeEnabled()
  const name = freshName('new')
  await fill(page, name)
  const [request] = await Promise.all([
    page.waitForRequest((call) => call.method() === 'POST' && call.url().endsWith('/api/Users')),
    form.getByRole('button', { name: 'Create Sub-Distributor' }).click(),
  ])
  expect(request.postDataJSON()).toEqual({
    userName: name,
    password: PASSWORD,
    levelU: 5,
    countryId: distributor!.countryId,
    nameClient: name,
    userIdcriador: distributor!.userId,
    isBlocked: false,
    quitPass: false,
    botonBlockedDeshabilitado: false,
    listaClientesTecnico: '',
  })
  await expect(toast(page)).toHaveText('Usuario creado con éxito')
  await expect(form).toBeHidden()
  const { x, y, width, height } = (await toast(page).boundingBox())!
  expect({ fromRight: 1280 - x - width, fromBottom: Math.round(800 - y - height) }).toEqual({
    fromRight: 24,
    fromBottom: 24,
  })
  await expect(await rowOf(page, name)).toContainText('Sub-Distributor')
  expect((await findPerson(name))?.treeUserNamesCreators).toBe(
    `master/${[admin, subAdmin, distributor].map((above) => above!.userName).join('/')}/${name}`,
  )
  expect(await tokenOf(name)).not.toBeNull()
})

test('[STATE-10] [STATE-12] [STATE-13] [USERFORM-5] [PRODUCT-9] [ERROR-18] a Player under a row’s Sub-Distributor gets a machine', async ({
  page,
  signIn,
}) => {
  const branch = await createBranch(5)
  const parent = branch.at(-1)!
  await signIn(branch[0]!.userName)
  await action(page, 'Create user', parent.userName).click()
  await dialog(page, 'Create New Client').getByRole('combobox', { name: 'User Type' }).click()
  await page.getByRole('option', { name: 'Player', exact: true }).click()
  const name = freshName('player')
  await fill(page, name)
  await dialog(page, 'Create New Player').getByRole('button', { name: 'Create Player' }).click()
  await expect(toast(page)).toHaveText(
    `Usuario ${name} creado con éxito. Una máquina ha sido creada automáticamente.`,
  )
  expect(await findPerson(name)).toMatchObject({ level: 7, numeroMaquinas: 1 })
})

test('[USERS-10] [USERS-11] [PARENT-3] where nobody is below, the first user stands under oneself', async ({
  page,
  signIn,
}) => {
  const admin = await createPerson('alone')
  await signIn(admin.userName)
  await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible()
  await expect(page.getByText('There are no users below you yet.')).toBeVisible()
  await createUserButton(page).click()
  const form = dialog(page, 'Create New Sub-Administrator')
  await expect(form.getByText('El nuevo usuario se creará bajo tu cuenta.')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Create Your First User' }).click()
  const name = freshName('first')
  await fill(page, name)
  await form.getByRole('button', { name: 'Create Sub-Administrator' }).click()
  await expect(countLine(page)).toHaveText('1 user')
  expect((await findPerson(name))?.treeUserNamesCreators).toBe(`master/${admin.userName}/${name}`)
})

test('[VALID-3] [VALID-4] what is missing, taken or too short stands under its field, and nothing is lost', async ({
  page,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_CALL, FAILED_REQUEST)
  await signIn((await createPerson('admin')).userName)
  await page.getByRole('button', { name: 'Create Your First User' }).click()
  await submit(page).click()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Username is required')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Password is required for new users')

  await fill(page, 'MASTER', 'short')
  await submit(page).click()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/8/)
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Ya existe un usuario con ese nombre')
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveValue('MASTER')
  await expect(page.getByRole('alert')).toHaveCount(1)
  await page.getByLabel('Username').fill(freshName('renamed'))
  await page.keyboard.press('Enter')
  await expect(toast(page)).toHaveText('Usuario creado con éxito')
})

test('[ERROR-12] [ERROR-13] [ERROR-14] [USERFORM-11] a form that the server fails keeps everything, and is sent once', async ({
  page,
  faultyApi: { url, api },
  signIn,
}) => {
  const admin = await createPerson('admin')
  const parent = await createPerson('gone', admin)
  await signIn(admin.userName, url)
  await action(page, 'Create user', parent.userName).click()
  const name = freshName('kept')
  await fill(page, name)
  const form = page.getByRole('dialog')
  const own = /api\/Users$/
  for (const [fault, inForm, onScreen] of [
    [{ kind: 'answer', status: 500, body: '{"message":"broken"}' }, 'broken', 'Error: broken'],
    [{ kind: 'reset' }, 'Network Error', 'Error: Network Error'],
    [
      { kind: 'answer', status: 500, reason: '' },
      'Error creating/updating user. Please try again.',
      'Error desconocido',
    ],
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
})

test('[ERROR-14] a parent who is deleted meanwhile is missed', async ({ page, signIn, faults }) => {
  faults.expect(FAILED_CALL, FAILED_REQUEST)
  const parent = await createPerson('gone')
  await signIn('master')
  await rowOf(page, parent.userName)
  await action(page, 'Create user', parent.userName).click()
  await fill(page, freshName('orphan'))
  expect((await deletePerson(parent.userId)).status).toBe(204)
  await submit(page).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'No se pudo encontrar el usuario padre',
  )
})

test('[ERROR-14] a parent who is gone from a list read anew is not found', async ({
  page,
  ownConsole,
  signIn,
}) => {
  await page.clock.install()
  const { url, api } = await ownConsole({ api: true })
  const admin = await createPerson('admin')
  const parent = await createPerson('gone', admin)
  await createPerson('stays', admin)
  await signIn(admin.userName, url)
  await expect(countLine(page)).toHaveText('2 users')
  expect((await deletePerson(parent.userId)).status).toBe(204)
  // the list is out of date by then, and read again under the open picker
  await page.clock.fastForward('01:00')
  api.fault(/children/, { kind: 'slow', ms: 2_000 })
  await createUserButton(page).click()
  await page.getByRole('option', { name: parent.userName }).click()
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Usuario padre no encontrado')
})

test('[CALL-10] [ENTITY-8] [USERFORM-6] [USERFORM-7] [USERFORM-8] [ERROR-15] [STATE-14] the country in every case', async ({
  page,
  faultyApi: { url, api },
  signIn,
}) => {
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
  api.fault(/countries/, { kind: 'answer', status: 400, reason: '' })
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'No se pudieron cargar los países. Por favor, intente de nuevo.',
  )
  api.fault(/countries/, { kind: 'slow', ms: 1500 })
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await open()
  await expect(page.getByText('Loading countries...')).toBeVisible()
  await expect(country).toHaveText('Spain')
  await expect(page.getByText('Country is inherited from parent user and cannot be changed')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('[PARENT-2] of 50,000 users one is found at once, and few are in the document', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const { url, api } = await ownConsole({ api: true })
  const crowd = Array.from({ length: 50_000 }, (_, index) => ({
    userId: 1_000_000 + index,
    userName: `crowd ${index}`,
    level: 4,
  }))
  api.fault(/Users\/children/, { kind: 'answer', status: 200, body: JSON.stringify(crowd) })
  await signIn('admin1', url)
  await expect(countLine(page)).toHaveText('50,000 users')
  await createUserButton(page).click()
  expect(await page.getByRole('option').count()).toBeLessThan(40)
  await page.getByRole('dialog').getByRole('textbox').fill('crowd 49999')
  await expect(page.getByRole('option')).toHaveText(['crowd 49999Distributor'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Create New Sub-Distributor')).toBeVisible()
})
