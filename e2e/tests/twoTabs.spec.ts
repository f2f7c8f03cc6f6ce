import type { Page } from '@playwright/test'
import { call, masterToken } from '../testing/api'
import { expectNoViolation } from '../testing/axe'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { createGame, gameSettingsOf } from '../testing/games'
import { createBranch, createPerson, findPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { action, dialog, rowOf } from '../testing/usersScreen'

const conflict = (page: Page) => dialog(page, 'Changed meanwhile')
const back = (page: Page) => conflict(page).getByRole('button', { name: 'Back to the form' })

test(
  'game settings open in two tabs: saving in the second shows what the first saved, and no change is lost',
  WITH_ALL,
  async ({ page, signIn, faults }) => {
    test.slow()
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const [user, first, second] = await Promise.all([
      createPerson('two tabs'),
      createGame('first'),
      createGame('second'),
    ])
    await signIn('master')
    const other = await page.context().newPage()
    await other.goto('/')
    const form = (tab: Page) => dialog(tab, `Game Configuration: ${user.userName}`)
    const initial = (tab: Page) => form(tab).getByRole('group', { name: 'Mega' }).getByLabel('Initial Value')
    const save = (tab: Page) => form(tab).getByRole('button', { name: 'Save Configuration' }).click()
    for (const [tab, game, amount] of [
      [page, first, '100'],
      [other, second, '200'],
    ] as const) {
      await rowOf(tab, user.userName)
      await action(tab, 'Game Configuration', user.userName).click()
      await form(tab).getByRole('textbox', { name: 'Search games' }).fill(game.name)
      await form(tab).getByRole('checkbox', { name: game.name }).check()
      await form(tab).getByRole('tab', { name: 'Jackpot Settings' }).click()
      await initial(tab).fill(amount)
    }
    await save(page)
    await expect(form(page)).toBeHidden()

    await save(other)
    await expect(conflict(other).getByText(`Games: added ${first.name}`)).toBeVisible()
    await expect(conflict(other)).toContainText('master changed the game settings')
    await expect(back(other)).toBeDisabled()
    await expectNoViolation(other)
    await conflict(other).getByRole('radio', { name: 'Yours: 200' }).check()
    await back(other).click()
    await expect(initial(other)).toHaveValue('200')
    await save(other)
    await expect(form(other)).toBeHidden()
    expect(await gameSettingsOf(user.userId)).toMatchObject({
      version: '3',
      selectedGames: expect.arrayContaining([first.id, second.id]) as number[],
      jackpotSettings: { megaJackpot: { initial: 200 } },
    })
  },
)

test(
  'a user who is blocked while the edit form is open stays blocked after the form is saved',
  WITH_ALL,
  async ({ page, signIn, faults }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const user = (await createBranch(3)).at(-1)!
    await signIn('master')
    await rowOf(page, user.userName)
    await action(page, 'Edit', user.userName).click()
    const form = dialog(page, 'Edit User')
    await form.getByLabel('New Password').fill('violet anchor 47 lantern')
    await call('PUT', `/api/Users/${user.userId}`, await masterToken(), { isBlocked: true })
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(conflict(page).getByText('Status: Bloqueado')).toBeVisible()
    await back(page).click()
    await expect(form.getByLabel('New Password')).toHaveValue('violet anchor 47 lantern')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Usuario actualizado con éxito')).toBeVisible()
    await expect.poll(async () => (await findPerson(user.userName))?.isBlocked).toBe(true)
  },
)
