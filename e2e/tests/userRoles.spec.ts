import type { Page } from '@playwright/test'
import { ACCOUNTS, expect, ofLevel, test, WITH_ALL } from '../testing/test'
import { action, createUserButton, dialog, rowOf } from '../testing/usersScreen'

const [MANAGER, END_USER] = ['a manager', 'a Client or Player'] as const

/** The actions of a row, in order, by the kind of user in it. `offered` drops what the viewer may not do. */
const ACTIONS = {
  [MANAGER]: ['View details', 'Edit', 'Create user', 'Delete', 'Game Configuration', 'Block'],
  [END_USER]: ['View details', 'Edit', 'Delete', 'Game Configuration', 'Block', 'Create machine'],
}

/** For each level: some of the users that it sees, and the level of the users that it creates. */
const LEVELS: { rows: [name: string, kind: keyof typeof ACTIONS][]; creates: string | null }[] = [
  {
    rows: [
      ['admin1', MANAGER],
      ['player1', END_USER],
    ],
    creates: 'Administrator',
  },
  {
    rows: [
      ['subadmin1', MANAGER],
      ['client1', END_USER],
    ],
    creates: 'Sub-Administrator',
  },
  {
    rows: [
      ['distributor1', MANAGER],
      ['player1', END_USER],
    ],
    creates: 'Distributor',
  },
  {
    rows: [
      ['subdistributor1', MANAGER],
      ['client1', END_USER],
    ],
    creates: 'Sub-Distributor',
  },
  {
    rows: [
      ['client1', END_USER],
      ['player1', END_USER],
    ],
    creates: 'Client',
  },
  { rows: [['player1', END_USER]], creates: null },
  { rows: [], creates: null },
]

function offered(level: number, kind: keyof typeof ACTIONS): string[] {
  const mayNot = [
    ...(level > 2 ? ['Delete', 'Game Configuration'] : []),
    ...(level > 5 ? ['Create machine'] : []),
  ]
  return ACTIONS[kind].filter((label) => !mayNot.includes(label))
}

async function opens(page: Page, label: string, name: string, title: string) {
  await action(page, label, name).click()
  await expect(dialog(page, title)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, title)).toBeHidden()
}

LEVELS.forEach(({ rows, creates }, index) => {
  const level = index + 1
  test(
    `[USERS-8] [ROLE-8] [PRODUCT-6] level ${level} has its rows, buttons and dialogs`,
    ofLevel(level),
    async ({ page, signIn }) => {
      await signIn(ACCOUNTS[index]!)
      await expect(createUserButton(page)).toHaveCount(creates === null ? 0 : 1)

      for (const [name, kind] of rows) {
        const row = await rowOf(page, name)
        await expect(row).toHaveCount(1)
        const names = await row
          .getByRole('button')
          .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
        expect(names).toEqual(offered(level, kind).map((label) => `${label} ${name}`))
        await opens(page, 'View details', name, `User Details: ${name}`)
        await opens(page, 'Edit', name, 'Edit User')
        if (kind === END_USER && level <= 2) await opens(page, 'Delete', name, 'Confirm Deletion')
        if (kind === END_USER && level <= 5)
          await opens(page, 'Create machine', name, `Create machine: ${name}`)
      }
      if (creates === null) return

      await createUserButton(page).click()
      if (level < 5) {
        await expect(page.getByRole('option').first()).toHaveText(/^Tu cuenta/)
        await page.getByRole('option').first().click()
        await page.getByRole('button', { name: 'Continuar' }).click()
      }
      const form = dialog(page, `Create New ${creates}`)
      await expect(form).toBeVisible()
      const type = form.getByRole('combobox', { name: 'User Type' })
      await expect(type).toHaveText(creates)
      if (level === 5) await expect(type).toBeEnabled()
      else await expect(type).toBeDisabled()
    },
  )
})

test(
  '[USERS-8] [VALID-10] a disabled Delete button shows the reason on hover and on keyboard focus',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('master')
    await rowOf(page, 'admin1')
    const button = action(page, 'Delete', 'admin1')
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription('Users with machines cannot be deleted')
    await button.hover()
    await expect(page.getByRole('tooltip')).toHaveText('Users with machines cannot be deleted')
    await page.mouse.move(0, 0)
    await expect(page.getByRole('tooltip')).toBeHidden()

    await action(page, 'Create user', 'admin1').focus()
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    await expect(page.getByRole('tooltip')).toHaveText('Users with machines cannot be deleted')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test('on a narrow screen, the actions of a row are in a menu', WITH_ALL, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn('admin1')
  await rowOf(page, 'client1')
  await action(page, 'Actions', 'client1').click()
  await expect(page.getByRole('menuitem')).toHaveText([
    // the row's name is announced but not shown
    'View details client1',
    'Edit client1',
    'Game Configuration client1',
    'Create machine client1',
    // destructive actions are separated
    'Delete client1',
    'Block client1',
  ])
  await page.getByRole('menuitem', { name: 'Edit client1', exact: true }).click()
  await expect(dialog(page, 'Edit User')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
