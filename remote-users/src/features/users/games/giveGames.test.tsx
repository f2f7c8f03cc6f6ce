import { beforeEach, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../../testing/UsersPage'
import { GameSettingsDialog } from './GameSettingsDialog'

const server = serverForTests()
const PATH = '/api/Games/user-settings'
const GAMES = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  name: `Game ${index + 1}`,
  type: 'Slot',
}))
const USERS = [
  { userId: 1, userName: 'me', level: 1 },
  { userId: 9, userName: 'bea', level: 6 },
  { userId: 10, userName: 'carl', level: 6 },
  { userId: 11, userName: 'cora', level: 6 },
]

const viewer = aUser({ userId: 1, userName: 'me', level: 1 })

beforeEach(() => {
  server().on('/api/Users/all-hierarchy', { body: USERS })
  server().on('/api/Games', { body: GAMES })
  server().on(`${PATH}/9`, ({ method }) => ({ body: method === 'GET' ? { selectedGames: [1] } : {} }))
})
const press = (name: string) => screen.getByRole('button', { name })
const sentGames = () =>
  (JSON.parse(server().writes().at(-1)!.body) as { selectedGames: { id: number }[] }).selectedGames.map(
    ({ id }) => id,
  )

test('a user gets 20 games in at most four clicks, starting from the list of users', async () => {
  const { user } = renderAs(viewer, <UsersPage />)
  await screen.findByRole('button', { name: 'Game Configuration bea' })
  let clicks = 0
  document.addEventListener('click', () => (clicks += 1), { capture: true })
  await user.click(press('Game Configuration bea'))
  await user.click(await screen.findByRole('button', { name: 'Select all Slot' }))
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(sentGames()).toHaveLength(20))
  expect(clicks).toBeLessThanOrEqual(4)
})

test('the games of another user are copied into the form, and saved only with it; a failure leaves the form unchanged', async () => {
  const settings = { selectedGames: [2, 3, 99], jackpotSettings: { megaJackpot: { initial: 5 } } }
  server().on('/api/Games', { body: GAMES.slice(0, 3) })
  server().on(`${PATH}/11`, { status: 403, body: { message: 'No es tuyo' } })
  const bea = aUser({ userId: 9, userName: 'bea', level: 6 })
  const { user } = renderAs(viewer, <GameSettingsDialog user={bea} onClose={jest.fn()} />)
  const openCopying = async () => {
    await user.click(await screen.findByRole('button', { name: 'Copy from user...' }))
    const dialog = await screen.findByRole('dialog', { name: 'Copy games to bea' }, { timeout: 5000 })
    await within(dialog).findByRole('option', { name: /cora/ })
    return dialog
  }
  const failing = await openCopying()
  const names = within(failing).getAllByRole('option')
  expect(names.map(({ textContent }) => textContent)).toEqual(['carlClient', 'coraClient'])
  expect(within(failing).getByRole('button', { name: 'Copy games' })).toBeDisabled()
  // found by typing, and Enter picks a single result
  await user.type(within(failing).getByRole('textbox', { name: 'Search users' }), 'cor')
  await waitFor(() => expect(within(failing).getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  expect(await within(failing).findByRole('alert')).toHaveTextContent(
    'Failed to load configuration: No es tuyo',
  )
  await user.click(within(failing).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(failing).not.toBeInTheDocument())
  expect(screen.getByText('1 games selected')).toBeVisible()

  server().on(`${PATH}/11`, { body: settings })
  const dialog = await openCopying()
  await user.click(within(dialog).getByRole('option', { name: /cora/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Copy games' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(screen.getByText('2 games selected')).toBeVisible()
  expect(screen.getByText('Copied from cora, not saved yet')).toBeVisible()
  expect(server().writes()).toEqual([])
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(sentGames()).toEqual([2, 3]))
  expect(
    server()
      .writes()
      .map(({ path }) => path),
  ).toEqual([`${PATH}/9`])
  expect(JSON.parse(server().writes()[0]!.body)).toMatchObject({
    jackpotSettings: { megaJackpot: { initial: 0 } },
  })
})
