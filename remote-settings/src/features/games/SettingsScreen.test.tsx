import { beforeEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, heldBack, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import SettingsScreen from './SettingsScreen'

const server = serverForTests()
const GAMES = [
  { id: 7, name: 'Fruit', type: 'Slot', gameState: true, maker: 'X' },
  { _id: 2, name: 'Bingo 90', type: 'Bingo', gameState: false },
]
const REASON = 'Only Master and Administrator users can change the game catalogue'

beforeEach(() => server().on('/api/Games', { body: GAMES }))

const show = (level = 1) => renderAs(aUser({ userId: 1, level }), <SettingsScreen />, '/settings')
const panel = () => screen.getByRole('button', { name: 'Games Management' })
const button = (name: string) => screen.getByRole('button', { name })
const table = () => screen.findByRole('table', { name: 'Games' })
const cells = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
const writes = () =>
  server()
    .writes()
    .map(({ method, path, body }) => [method, path, body === '' ? '' : (JSON.parse(body) as unknown)])

async function opened(level = 1) {
  const { user } = show(level)
  await user.click(panel())
  return user
}

describe('the settings screen', () => {
  test('[SETTINGS-1] [SETTINGS-4] [SETTINGS-6] starts collapsed, loads the games with a spinner, opens a table of them, and collapses again', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Games', { body: GAMES, after })
    const { user } = show()
    expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Additional Settings' })).toBeVisible()
    expect(screen.getByText('This area is reserved for future configuration options.')).toBeVisible()
    expect(panel()).toHaveAttribute('aria-expanded', 'false')
    expect(screen.getByRole('progressbar', { name: 'Loading games' })).toBeVisible()
    await waitFor(() => expect(server().paths()).toEqual(['/api/Games']))
    await user.click(panel())
    expect(panel()).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByRole('progressbar', { name: 'Loading games' })).toBeVisible()
    answer()
    expect(await table()).toBeVisible()
    expect(screen.queryByRole('progressbar', { name: 'Loading games' })).not.toBeInTheDocument()
    expect(await cells()).toEqual([
      ['2', 'Bingo 90', 'Bingo', 'Inactive', ''],
      ['7', 'Fruit', 'Slot', 'Active', ''],
    ])
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'ID',
      'Name',
      'Type',
      'Status',
      'Actions',
    ])
    expect(screen.getByText('2 games')).toBeVisible()
    await user.click(panel())
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })

  test('finds games by name and by type, and keeps both in the address', async () => {
    const user = await opened()
    await user.type(await screen.findByRole('textbox', { name: 'Search games' }), 'FRU')
    expect((await cells()).map(([id]) => id)).toEqual(['7'])
    expect(screen.getByText('1 of 2 games')).toBeVisible()
    await user.click(screen.getByRole('combobox', { name: 'Type' }))
    await user.click(screen.getByRole('option', { name: 'Bingo' }))
    expect(screen.getByRole('heading', { name: 'No Games Found' })).toBeVisible()
    await waitFor(() => expect(location.search).toBe('?search=FRU&type=Bingo'))
    // one next to the search text, one in place of the rows
    expect(screen.getAllByRole('button', { name: 'Clear search' })).toHaveLength(2)
    await user.click(screen.getAllByRole('button', { name: 'Clear search' })[1]!)
    expect((await cells()).map(([id]) => id)).toEqual(['2'])
  })

  test('[SETTINGS-3] offers to add the first game to an empty catalogue', async () => {
    server().on('/api/Games', { body: [] })
    const user = await opened()
    expect(await screen.findByRole('heading', { name: 'No Games Added Yet' })).toBeVisible()
    expect(screen.getByText('Start by adding your first game to the platform.')).toBeVisible()
    await user.click(button('Add First Game'))
    expect(await screen.findByRole('dialog', { name: 'Add New Game' })).toBeVisible()
  })

  test('[SETTINGS-3] [ERROR-23] shows a toast and a message in the panel if the list fails, and keeps the message for an answer that is not JSON or not a list, until a retry succeeds', async () => {
    server().on('/api/Games', { status: 404 })
    const { user, queryClient } = show()
    expect(await screen.findByText('Error loading games')).toBeVisible()
    for (const next of [{ body: '<html></html>' }, { body: {} }, { body: GAMES }]) {
      expect(screen.getByText('Failed to load games. Please try again.')).toBeVisible()
      const before = server().calls.length
      server().on('/api/Games', next)
      await user.click(button('Reintentar'))
      await waitFor(() => expect(server().calls.length).toBeGreaterThan(before))
      await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    }
    await waitFor(() =>
      expect(screen.queryByText('Failed to load games. Please try again.')).not.toBeInTheDocument(),
    )
    await user.click(panel())
    expect(await cells()).toHaveLength(2)
  })
})

