import { tokenOf } from '../testing/api'
import { toast } from '../testing/consolePage'
import { createPerson, findPerson, freshName } from '../testing/people'
import { expect, PASSWORD } from '../testing/test'
import { action, createUserButton, dialog, searchBox, usersTable } from '../testing/usersScreen'
import { test } from './test'
import { enter } from './typing'

test('Firefox: a user is created, edited, blocked, unblocked, and deleted', async ({ page }) => {
  const admin = await createPerson('admin')
  await enter(page, admin.userName)
  await createUserButton(page).click()
  const name = freshName('fox')
  const form = dialog(page, 'Create New Sub-Administrator')
  await form.getByLabel('Username').pressSequentially(name)
  await form.getByLabel('Password').pressSequentially(PASSWORD)
  await form.getByRole('button', { name: 'Create Sub-Administrator' }).click()
  await expect(toast(page)).toHaveText('Usuario creado con éxito')
  await expect(form).toBeHidden()
  await searchBox(page).pressSequentially(name)
  const row = usersTable(page).locator('tr.data').filter({ hasText: name })
  await expect(row).toBeVisible()
  expect(await tokenOf(name)).not.toBeNull()

  await action(page, 'Edit', name).click()
  const edit = dialog(page, 'Edit User')
  await edit.getByLabel('New Password').pressSequentially('violet anchor 47 lantern')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toBeHidden()
  expect(await tokenOf(name, 'violet anchor 47 lantern')).not.toBeNull()
  expect(await tokenOf(name)).toBeNull()

  await action(page, 'Block', name).click()
  await expect(row).toContainText('Bloqueado')
  await expect.poll(async () => (await findPerson(name))?.isBlocked).toBe(true)
  await action(page, 'Unblock', name).click()
  await expect(row).toContainText('Activo')
  await expect.poll(async () => (await findPerson(name))?.isBlocked).toBe(false)

  await action(page, 'Delete', name).click()
  await dialog(page, 'Confirm Deletion').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page)).toHaveText('User deleted successfully')
  await expect(row).toBeHidden()
  expect(await findPerson(name)).toBeUndefined()
})
