import { call, masterToken, tokenOf } from '../testing/api'
import { toast } from '../testing/consolePage'
import { createBranch, createPerson, findPerson } from '../testing/people'
import { expect, test, WITH_ALL, withoutStream } from '../testing/test'
import { action, dialog, rowOf } from '../testing/usersScreen'

const QUESTION =
  'Las máquinas normalmente se crean automáticamente con el usuario. ¿Estás seguro de que quieres crear una máquina manualmente para este usuario? Esto sólo debe hacerse si la máquina original se eliminó o dañó.'

/** Signs in as an Administrator. @returns a Client below that Administrator */
async function clientBelow(signIn: (account: string, at?: string) => Promise<void>, url?: string) {
  const branch = await createBranch(6)
  await signIn(branch[0]!.userName, url)
  return branch.at(-1)!
}

test('[DELETE-1] [ERROR-17] [ERROR-19] a user gets a new password, or keeps the old one, and is deleted after a confirmation', async ({
  page,
  signIn,
}) => {
  const admin = await createPerson('admin')
  const child = await createPerson('child', admin)
  await signIn(admin.userName)
  const form = dialog(page, 'Edit User')
  for (const [typed, working] of [
    ['', 'demo1234'],
    ['violet anchor 47 lantern', 'violet anchor 47 lantern'],
  ] as const) {
    await action(page, 'Edit', child.userName).click()
    await expect(form.getByLabel('Username')).toHaveAttribute('readonly')
    await expect(form.getByLabel('Username')).toHaveValue(child.userName)
    await expect(form.getByText('Leave empty to keep current password')).toBeVisible()
    await form.getByLabel('New Password').fill(typed)
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PUT'),
      form.getByRole('button', { name: 'Save Changes' }).click(),
    ])
    expect(request.postDataJSON()).toEqual({
      userId: child.userId,
      nameClient: child.userName,
      countryId: child.countryId,
      password: typed,
      isBlocked: false,
      quitPass: false,
      botonBlockedDeshabilitado: false,
      listaClientesTecnico: '',
    })
    await expect(toast(page)).toHaveText('Usuario actualizado con éxito')
    await expect(form).toBeHidden()
    expect(await tokenOf(child.userName, working)).not.toBeNull()
  }
  expect(await tokenOf(child.userName, 'demo1234')).toBeNull()

  const confirm = dialog(page, 'Confirm Deletion')
  await action(page, 'Delete', child.userName).click()
  await expect(confirm.getByText(`Are you sure you want to delete user ${child.userName}?`)).toBeVisible()
  await expect(confirm.getByText('This action cannot be undone.')).toBeVisible()
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirm).toBeHidden()
  expect(await findPerson(child.userName)).toBeDefined()

  await action(page, 'Delete', child.userName).click()
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page)).toHaveText('User deleted successfully')
  await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible()
  expect(await findPerson(child.userName)).toBeUndefined()
})

test(
  'Username in Edit User looks as read-only as the fields next to it',
  WITH_ALL,
  async ({ page, signIn }) => {
    const branch = await createBranch(3)
    await signIn(branch[0]!.userName)
    await action(page, 'Edit', branch.at(-1)!.userName).click()
    const form = dialog(page, 'Edit User')
    const colour = (label: string) =>
      form.getByLabel(label, { exact: true }).evaluate((field) => getComputedStyle(field).color)
    await expect(form.getByLabel('Username', { exact: true })).toHaveAttribute('readonly')
    expect(await colour('Username')).toBe(await colour('Country'))
    expect(await colour('Username')).not.toBe(await colour('New Password'))
  },
)

test('the Master edits their own account', WITH_ALL, async ({ page, signIn }) => {
  await signIn('master')
  await rowOf(page, 'master')
  await action(page, 'Edit', 'master').click()
  await dialog(page, 'Edit User').getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toHaveText('Usuario actualizado con éxito')
})

test('[STATE-7] [STATE-9] [USERS-6] a blocked user cannot sign in until the block is lifted', async ({
  page,
  faultyApi: { url, api },
  signIn,
}) => {
  const admin = await createPerson('admin')
  const child = await createPerson('child', admin)
  await signIn(admin.userName, url)
  const row = await rowOf(page, child.userName)
  await action(page, 'Block', child.userName).click()
  await expect(toast(page)).toContainText('Usuario actualizado con éxito')
  await expect(row).toContainText('Bloqueado')
  await expect(row).toHaveClass(/tinted/)
  expect(await tokenOf(child.userName)).toBeNull()
  await action(page, 'Unblock', child.userName).click()
  await expect(row).toContainText('Activo')
  expect(await tokenOf(child.userName)).not.toBeNull()

  for (const [fault, text] of [
    [{ kind: 'answer', status: 403, body: '{"message":"No es tuyo"}' }, 'Error: No es tuyo'],
    [{ kind: 'answer', status: 500 }, 'Error: Error desconocido'],
    [{ kind: 'answer', status: 500, body: '{}' }, 'Error: Error desconocido'],
  ] as const) {
    api.fault(/Users\/\d+$/, fault)
    await action(page, 'Block', child.userName).click()
    await expect(toast(page)).toHaveText(text)
    await expect(row).toContainText('Activo')
  }
})

test(
  '[ENTITY-1] a user whose block button is disabled keeps it visible',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('distributor1')
    await rowOf(page, 'Inés Solís')
    await expect(action(page, 'Block', 'Inés Solís')).toBeDisabled()
    await action(page, 'Block', 'Inés Solís').hover()
    await expect(page.getByRole('tooltip')).toHaveText('Blocking is disabled for this user')
  },
)