describe('the switch of a game', () => {
  test('[STATE-19] [CALL-19] [CALL-21] reads the game, changes its state and sends the whole game once', async () => {
    const user = await opened()
    // the game has changed since the list was read
    const game = { id: 7, name: 'Fruit II', type: 'Slot', gameState: true, maker: 'Y' }
    server().on('/api/Games/7', ({ method }) => (method === 'GET' ? { body: game } : { status: 204 }))
    const sent = server().calls.length
    const toggle = await screen.findByRole('switch', { name: 'Active Fruit' })
    expect(toggle).toBeChecked()
    await user.dblClick(toggle)
    expect(await screen.findByRole('switch', { name: 'Active Fruit II' })).not.toBeChecked()
    const calls = server().calls.slice(sent, sent + 2)
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/Games/7',
      'PUT /api/Games/7',
    ])
    expect(writes()).toEqual([['PUT', '/api/Games/7', { ...game, gameState: false }]])
  })

  test('that is rejected, unanswered or answered without a game stays unchanged and shows the reason', async () => {
    const user = await opened()
    const toggle = await screen.findByRole('switch', { name: 'Active Fruit' })
    for (const [answer, text] of [
      [{ status: 404, body: { message: 'No existe' } }, 'Error: No existe'],
      [{ fault: 'reset' as const }, 'Error: Sin conexión con el servidor'],
      [{ body: [] }, 'Error: /api/Games/7 did not return a game'],
    ] as const) {
      server().on('/api/Games/7', answer)
      await user.click(toggle)
      // the previous toast is still fading out
      expect((await screen.findByText(text)).closest('[role="alert"]')).toBeVisible()
      expect(toggle).toBeChecked()
    }
    expect(writes()).toEqual([])
  })
})

test("switching a game keeps another user's simultaneous change", async () => {
  const now = { ...GAMES[0], name: 'Fruit 2', version: '5' }
  let reads = 0
  server().on('/api/Games/7', ({ method, headers }) => {
    if (method === 'GET') return { body: (reads += 1) === 1 ? { ...GAMES[0], version: '4' } : now }
    return headers['if-match'] === '"5"'
      ? { body: {} }
      : { status: 409, body: { message: 'x', current: now } }
  })
  const user = await opened()
  await user.click(await screen.findByRole('switch', { name: 'Active Fruit' }))
  await waitFor(() => expect(writes()).toHaveLength(2))
  expect(writes()[1]![2]).toMatchObject({ name: 'Fruit 2', gameState: false })
  expect(screen.queryByText(/^Error/)).not.toBeInTheDocument()
})

test('[STATE-19] a switch whose answer is lost shows the state from the catalogue', async () => {
  server().on('/api/Games/7', ({ method }) => (method === 'GET' ? { body: GAMES[0] } : { fault: 'reset' }))
  const user = await opened()
  const toggle = await screen.findByRole('switch', { name: 'Active Fruit' })
  server().on('/api/Games', { body: [{ ...GAMES[0], gameState: false }] })
  await user.click(toggle)
  expect(await screen.findByText(/^Error: .* It is not known whether the change was made\.$/)).toBeVisible()
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Active Fruit' })).not.toBeChecked())
})

