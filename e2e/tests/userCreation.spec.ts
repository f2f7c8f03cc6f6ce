import { tokenOf } from '../testing/api'
import { toast } from '../testing/consolePage'
import { createBranch, createPerson, findPerson, freshName } from '../testing/people'
import { expect, PASSWORD, test, WITH_ALL } from '../testing/test'
import { action, countLine, createUserButton, dialog, fillUser, rowOf } from '../testing/usersScreen'

test('[PRODUCT-1] [STATE-11] [PARENT-1] a user is created under a chosen parent', async ({
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
  const name = freshName('new')
  await fillUser(page, name)
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

test(
  '[STATE-10] [STATE-12] [STATE-13] a Player created from a Sub-Distributor’s row gets a machine',
  WITH_ALL,
  async ({ page, signIn }) => {
    const branch = await createBranch(5)
    const parent = branch.at(-1)!
    await signIn(branch[0]!.userName)
    await action(page, 'Create user', parent.userName).click()
    await dialog(page, 'Create New Client').getByRole('combobox', { name: 'User Type' }).click()
    await page.getByRole('option', { name: 'Player', exact: true }).click()
    const name = freshName('player')
    await fillUser(page, name)
    await dialog(page, 'Create New Player').getByRole('button', { name: 'Create Player' }).click()
    await expect(toast(page)).toHaveText(
      `Usuario ${name} creado con éxito. Una máquina ha sido creada automáticamente.`,
    )
    expect(await findPerson(name)).toMatchObject({ level: 7, numeroMaquinas: 1 })
  },
)

test(
  '[USERS-10] [USERS-11] [PARENT-3] if the list is empty, the first user is created under the signed-in user',
  WITH_ALL,
  async ({ page, signIn }) => {
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
    await fillUser(page, name)
    await form.getByRole('button', { name: 'Create Sub-Administrator' }).click()
    await expect(countLine(page)).toHaveText('1 user')
    expect((await findPerson(name))?.treeUserNamesCreators).toBe(`master/${admin.userName}/${name}`)
  },
)

test('[PARENT-2] one of 50,000 users is found immediately, with only a few of them in the DOM', async ({
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
