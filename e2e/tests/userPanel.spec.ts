import type { Locator } from '@playwright/test'
import { call, tokenOf } from '../testing/api'
import { expectNoViolation } from '../testing/axe'
import { goBack, toast } from '../testing/consolePage'
import { createMachine } from '../testing/machinesScreen'
import { createBranch, createPerson, deletePerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { inBothThemes } from '../testing/themes'
import { address, createFamily, nameIn, row, userPanel } from '../testing/userPanel'
import { dialog, searchBox } from '../testing/usersScreen'

const button = (of: Locator, name: string): Locator => of.getByRole('button', { name, exact: true })

test('a click on a row opens its panel next to the list; its dialogs open over the panel, and Back closes the topmost first', async ({
  page,
  signIn,
}) => {
  const { manager, names, children } = await createFamily()
  const [first, second] = names as [string, string]
  await signIn(manager, '', '/?sort=userName')
  await nameIn(page, first).click()
  await expect(userPanel(page, first)).toBeVisible()
  await expect(row(page, first)).toContainClass('open')
  const at = `?open=user:${children[0]!.userId}&sort=userName`
  await expect.poll(address(page)).toBe(at)

  // the list stays usable
  await searchBox(page).fill('e2e')
  await expect.poll(address(page)).toBe(`${at.replace('&sort', '&search=e2e&sort')}`)
  await button(userPanel(page, first), 'Edit').click()
  const form = dialog(page, 'Edit User')
  await expect(form).toBeVisible()
  await form.getByLabel('New Password').fill('copper meadow 82 whistle')
  await goBack(page)
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('New Password')).toHaveValue('copper meadow 82 whistle')
  await goBack(page)
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
  await expect(userPanel(page, first)).toBeVisible()

  await nameIn(page, second).click()
  await expect(userPanel(page, second)).toBeVisible()
  await goBack(page)
  await expect(userPanel(page, first)).toBeVisible()
  await goBack(page)
  await expect(userPanel(page, first)).toBeHidden()
  await expect(searchBox(page)).toHaveValue('e2e')
  await page.goForward()
  await expect(userPanel(page, first)).toBeVisible()
  await button(userPanel(page, first), 'Close panel').click()
  await expect(userPanel(page, first)).toBeHidden()
  await expect.poll(address(page)).toBe('?search=e2e&sort=userName')
})

test('an administrator unlocks a locked user below, and ends the user’s sessions', async ({
  page,
  signIn,
}) => {
  const administrator = await createPerson('administrator')
  const { userId, userName } = await createPerson('locked', administrator)
  const session = await tokenOf(userName)
  for (let time = 0; time < 10; time += 1) await tokenOf(userName, 'wrong')
  expect(await tokenOf(userName)).toBeNull()
  await signIn(administrator.userName, '', `/?open=user:${userId}`)

  await button(userPanel(page, userName), 'Unlock').click()
  await dialog(page, `Unlock: ${userName}`).getByRole('button', { name: 'Unlock' }).click()
  await expect(toast(page)).toContainText('User unlocked')
  expect(await tokenOf(userName)).not.toBeNull()

  const isSignedIn = async () => (await call('GET', '/api/Users/current', session ?? '')).status === 200
  expect(await isSignedIn()).toBe(true)
  await button(userPanel(page, userName), 'End sessions').click()
  await dialog(page, `End sessions: ${userName}`).getByRole('button', { name: 'End sessions' }).click()
  await expect(toast(page)).toContainText('Sessions ended')
  await expect.poll(isSignedIn).toBe(false)
})