describe('deleting a game', () => {
  const openDeletion = async () => {
    const user = await opened()
    await user.click(await screen.findByRole('button', { name: 'Actions Fruit' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete Fruit' }))
    return { user, dialog: await screen.findByRole('dialog', { name: 'Confirm Deletion' }) }
  }

  test('[CALL-22] asks first, shows a failure in the dialog, and reloads the list after success', async () => {
    server().on('/api/Games/7', { status: 500, body: { message: 'broken' } })
    const { user, dialog } = await openDeletion()
    expect(within(dialog).getByText('Are you sure you want to delete game Fruit?')).toBeVisible()
    expect(
      within(dialog).getByText('Users and machines that have it selected will no longer have it.'),
    ).toBeVisible()
    expect(within(dialog).getByText('This action cannot be undone.')).toBeVisible()
    expect(writes()).toEqual([])
    await user.click(button('Delete'))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Error: broken')
    server().on('/api/Games/7', { status: 204 })
    server().on('/api/Games', { body: [GAMES[1]] })
    await user.click(button('Delete'))
    expect(await screen.findByText('Game deleted successfully')).toBeVisible()
    expect(writes()).toEqual([
      ['DELETE', '/api/Games/7', ''],
      ['DELETE', '/api/Games/7', ''],
    ])
    await waitFor(async () => expect(await cells()).toHaveLength(1))
  })

  test("asks again after another user's change, and then deletes the changed game", async () => {
    const current = { ...GAMES[0], name: 'Fruit 2', version: '5' }
    const rejection = { message: 'El juego ha cambiado entretanto', current, changedBy: 'admin1' }
    server().on('/api/Games', { body: [{ ...GAMES[0], version: '4' }] })
    server().on('/api/Games/7', ({ headers }) =>
      headers['if-match'] === '"5"' ? { status: 204 } : { status: 409, body: rejection },
    )
    const { user, dialog } = await openDeletion()
    await user.click(button('Delete'))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'admin1 has changed this game: it is now Fruit 2, Slot, Active. Delete it anyway?',
    )
    expect(within(dialog).getByText('Are you sure you want to delete game Fruit 2?')).toBeVisible()
    await user.click(button('Delete'))
    expect(await screen.findByText('Game deleted successfully')).toBeVisible()
  })
})

test('a game that is deleted right after a switch is deleted at the version that the switch created', async () => {
  let reads = 0
  server().on('/api/Games', () => ({
    body: [{ ...GAMES[0], version: '4' }],
    // the list has not been reloaded yet after the switch
    ...((reads += 1) > 1 && { fault: 'hang' as const }),
  }))
  server().on('/api/Games/7', ({ method, body }) => {
    if (method === 'GET') return { body: { ...GAMES[0], version: '4' } }
    return method === 'PUT' ? { body: { ...(JSON.parse(body) as object), version: '5' } } : { status: 204 }
  })
  const user = await opened()
  await user.click(await screen.findByRole('switch', { name: 'Active Fruit' }))
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Active Fruit' })).not.toBeChecked())
  await user.click(button('Actions Fruit'))
  await user.click(screen.getByRole('menuitem', { name: 'Delete Fruit' }))
  await screen.findByRole('dialog', { name: 'Confirm Deletion' })
  await user.click(button('Delete'))
  await waitFor(() =>
    expect(
      server()
        .writes()
        .map(({ method, headers }) => [method, headers['if-match']]),
    ).toEqual([
      ['PUT', '"4"'],
      ['DELETE', '"5"'],
    ]),
  )
})

describe('[ROLE-7] the catalogue', () => {
  // permissions.test covers every level
  test('can be changed by an Administrator', async () => {
    const user = await opened(2)
    expect(await screen.findByRole('switch', { name: 'Active Fruit' })).toBeEnabled()
    await user.click(button('Actions Fruit'))
    expect(screen.getByRole('menuitem', { name: 'Delete Fruit' })).not.toHaveAttribute('aria-disabled')
    await user.keyboard('{Escape}')
    await user.click(button('Add Game'))
    expect(await screen.findByRole('dialog', { name: 'Add New Game' })).toBeVisible()
  })

  test('is read-only one level below, with the reason', async () => {
    const user = await opened(3)
    const toggle = await screen.findByRole('switch', { name: 'Active Fruit' })
    expect(toggle).toBeDisabled()
    await user.hover(toggle.closest('[data-tip]')!)
    expect(await screen.findByRole('tooltip')).toHaveTextContent(REASON)
    await user.unhover(toggle.closest('[data-tip]')!)

    await user.click(button('Actions Fruit'))
    const remove = screen.getByRole('menuitem', { name: `Delete Fruit ${REASON}` })
    expect(remove).toHaveAttribute('aria-disabled', 'true')
    await user.keyboard('{Escape}')

    expect(button('Add Game')).toHaveAttribute('aria-disabled', 'true')
    await user.click(button('Add Game'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await user.hover(button('Add Game'))
    expect(await screen.findByText(REASON)).toBeVisible()
  })
})
