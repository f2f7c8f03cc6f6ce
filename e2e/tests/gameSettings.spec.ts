import type { Page } from '@playwright/test'
import { toast } from '../testing/consolePage'
import { createGame, gameSettingsOf } from '../testing/games'
import { createPerson } from '../testing/people'
import { ACCOUNTS, expect, test, WITH_ALL } from '../testing/test'
import { action, rowOf } from '../testing/usersScreen'

const config = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Game Configuration: ${name}`, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Configuration' })

/** Chooses an option. @param options all of them, the default first */
async function choose(page: Page, label: string, option: string, options: string[]) {
  const select = page.getByRole('combobox', { name: label })
  await expect(select).toHaveText(options[0]!)
  await select.click()
  await expect(page.getByRole('option')).toHaveText(options)
  await page.getByRole('option', { name: option }).click()
}

/** For each level, a user below it to try Game Configuration on; null if there is none. */
const BELOW = ['admin1', 'client1', 'client1', 'client1', 'client1', 'player1', null]

ACCOUNTS.forEach((account, index) => {
  const level = index + 1
  const title = `[USERS-9] [ROLE-2] [ROLE-3] level ${level} ${level <= 2 ? 'opens' : 'has no'} Game Configuration`
  test(title, WITH_ALL, async ({ page, signIn }) => {
    await signIn(account)
    const name = BELOW[index]
    if (name) await expect(await rowOf(page, name)).toHaveCount(1)
    if (level > 2 || !name) {
      await expect(page.getByRole('button', { name: /Game Configuration/ })).toHaveCount(0)
      return
    }
    await action(page, 'Game Configuration', name).click()
    await expect(config(page, name)).toBeVisible()
    await expect(page.getByText(/^\d+ games selected$/)).toBeVisible()
  })
})

test('[ROLE-2] users cannot configure their own games', WITH_ALL, async ({ page, signIn }) => {
  await signIn('master')
  await rowOf(page, 'master')
  await expect(action(page, 'View details', 'master')).toBeVisible()
  await expect(action(page, 'Game Configuration', 'master')).toHaveCount(0)
})

test('[PRODUCT-10] [GAMECONFIG-4] [GAMECONFIG-5] a saved game configuration is read back unchanged', async ({
  page,
  signIn,
}) => {
  // a long form: it takes 25 s on a slow machine
  test.setTimeout(60_000)
  const [user, slot, other] = await Promise.all([
    createPerson('configured'),
    createGame('slot'),
    createGame('bingo', 'Bingo'),
  ])
  await signIn('master')
  await rowOf(page, user.userName)
  const open = () => action(page, 'Game Configuration', user.userName).click()
  await open()
  const dialog = config(page, user.userName)
  await expect(dialog.getByText('0 games selected', { exact: true })).toBeVisible()
  const search = dialog.getByRole('textbox', { name: 'Search games' })
  await expect(search).toBeFocused()
  for (const game of [slot, other]) {
    await search.fill(game.name)
    await dialog.getByRole('checkbox', { name: game.name }).check()
  }
  await expect(dialog.getByText('2 games selected', { exact: true })).toBeVisible()
  await expect(
    dialog.getByText(`No Slot games available matching "${other.name}"`, { exact: true }),
  ).toBeVisible()

  await tab(page, 'Jackpot Settings').click()
  for (const [jackpot, label, typed, shown] of [
    ['Mega', 'Minimum AP', '5', '5'],
    ['Mega', 'Initial Value', 'abc', '0'],
    ['Super', 'Maximum Value', '1500.50', '1500.5'],
    ['Mini', 'Increase Percentage', '1.25', '1.25'],
    ['Mini', 'Backup Increase Percentage', '', '0'],
  ] as const) {
    const field = dialog.getByRole('group', { name: jackpot }).getByLabel(label, { exact: true })
    await field.fill(typed)
    await field.blur()
    await expect(field).toHaveValue(shown)
  }
  await test.step('[CONST-12] the jackpots are in one of four currencies', () =>
    choose(page, 'Currency Symbol', 'Pound (£)', ['Euro (€)', 'Dollar ($)', 'Pound (£)', 'Yen (¥)']))

  await tab(page, 'Other Settings').click()
  await choose(page, 'Browser Type', 'Firefox', ['Chrome', 'Firefox', 'Edge', 'Safari'])
  await choose(page, 'Execution Mode', 'Debug', ['Release', 'Debug', 'Test'])
  await choose(page, 'Initial Load', 'SelectedGames', ['AllGames', 'SelectedGames', 'None'])
  await choose(page, 'Machine Currency', 'Dollar', ['Euro', 'Dollar', 'Pound'])
  await choose(page, 'Credits Format', 'Points', ['Credits', 'Money', 'Points'])
  for (const label of ['Touch Screen', 'Show Volume Button', 'Show LuckHand Logo', 'Can Create Player']) {
    await expect(dialog.getByRole('switch', { name: label })).not.toBeChecked()
    await dialog.getByRole('switch', { name: label }).check()
  }
  await test.step('[GAMECONFIG-7] [CONST-14] each of six languages is switched on and off', async () => {
    const languages = dialog.getByRole('group', { name: 'Languages' }).getByRole('button')
    await expect(languages).toHaveText(['Spanish', 'English', 'French', 'German', 'Italian', 'Portuguese'])
    // French is switched on and off again
    for (const language of ['French', 'Spanish', 'French', 'Portuguese'])
      await dialog.getByRole('button', { name: language }).click()
  })

  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'PUT'),
    saveButton(page).click(),
  ])
  const chosen = (id: number) => ({ id, name: '', type: '', gameState: true })
  expect(request.postDataJSON()).toMatchObject({ selectedGames: [chosen(slot.id), chosen(other.id)] })
  await expect(dialog).toBeHidden()
  const jackpot = {
    apMinimum: 0,
    initial: 0,
    maximum: 0,
    increasePercentage: 0,
    increaseBackupPercentage: 0,
  }
  expect(await gameSettingsOf(user.userId)).toEqual({
    version: '2',
    selectedGames: [slot.id, other.id],
    jackpotSettings: {
      megaJackpot: { ...jackpot, apMinimum: 5 },
      superJackpot: { ...jackpot, maximum: 1500.5 },
      miniJackpot: { ...jackpot, increasePercentage: 1.25 },
      literalMonedaJackpot: '£',
    },
    otherSettings: {
      browser: 'Firefox',
      executionMode: 'Debug',
      initialLoad: 'SelectedGames',
      currency: 'Dollar',
      touchScreen: true,
      showVolumeButton: true,
      logoLuckHand: true,
      canCreatePlayer: true,
      creditsFormat: 'Points',
      languages: ['Spanish', 'Portuguese'],
    },
  })

  await open()
  await expect(dialog.getByText('2 games selected', { exact: true })).toBeVisible()
  await tab(page, 'Other Settings').click()
  await expect(dialog.getByRole('button', { name: 'Portuguese' })).toHaveAttribute('aria-pressed', 'true')
})

test(
  '[GAMECONFIG-1] [ERROR-24] the dialog shows that it is loading, failed to load, or failed to save',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn, faults }) => {
    const [user, game] = await Promise.all([createPerson('unlucky'), createGame('slot')])
    await signIn('master', url)
    await rowOf(page, user.userName)
    api.fault(/user-settings/, { kind: 'answer', status: 403, body: '{"message":"No es tuyo"}' })
    await action(page, 'Game Configuration', user.userName).click()
    const dialog = config(page, user.userName)
    await expect(dialog.getByRole('alert')).toContainText('Failed to load configuration: No es tuyo')
    api.fault(/user-settings/, null)
    await dialog.getByRole('button', { name: 'Reintentar' }).click()
    await expect(dialog.getByText('0 games selected')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    api.fault(/user-settings/, { kind: 'slow', ms: 1500 })
    await action(page, 'Game Configuration', user.userName).click()
    await expect(dialog.getByText('Loading configuration...', { exact: true })).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Search games' }).fill(game.name)
    await dialog.getByRole('checkbox', { name: game.name }).check()

    api.fault(/user-settings/, { kind: 'answer', status: 500, body: '{"message":"broken"}' })
    const failed = page.waitForResponse((answer) => answer.status() === 500)
    await saveButton(page).click()
    await failed
    await expect(saveButton(page)).toBeEnabled()
    await expect(dialog.getByText('1 games selected', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(toast(page)).toHaveCount(0)
    expect(faults.all().some((text) => text.includes('Error 500 en la respuesta'))).toBe(true)

    api.fault(/user-settings/, null)
    await saveButton(page).click()
    await expect(dialog).toBeHidden()
    expect((await gameSettingsOf(user.userId)).selectedGames).toEqual([game.id])
  },
)
