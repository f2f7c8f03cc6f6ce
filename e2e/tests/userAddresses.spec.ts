import { goBack, toast } from '../testing/consolePage'
import { createPerson, freshName } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { address, createFamily, nameIn, userPanel } from '../testing/userPanel'
import { action, createUserButton, dialog, fillUser } from '../testing/usersScreen'

test(
  'an address opens a dialog over its panel without sending a change, even after a reload; closing it shows the panel',
  WITH_ALL,
  async ({ page, signIn }) => {
    const { manager, names, children } = await createFamily()
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    const at = `/?do=edit&open=user:${children[0]!.userId}`
    await signIn(manager, '', at)
    await expect(dialog(page, 'Edit User')).toBeVisible()
    await page.reload()
    await expect(dialog(page, 'Edit User')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Edit User')).toBeHidden()
    await expect(userPanel(page, names[0]!)).toBeVisible()
    await expect.poll(address(page)).toBe(`?open=user:${children[0]!.userId}`)
    expect(writes).toEqual([])
  },
)

test(
  'an address with an unknown user or a forbidden action is dropped with a message',
  WITH_ALL,
  async ({ page, signIn }) => {
    const { manager, names, children } = await createFamily()
    const stranger = await createPerson('stranger')
    const own = children[0]!.userId
    for (const [search, message, left] of [
      [`?open=user:${stranger.userId}`, 'This user does not exist, or is not below you.', ''],
      ['?do=edit&open=user:nobody', 'This user does not exist, or is not below you.', ''],
      [`?do=unblock&open=user:${own}`, 'This cannot be done here.', `?open=user:${own}`],
      ['?do=edit', 'This cannot be done here.', ''],
    ] as const) {
      await signIn(manager, '', `/${search}`)
      await expect(page.getByRole('alert').filter({ hasText: message }), search).toHaveCount(1)
      await expect.poll(address(page), search).toBe(left)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(userPanel(page, names[0]!)).toHaveCount(left === '' ? 0 : 1)
    }
  },
)

test('a dialog opened from a row has its own history entry: Back, Escape and success restore the list', async ({
  page,
  signIn,
}) => {
  const { manager, names, children } = await createFamily()
  await signIn(manager, '', '/?sort=userName')
  const edit = action(page, 'Edit', names[0]!)
  const form = dialog(page, 'Edit User')
  const entries = await page.evaluate(() => history.length)
  for (const way of ['Back', 'Escape', 'success']) {
    await edit.click()
    await expect(form).toBeVisible()
    await expect.poll(address(page)).toBe(`?do=edit&open=user:${children[0]!.userId}&sort=userName`)
    await expect(userPanel(page, names[0]!)).toHaveCount(0)
    if (way === 'Back') await goBack(page)
    else if (way === 'Escape') await page.keyboard.press('Escape')
    else {
      await form.getByLabel('New Password').fill('silver harbour 61 pebble')
      await form.getByRole('button', { name: 'Save Changes' }).click()
      await expect(toast(page)).toContainText('Usuario actualizado con éxito')
    }
    await expect(form).toBeHidden()
    await expect.poll(address(page)).toBe('?sort=userName')
    // however many dialogs were closed, only one history entry was added
    expect(await page.evaluate(() => history.length)).toBe(entries + 1)
  }
})

test(
  'a new user: the parent is chosen first, then the form opens, and Back from the list reopens neither',
  WITH_ALL,
  async ({ page, signIn }) => {
    const { manager, names, children } = await createFamily()
    await signIn(manager, '', '/settings')
    await page.getByRole('link', { name: 'Users' }).click()
    await createUserButton(page).click()
    const picker = dialog(page, 'Seleccionar Usuario Padre')
    await expect.poll(address(page)).toBe('?do=create')
    await picker.getByRole('option', { name: new RegExp(`^${names[1]!}`) }).click()
    await picker.getByRole('button', { name: 'Continuar' }).click()
    await expect.poll(address(page)).toBe(`?do=create&open=user:${children[1]!.userId}`)
    const name = freshName('new')
    await fillUser(page, name)
    await page.keyboard.press('Enter')
    await expect(toast(page)).toContainText('Usuario creado con éxito')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(nameIn(page, name)).toBeVisible()
    await expect.poll(address(page)).toBe('')
    await goBack(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Managed Users')
    await goBack(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  },
)