test('by keyboard: Enter opens the panel, J and K step through the list, and Escape returns to the row', async ({
  page,
  signIn,
}) => {
  const { manager, names } = await createFamily()
  const [first, second, third] = names as [string, string, string]
  await signIn(manager, '', '/?sort=userName')
  await row(page, first).focus()
  await page.keyboard.press('Enter')
  await expect(userPanel(page, first)).toBeVisible()
  for (const [key, name] of [
    ['j', second],
    ['j', third],
    ['j', third],
    ['k', second],
  ] as const) {
    await page.keyboard.press(key)
    await expect(userPanel(page, name)).toBeVisible()
    await expect(row(page, name)).toContainClass('open')
  }
  await page.keyboard.press('Escape')
  await expect(userPanel(page, second)).toBeHidden()
  await expect(row(page, second)).toBeFocused()
  await goBack(page)
  await expect(page).not.toHaveURL(/open=/)
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test(
    'a tap on a row opens the panel over the screen with labelled actions, and closing it shows the list',
    WITH_ALL,
    async ({ page, signIn }) => {
      const { manager, names } = await createFamily()
      await signIn(manager)
      await nameIn(page, names[0]!).tap()
      const shown = userPanel(page, names[0]!)
      await expect(shown).toBeVisible()
      const box = await shown.boundingBox()
      expect(box?.width).toBe(390)
      await button(shown, 'View details').tap()
      await expect(dialog(page, `User Details: ${names[0]!}`)).toBeVisible()
      await goBack(page)
      await expect(dialog(page, `User Details: ${names[0]!}`)).toBeHidden()
      await expect(shown).toBeVisible()
      await button(shown, 'Close panel').tap()
      await expect(shown).toBeHidden()
      await expect(nameIn(page, names[0]!)).toBeVisible()
    },
  )
})

test(
  'the panel blocks and deletes: confirmations open over it, and it closes when its user is deleted',
  WITH_ALL,
  async ({ page, signIn }) => {
    const person = await createPerson('gone')
    await signIn('master', '', `/?search=${encodeURIComponent(person.userName)}`)
    await nameIn(page, person.userName).click()
    const shown = userPanel(page, person.userName)
    await button(shown, 'Block').click()
    await expect(shown.getByText('Bloqueado')).toBeVisible()
    await expect(button(shown, 'Unblock')).toBeFocused()
    await button(shown, 'Delete').click()
    const question = dialog(page, 'Confirm Deletion')
    await expect(question).toBeVisible()
    await goBack(page)
    await expect(question).toBeHidden()
    await expect(shown).toBeVisible()
    await button(shown, 'Delete').click()
    await button(question, 'Delete').click()
    await expect(toast(page)).toContainText('User deleted successfully')
    await expect(shown).toBeHidden()
    await expect(page).not.toHaveURL(/open=/)
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

test(
  'if another operator deletes the user, an open form stays, and then the panel closes with a message',
  WITH_ALL,
  async ({ page, signIn }) => {
    const { manager, names, children } = await createFamily()
    await page.clock.install()
    await signIn(manager, '', `/?open=user:${children[0]!.userId}&do=edit`)
    const form = dialog(page, 'Edit User')
    await form.getByLabel('New Password').fill('copper meadow 82 whistle')
    await deletePerson(children[0]!.userId)
    await page.clock.fastForward('02:00')
    await expect(page.getByText('2 users')).toBeVisible()
    await expect(form.getByLabel('New Password')).toHaveValue('copper meadow 82 whistle')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('This user does not exist, or is not below you.')).toBeVisible()
    await expect(userPanel(page, names[0]!)).toBeHidden()
  },
)

inBothThemes('accessibility of the user panel', () => {
  test('with machines and activity, and over the screen on a phone', async ({ page, signIn }) => {
    const { owner } = await createMachine()
    await signIn('master', '', `/?open=user:${owner.userId}`)
    const shown = userPanel(page, owner.userName)
    await expect(shown.getByRole('region', { name: 'Machines' }).getByRole('listitem')).toHaveCount(1)
    await expect(
      shown.getByRole('region', { name: 'Recent activity' }).getByRole('listitem').first(),
    ).toBeVisible()
    await expectNoViolation(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoViolation(page)
    await page.goto('/?open=user:1')
    await expect(userPanel(page, 'master').getByText('You cannot block yourself')).toBeVisible()
    await expectNoViolation(page)
  })
})

test(
  'the panel shows the whole path to a user, also in the tree view',
  WITH_ALL,
  async ({ page, signIn }) => {
    const branch = await createBranch(4)
    const last = branch.at(-1)!
    await signIn('master', '', `/?view=tree&search=${encodeURIComponent(last.userName)}`)
    const tree = page.getByRole('treegrid', { name: 'Managed Users' })
    await tree.getByText(last.userName, { exact: true }).click()
    const path = ['master', ...branch.map(({ userName }) => userName)].join(' › ')
    await expect(userPanel(page, last.userName).getByText(path)).toBeVisible()
    await page.keyboard.press('k')
    await expect(userPanel(page, branch.at(-2)!.userName)).toBeVisible()
  },
)
