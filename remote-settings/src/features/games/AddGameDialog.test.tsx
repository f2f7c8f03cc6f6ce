import { beforeEach, describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { gamesQuery } from '@console/shared-kernel/core'
import { type Answer, aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { replaceListedGame } from './api'
import SettingsScreen from './SettingsScreen'

const server = serverForTests()
let list: object[]

/** Sets the answer to adding a game; reading the games answers `list`. */
const addingAnswers = (answer: Answer) =>
  server().on('/api/Games', ({ method }) => (method === 'POST' ? answer : { body: list }))

beforeEach(() => {
  list = [{ id: 1, name: 'Fruit', type: 'Slot', gameState: true }]
  addingAnswers({ status: 201, body: {} })
})

async function opened() {
  const { user, queryClient } = renderAs(aUser({ userId: 1, level: 2 }), <SettingsScreen />, '/settings')
  await user.click(screen.getByRole('button', { name: 'Add Game' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add New Game' })
  return { user, dialog, queryClient }
}
const name = () => screen.getByRole('textbox', { name: 'Game Name' })
const button = (label: string) => screen.getByRole('button', { name: label })
const posts = () =>
  server()
    .writes()
    .map(({ path, body }) => [path, JSON.parse(body) as unknown])

test('[ADDGAME-1] [ADDGAME-2] [SETTINGS-2] the form starts empty with the type Slot, and opening it expands no panel', async () => {
  const { user } = await opened()
  expect(name()).toHaveValue('')
  expect(name()).toHaveFocus()
  expect(name()).toHaveAttribute('aria-required', 'true')
  expect(button('Cancel')).toBeEnabled()
  expect(button('Save Game')).toBeDisabled()
  await user.click(screen.getByRole('combobox', { name: 'Game Type' }))
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Slot',
    'Bingo',
    'Poker',
    'Other',
  ])
  await user.click(screen.getByRole('option', { name: 'Slot' }))
  await user.click(button('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(button('Games Management')).toHaveAttribute('aria-expanded', 'false')
})

test('the form has an address, which is removed by closing it or adding a game', async () => {
  const { user, dialog } = await opened()
  expect(location.search).toBe('?do=create')
  await user.click(button('Cancel'))
  await waitFor(() => expect(location.search).toBe(''))
  act(() => history.forward())
  expect(dialog).not.toBeInTheDocument()
  await user.click(button('Add Game'))
  await screen.findByRole('dialog', { name: 'Add New Game' })
  await user.type(name(), 'Nuevo{Enter}')
  expect(await screen.findByText('Game added successfully')).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(location.search).toBe('')
})

test.each([
  [2, 'opens the form', true],
  [3, 'says that this cannot be done', false],
])('an address that adds a game, for level %d, %s', async (level, _, isOpen) => {
  renderAs(aUser({ userId: 1, level }), <SettingsScreen />, '/settings?do=create')
  if (isOpen) expect(await screen.findByRole('dialog', { name: 'Add New Game' })).toBeVisible()
  else expect(await screen.findByText('This cannot be done here.')).toBeVisible()
  expect(screen.queryAllByRole('dialog')).toHaveLength(isOpen ? 1 : 0)
  expect(location.search).toBe(isOpen ? '?do=create' : '')
  expect(posts()).toEqual([])
})

test('[VALID-8] [VALID-9] an empty or blank name shows an error when the field is left, typing removes it, and Enter adds nothing', async () => {
  const { user } = await opened()
  for (const blank of ['', '   ']) {
    await user.click(name())
    if (blank) await user.keyboard(blank)
    await user.tab()
    expect(await screen.findByText('Game name is required')).toBeVisible()
    expect(button('Save Game')).toBeDisabled()
    await user.type(name(), 'A')
    await waitFor(() => expect(screen.queryByText('Game name is required')).not.toBeInTheDocument())
    expect(button('Save Game')).toBeEnabled()
    await user.clear(name())
    await user.type(name(), '{Enter}')
    expect(button('Save Game')).toBeDisabled()
  }
  expect(posts()).toEqual([])
})

describe('[ERROR-22] a rejected game', () => {
  test('with a 500, a 409, no answer or a name error keeps the form open and shows the error until something is edited', async () => {
    const { user, dialog } = await opened()
    await user.type(name(), 'Nuevo')
    for (const fault of [
      { status: 500, body: { message: 'broken' } },
      { status: 409, body: { message: 'taken' } },
      { fault: 'reset' as const },
      { status: 400, body: { message: 'no', errors: [{ path: 'name', message: 'Demasiado largo' }] } },
    ]) {
      addingAnswers(fault)
      const kept = (name() as HTMLInputElement).value
      await user.type(name(), '{Enter}')
      const error = await within(dialog).findByText('Failed to add game. Please try again.')
      expect(error.closest('[role="alert"]')).toBeVisible()
      expect(name()).toHaveValue(kept)
      if ('status' in fault && fault.status === 400)
        expect(name()).toHaveAccessibleDescription('Demasiado largo')
      await user.type(name(), '2')
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    }
    addingAnswers({ status: 201, body: {} })
    await user.click(button('Save Game'))
    expect(await screen.findByText('Game added successfully')).toBeVisible()
  })

  test.each([
    [{ fault: 'reset' as const }, 'Nuevo', 'Slot', true],
    [{ status: 504, body: '' }, 'Nuevo', 'Slot', true],
    [{ status: 500, body: {} }, 'Nuevo', 'Slot', false],
    [{ fault: 'reset' as const }, 'Nuevo', 'Poker', false],
    [{ fault: 'reset' as const }, 'Fruit', 'Slot', false],
  ])(
    'answered %j: a further %s (%s) in the catalogue decides whether it counts as added: %s',
    async (answer, named, type, added) => {
      addingAnswers(answer)
      const { user, dialog } = await opened()
      await user.type(name(), named === 'Fruit' ? named : 'Nuevo')
      // a game of that name and type that existed before is not the one added
      if (named !== 'Fruit') list = [...list, { id: 2, name: named, type, gameState: true }]
      await user.click(button('Save Game'))
      expect(await screen.findByText(added ? 'Game added successfully' : /^Failed to add game/)).toBeVisible()
      expect(dialog.isConnected).toBe(!added)
      expect(posts()).toHaveLength(1)
    },
  )
})

describe('a game whose answer is lost while another change is shown', () => {
  /** `again` is the answer to the second and later reads of the catalogue. */
  async function lostAnswer(again: Answer) {
    const { user, queryClient } = await opened()
    await user.type(name(), 'Nuevo')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    const [fruit] = queryClient.getQueryData(gamesQuery.queryKey)!
    let reads = 0
    server().on('/api/Games', ({ method }) => {
      if (method === 'POST') return { fault: 'reset' }
      return (reads += 1) === 1 ? { fault: 'hang' } : again
    })
    await user.click(button('Save Game'))
    await waitFor(() => expect(reads).toBe(1))
    return () => act(() => replaceListedGame(queryClient, { ...fruit!, name: 'Fruit 2' }))
  }

  test('is looked up in a later read of the catalogue', async () => {
    const now = [...list, { id: 2, name: 'Nuevo', type: 'Slot', gameState: true }]
    const showChange = await lostAnswer({ body: now })
    await showChange()
    expect(await screen.findByText('Game added successfully')).toBeVisible()
    expect(posts()).toHaveLength(1)
  })

  test('counts as not added if the catalogue cannot be read', async () => {
    const showChange = await lostAnswer({ fault: 'hang' })
    await waitFor(async () => {
      await showChange()
      expect(screen.getByText(/^Failed to add game/)).toBeVisible()
    })
    expect(posts()).toHaveLength(1)
  })
})
