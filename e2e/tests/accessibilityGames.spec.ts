import { expectAccessible } from '../testing/axe'
import { createGame, gameRow, openGames } from '../testing/games'
import { BROKEN, HANG } from '../testing/misbehaving'
import { test } from '../testing/test'
import { inBothThemes } from '../testing/themes'

inBothThemes('accessibility of games: empty, loading and failed', () => {
  test('an empty catalogue, a loading one, a rejected game, and one that is being added', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    await signIn('admin1', url)
    api.fault(/api\/Games$/, HANG)
    await openGames(page, url)
    await expectAccessible(page.getByRole('progressbar', { name: 'Loading games' }))
    api.fault(/api\/Games$/, { kind: 'answer', status: 200, body: '[]' })
    await openGames(page, url)
    await expectAccessible(page.getByRole('heading', { name: 'No Games Added Yet' }))
    await page.getByRole('button', { name: 'Add First Game' }).click()
    await page.getByLabel('Game Name').fill('Axe')
    api.fault(/api\/Games$/, BROKEN)
    await page.getByRole('button', { name: 'Save Game' }).click()
    await expectAccessible(page.getByRole('dialog').getByRole('alert'))
    api.fault(/api\/Games$/, HANG)
    await page.getByRole('button', { name: 'Save Game' }).click()
    await expectAccessible(page.getByRole('button', { name: 'Saving...' }))
  })

  test('the menu of a game, and a deletion that the server rejects', async ({
    page,
    faultyApi: { url, api },
    signIn,
  }) => {
    const { name } = await createGame('kept')
    await signIn('admin1', url)
    await openGames(page, url)
    const row = await gameRow(page, name)
    await row.getByRole('button', { name: `Actions ${name}` }).click()
    await expectAccessible(page.getByRole('menuitem', { name: `Delete ${name}` }))
    await page.getByRole('menuitem', { name: `Delete ${name}` }).click()
    api.fault(/Games\/\d+$/, BROKEN)
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectAccessible(question.getByRole('alert'))
  })
})
