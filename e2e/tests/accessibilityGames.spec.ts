import { expectNoViolation } from '../testing/axe'
import { createGame, gameRow, openGames } from '../testing/games'
import { BROKEN, HANG } from '../testing/misbehaving'
import { expect, test } from '../testing/test'
import { inBothThemes } from '../testing/themes'

inBothThemes('accessibility of games: what is not there, not yet or not well', () => {
  test('an empty catalogue, a loading one, a refused game, and one that is being added', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    await signIn('admin1', url)
    api.fault(/api\/Games$/, HANG)
    await openGames(page, url)
    await expect(page.getByRole('progressbar', { name: 'Loading games' })).toBeVisible()
    await expectNoViolation(page)
    api.fault(/api\/Games$/, { kind: 'answer', status: 200, body: '[]' })
    await openGames(page, url)
    await expect(page.getByRole('heading', { name: 'No Games Added Yet' })).toBeVisible()
    await expectNoViolation(page)
    await page.getByRole('button', { name: 'Add First Game' }).click()
    await page.getByLabel('Game Name').fill('Axe')
    api.fault(/api\/Games$/, BROKEN)
    await page.getByRole('button', { name: 'Save Game' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await expectNoViolation(page)
    api.fault(/api\/Games$/, HANG)
    await page.getByRole('button', { name: 'Save Game' }).click()
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await expectNoViolation(page)
  })

  test('the menu of a game, and a deletion that the server refuses', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    const { name } = await createGame('kept')
    await signIn('admin1', url)
    await openGames(page, url)
    const row = await gameRow(page, name)
    await row.getByRole('button', { name: `Actions ${name}` }).click()
    await expect(page.getByRole('menuitem', { name: `Delete ${name}` })).toBeVisible()
    await expectNoViolation(page)
    await page.getByRole('menuitem', { name: `Delete ${name}` }).click()
    api.fault(/Games\/\d+$/, BROKEN)
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question.getByRole('alert')).toBeVisible()
    await expectNoViolation(page)
  })
})
