import type { Page } from '@playwright/test'
import { call, masterToken } from '../testing/api'
import { toast } from '../testing/consolePage'
import { createGame, gameRow, gamesPanel, gamesTable, listGames, openGames } from '../testing/games'
import { held } from '../testing/misbehaving'
import { freshName } from '../testing/people'
import { tableRows } from '../testing/table'
import { ACCOUNTS, expect, test, WITH_ALL } from '../testing/test'

const REASON = 'Only Master and Administrator users can change the game catalogue'
const addButton = (page: Page) => page.getByRole('button', { name: 'Add Game' })
const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Game' })
const errorBox = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Failed to load games. Please try again.' })

ACCOUNTS.forEach((account, index) => {
  const level = index + 1
  const may = level <= 2
  const title = `[SETTINGS-1] [SETTINGS-2] [SETTINGS-4] level ${level} ${may ? 'may change' : 'only sees'} the games`
  test(title, WITH_ALL, async ({ page, signIn }) => {
    const game = await createGame('seen', 'Bingo')
    await signIn(account)
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(
      page.getByText('This area is reserved for future configuration options.', { exact: true }),
    ).toBeVisible()
    await expect(gamesPanel(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(gamesTable(page)).toBeHidden()
    await gamesPanel(page).click()

    const row = await gameRow(page, game.name)
    await expect(row).toHaveCount(1)
    const [shown] = await tableRows(gamesTable(page))
    expect(shown).toEqual({
      ID: String(game.id),
      Name: game.name,
      Type: 'Bingo',
      Status: 'Active',
      Actions: '',
    })
    const toggle = row.getByRole('switch', { name: `Active ${game.name}` })
    await expect(toggle).toBeEnabled({ enabled: may })
    await expect(addButton(page)).toBeEnabled({ enabled: may })
    if (!may) {
      await addButton(page).hover()
      await expect(page.getByRole('tooltip')).toHaveText(REASON)
      await toggle.locator('xpath=ancestor::*[@data-tip]').hover()
      // the first tooltip is fading out
      await expect(page.getByRole('tooltip')).toHaveCount(1)
      await expect(page.getByRole('tooltip')).toHaveText(REASON)
    }
    await page.getByRole('button', { name: `Actions ${game.name}` }).click()
    await expect(page.getByRole('menuitem', { name: `Delete ${game.name}` })).toBeEnabled({ enabled: may })
  })
})

test('[PRODUCT-13] [ADDGAME-3] [SETTINGS-5] a game is added', async ({
  page,
  faultyApi: { url, api },
  signIn,
}) => {
  await signIn('admin1', url, '/settings')
  await addButton(page).click()
  // behind the dialog: visible, but hidden from assistive technology
  const panel = page.getByRole('button', { name: 'Games Management', includeHidden: true })
  await expect(panel).toHaveAttribute('aria-expanded', 'false')
  const form = addDialog(page)
  const name = form.getByLabel('Game Name')
  const save = form.getByRole('button', { name: 'Save Game' })
  await expect(form.getByRole('combobox', { name: 'Game Type' })).toHaveText('Slot')
  await expect(save).toBeDisabled()
  await name.press('Tab')
  await expect(form.getByText('Game name is required')).toBeVisible()
  const game = freshName('added')
  // the spaces are not sent
  await name.fill(` ${game} `)
  await expect(form.getByText('Game name is required')).toBeHidden()

  api.fault(/api\/Games$/, { kind: 'answer', status: 500, body: '{"message":"broken"}' })
  await save.click()
  await expect(form.getByRole('alert')).toHaveText('Failed to add game. Please try again.')
  await expect(name).toHaveValue(` ${game} `)
  await form.getByRole('combobox', { name: 'Game Type' }).click()
  await page.getByRole('option', { name: 'Poker' }).click()

  const saving = held()
  api.fault(/api\/Games$/, saving.fault)
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/Games')),
    save.click(),
  ])
  expect(request.postDataJSON()).toEqual({ name: game, type: 'Poker', gameState: true })
  await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(form).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toHaveCount(0)
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled()

  saving.release()
  await expect(toast(page)).toHaveText('Game added successfully')
  await expect(form).toBeHidden()
  await expect(gamesPanel(page)).toHaveAttribute('aria-expanded', 'true')
  const announced = page.getByText(`Game "${game}" was added successfully`, { exact: true })
  await expect(announced).toBeVisible()
  await expect(await gameRow(page, game)).toHaveCount(1)
  await addButton(page).click()
  await expect(announced).toHaveCount(0)
})

