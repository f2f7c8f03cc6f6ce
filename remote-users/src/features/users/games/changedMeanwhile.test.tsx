import { beforeEach, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { GameSettingsDialog } from './GameSettingsDialog'

const server = serverForTests()
const SETTINGS = '/api/Games/user-settings/9'
const GAMES = ['Fruit', 'Stars', 'Gold'].map((name, index) => ({ id: index + 1, name, type: 'Slot' }))
const jackpot = (initial: number) => ({ megaJackpot: { initial } })
const READ = { selectedGames: [1], jackpotSettings: jackpot(10), otherSettings: {}, version: '4' }
const onClose = jest.fn()

beforeEach(() => {
  onClose.mockClear()
  server().on('/api/Games', { body: GAMES })
  server().on(SETTINGS, { body: READ })
})
const press = (name: string) => screen.getByRole('button', { name })
const initial = () =>
  within(screen.getByRole('group', { name: 'Mega' })).getByRole('textbox', { name: 'Initial Value' })
const conflict = () => screen.findByRole('dialog', { name: 'Changed meanwhile' }, { timeout: 5000 })
const reject = (current: object) =>
  server().on(SETTINGS, {
    status: 409,
    body: { message: 'La configuración de juegos ha cambiado entretanto', current, changedBy: 'admin1' },
  })
const saved = () =>
  server()
    .writes()
    .map(({ body, headers }) => ({ ...(JSON.parse(body) as object), match: headers['if-match'] }))

/** Opens the form, ticks another game and changes an initial value. */
async function changed() {
  const viewer = aUser({ userId: 1, level: 1 })
  const dialog = <GameSettingsDialog user={aUser({ userId: 9, userName: 'bea' })} onClose={onClose} />
  const { user } = renderAs(viewer, dialog)
  await user.click(await screen.findByRole('checkbox', { name: 'Stars' }))
  await user.click(screen.getByRole('tab', { name: 'Jackpot Settings' }))
  await user.clear(initial())
  await user.paste('20')
  return user
}

test('after a concurrent change the user resolves the fields that both users changed; the rest is kept', async () => {
  const user = await changed()
  reject({
    selectedGames: [3],
    jackpotSettings: jackpot(30),
    otherSettings: { browser: 'Firefox', languages: ['French'] },
    version: '5',
  })
  await user.click(press('Save Configuration'))
  const dialog = await conflict()
  expect(dialog).toHaveAccessibleDescription(
    'admin1 changed the game settings of bea, after you opened it. Your changes are not saved yet.',
  )
  const taken = within(dialog).getAllByRole('listitem')
  expect(taken.map(({ textContent }) => textContent)).toEqual([
    'Games: added Gold; removed Fruit',
    'Browser Type: Firefox',
    'Languages: added French',
  ])
  const asked = within(dialog).getByRole('radiogroup', { name: 'Mega: Initial Value' })
  const backButton = within(dialog).getByRole('button', { name: 'Back to the form' })
  expect(backButton).toBeDisabled()
  await user.click(within(asked).getByRole('radio', { name: 'Theirs: 30' }))
  await user.click(within(asked).getByRole('radio', { name: 'Yours: 20' }))
  await user.click(backButton)
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(initial()).toHaveValue('20')
  await user.click(screen.getByRole('tab', { name: 'Select Games' }))
  for (const [name, ticked] of [
    ['Fruit', false],
    ['Stars', true],
    ['Gold', true],
  ] as const)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(ticked)

  server().on(SETTINGS, { body: {} })
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(saved()).toMatchObject([
    { match: '"4"', selectedGames: [{ id: 1 }, { id: 2 }], otherSettings: { browser: 'Chrome' } },
    {
      match: '"5"',
      selectedGames: [{ id: 2 }, { id: 3 }],
      jackpotSettings: { megaJackpot: { initial: 20 } },
      otherSettings: { browser: 'Firefox', languages: ['French'] },
    },
  ])
})

test("the other user's value can be chosen, and Cancel asks before the remaining changes are lost", async () => {
  const user = await changed()
  reject({ ...READ, jackpotSettings: jackpot(30), version: '5' })
  await user.click(press('Save Configuration'))
  const dialog = await conflict()
  await user.click(within(dialog).getByRole('radio', { name: 'Theirs: 30' }))
  await user.click(within(dialog).getByRole('button', { name: 'Back to the form' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(initial()).toHaveValue('30')
  await user.click(press('Cancel'))
  expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
})