test('[ENTITY-1] [ERROR-12] a block that has been disabled in the meantime is rejected with the reason, and its button is disabled', async ({
  page,
  faults,
  signIn,
}) => {
  const admin = await createPerson('admin')
  const child = await createPerson('child', admin)
  await withoutStream(page)
  await signIn(admin.userName)
  const row = await rowOf(page, child.userName)
  await call('PUT', `/api/Users/${child.userId}`, await masterToken(), { botonBlockedDeshabilitado: true })
  faults.expect(/Users\/\d+$|status of (409|403)/)
  await action(page, 'Block', child.userName).click()
  await expect(toast(page)).toHaveText('Error: El bloqueo de este usuario está deshabilitado')
  await expect(row).toContainText('Activo')
  await expect(action(page, 'Block', child.userName)).toBeDisabled()
})

test(
  '[ERROR-10] [ERROR-11] [ERROR-12] a rejected deletion shows the reason',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const branch = await createBranch(5)
    const [admin, subAdmin] = branch
    await signIn(admin!.userName, url)
    await action(page, 'Delete', subAdmin!.userName).click()
    const confirm = dialog(page, 'Confirm Deletion')
    const expectRejected = async (text: string) => {
      await confirm.getByRole('button', { name: 'Delete' }).click()
      await expect(confirm.getByRole('alert')).toHaveText(text)
    }
    await expectRejected('El usuario tiene usuarios a su cargo')
    // a machine is added below the user after the list was loaded
    await createPerson('client', branch.at(-1)!)
    await expectRejected('No tienes permisos para eliminar usuarios')

    for (const [fault, text] of [
      [{ kind: 'answer', status: 400 }, 'Error al eliminar usuario'],
      [{ kind: 'answer', status: 500, body: '{"message":"broken"}' }, 'Error: broken'],
      [{ kind: 'answer', status: 500 }, 'Error: Error desconocido'],
      [{ kind: 'answer', status: 500, body: '{}' }, 'Error: Error desconocido'],
    ] as const) {
      api.fault(/Users\/\d+$/, fault)
      await expectRejected(text)
    }
  },
)

test(
  'a deletion whose answer was lost succeeds when it is sent again',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const client = await clientBelow(signIn, url)
    await action(page, 'Delete', client.userName).click()
    const confirm = dialog(page, 'Confirm Deletion')
    await expect(
      confirm.getByText(
        `${client.userName} has 1 machine with a total credit of $0.00. Deleting the user retires it, with the credit that it holds.`,
      ),
    ).toBeVisible()
    api.fault(/Users\/\d+$/, { kind: 'lost' })
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await expect(confirm.getByRole('alert')).toHaveText(
      'Error: No answer was received. It is not known whether the user was deleted. Deleting again is safe.',
    )
    api.fault(/Users\/\d+$/, null)
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page)).toHaveText('User deleted successfully')
    await expect(confirm).toBeHidden()
  },
)

test(
  'a machine whose creation was not confirmed is not created again from another dialog',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const client = await clientBelow(signIn, url)
    const confirm = dialog(page, `Create machine: ${client.userName}`)
    const create = confirm.getByRole('button', { name: 'Create machine' })
    await action(page, 'Create machine', client.userName).click()
    api.fault(/auto-create/, { kind: 'lost' })
    await create.click()
    await expect(confirm.getByRole('alert')).toContainText('No se sabe si se ha creado.')
    await expect(confirm.getByText(/^Máquinas de .*: 2$/)).toBeVisible()
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    api.fault(/auto-create/, null)
    await action(page, 'Create machine', client.userName).click()
    await create.click()
    await expect(toast(page)).toHaveText('Máquina creada con éxito')
    expect((await findPerson(client.userName))?.numeroMaquinas).toBe(2)
  },
)

test(
  '[CALL-12] [ERROR-20] [ERROR-21] a machine is created manually',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const client = await clientBelow(signIn, url)
    await action(page, 'Create machine', client.userName).click()
    const confirm = dialog(page, `Create machine: ${client.userName}`)
    const create = confirm.getByRole('button', { name: 'Create machine' })
    await expect(confirm.getByText(QUESTION)).toBeVisible()
    for (const [fault, text] of [
      [{ kind: 'answer', status: 500, body: '{"message":"broken"}' }, 'Error al crear la máquina: broken'],
      [{ kind: 'answer', status: 500 }, 'Error al crear la máquina: Error desconocido'],
    ] as const) {
      api.fault(/auto-create/, fault)
      await create.click()
      await expect(confirm.getByRole('alert')).toHaveText(text)
    }
    api.fault(/auto-create/, null)
    const [request] = await Promise.all([page.waitForRequest(/machines\/auto-create/), create.click()])
    expect(new URL(request.url()).pathname).toBe(`/api/machines/auto-create/${client.userId}`)
    expect(request.postData()).toBeNull()
    await expect(toast(page)).toHaveText('Máquina creada con éxito')
    expect((await findPerson(client.userName))?.numeroMaquinas).toBe(2)
  },
)

test('[ERROR-21] no machine is requested for a deleted user', WITH_ALL, async ({ page, signIn }) => {
  await page.clock.install()
  const client = await clientBelow(signIn)
  await expect(action(page, 'Create machine', client.userName)).toBeVisible()
  await page.getByRole('button', { name: 'Pause refresh' }).click()
  expect((await call('DELETE', `/api/Users/${client.userId}`, await masterToken())).status).toBe(204)
  // by then the list is stale, and reloads behind the dialog
  await page.clock.fastForward('01:00')
  const answer = page.waitForResponse(/children/)
  await action(page, 'Create machine', client.userName).click()
  await answer
  const confirm = dialog(page, `Create machine: ${client.userName}`)
  await confirm.getByRole('button', { name: 'Create machine' }).click()
  await expect(confirm.getByRole('alert')).toHaveText('Usuario inválido para crear máquina')
})