test(
  '[STATE-19] [CALL-19] [CALL-21] switching off a game reads, changes and sends the whole game',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    const game = await createGame('switched', 'Poker')
    await signIn('master', url)
    await openGames(page, url)
    const row = await gameRow(page, game.name)
    const path = `/api/Games/${game.id}`
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PUT'),
      row.getByRole('switch').click(),
    ])
    expect(request.postDataJSON()).toEqual({ ...game, gameState: false })
    await expect(row.getByText('Inactive', { exact: true })).toBeVisible()
    await expect(row.getByRole('switch')).not.toBeChecked()
    expect(api.requests.filter((seen) => seen === path)).toHaveLength(2)
    expect((await listGames()).find(({ id }) => id === game.id)?.gameState).toBe(false)

    api.fault(/api\/Games\/\d+$/, { kind: 'answer', status: 500, body: '{"message":"broken"}' })
    await row.getByRole('switch').click()
    await expect(toast(page)).toHaveText('Error: broken')
    await expect(row.getByText('Inactive', { exact: true })).toBeVisible()
  },
)

test('[CALL-22] a game is deleted after confirmation', WITH_ALL, async ({ page, signIn }) => {
  const game = await createGame('deleted')
  await signIn('admin1')
  await openGames(page)
  const row = await gameRow(page, game.name)
  await page.getByRole('button', { name: `Actions ${game.name}` }).click()
  await page.getByRole('menuitem', { name: `Delete ${game.name}` }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm Deletion' })
  await expect(confirm.getByText(`Are you sure you want to delete game ${game.name}?`)).toBeVisible()
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page)).toHaveText('Game deleted successfully')
  await expect(row).toHaveCount(0)
  expect((await call('GET', `/api/Games/${game.id}`, await masterToken())).status).toBe(404)
})

test(
  '[SETTINGS-3] [ERROR-23] [CALL-18] the catalogue shows that it is loading or failed to load, and recovers',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    await signIn('client1', url)
    api.fault(/api\/Games$/, { kind: 'answer', status: 404 })
    await page.goto(`${url}/settings`)
    await expect(toast(page)).toHaveText('Error loading games')
    await expect(errorBox(page)).toBeVisible()

    api.fault(/api\/Games$/, { kind: 'answer', status: 200, body: '[]' })
    await errorBox(page).getByRole('button', { name: 'Reintentar' }).click()
    await expect(errorBox(page)).toBeHidden()
    await gamesPanel(page).click()
    await expect(page.getByRole('heading', { name: 'No Games Added Yet' })).toBeVisible()
    await expect(page.getByText('Start by adding your first game to the platform.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add First Game' })).toBeDisabled()

    api.fault(/api\/Games$/, { kind: 'slow', ms: 1500 })
    await page.reload()
    await expect(page.getByRole('progressbar', { name: 'Loading games' })).toBeVisible()
    await gamesPanel(page).click()
    await expect(page.getByRole('progressbar', { name: 'Loading games' })).toBeVisible()
    await expect(gamesTable(page)).toBeVisible()
  },
)

for (const width of [390, 900, 1440]) {
  const area = width < 600 ? 'take their full height' : 'are in a scrolling area about 400 px tall'
  const title = `[CONST-10] the games ${area}, at ${width} px`
  test(title, width === 390 ? {} : WITH_ALL, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn('master', '', '/settings')
    await gamesPanel(page).click()
    await expect(gamesTable(page)).toBeVisible()
    const frame = page.getByRole('region', { name: 'Games', exact: true })
    const { height } = (await frame.boundingBox())!
    // on a phone the page scrolls
    if (width < 600) expect(height).toBeGreaterThan(800)
    // the last row is cut, which shows that there is more
    else expect(height).toBe(420)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(beyond).toBeLessThanOrEqual(0)
    expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })
}

test('the printed catalogue has its heading, and no buttons', WITH_ALL, async ({ page, signIn }) => {
  await signIn('master')
  await openGames(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Games Management' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('switch')).toHaveCount(0)
  await expect(page.getByRole('main').locator('.MuiSwitch-root').first()).toBeHidden()
})
