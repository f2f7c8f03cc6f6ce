import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, heldBack, renderAs, serverForTests } from '@console/shared-kernel/testing'
import { GameSettingsDialog } from './GameSettingsDialog'

const server = serverForTests()
const SETTINGS = '/api/Games/user-settings/9'
const AMOUNTS = [
  'Minimum AP',
  'Initial Value',
  'Maximum Value',
  'Increase Percentage',
  'Backup Increase Percentage',
]
const GAMES = [
  { id: 1, name: 'Fruit', type: 'Slot', gameState: true },
  { id: 2, name: 'Nameless type', gameState: false },
  { id: 3, name: 'Bingo 90', type: 'Bingo', gameState: true },
]
const onClose = jest.fn()

beforeEach(() => {
  onClose.mockClear()
  server().on('/api/Games', { body: GAMES })
  server().on(SETTINGS, { body: { selectedGames: [1], version: 4 } })
})
const show = () =>
  renderAs(
    aUser({ userId: 1, level: 1 }),
    <GameSettingsDialog user={aUser({ userId: 9, userName: 'bea' })} onClose={onClose} />,
  )
async function shown() {
  const { user } = show()
  await screen.findByRole('tab', { name: 'Select Games' })
  return user
}
const press = (name: string) => screen.getByRole('button', { name })
const tab = (name: string) => screen.getByRole('tab', { name })
const card = (name: string) => within(screen.getByRole('group', { name }))
const switches = () => screen.getAllByRole<HTMLInputElement>('switch')
const saved = () => JSON.parse(server().writes().at(-1)!.body) as Record<string, unknown>

describe('while the dialog loads', () => {
  it("[GAMECONFIG-1] [CALL-23] it has the user's name in its title and a spinner", async () => {
    const { after, answer } = heldBack()
    server().on(SETTINGS, { body: {}, after })
    show()
    expect(screen.getByRole('dialog', { name: 'Game Configuration: bea' })).toBeVisible()
    expect(screen.getByText('Loading configuration...')).toBeVisible()
    expect(press('Save Configuration')).toBeDisabled()
    expect(press('Cancel')).toBeEnabled()
    answer()
    expect(await screen.findByText('0 games selected')).toBeVisible()
    expect(screen.queryByText('Loading configuration...')).not.toBeInTheDocument()
  })

  it.each([
    [SETTINGS, { status: 403, body: { message: 'Not yours' } }, 'Not yours'],
    ['/api/Games', { status: 404, body: { message: 'gone' } }, 'gone'],
    ['/api/Games', { body: {} }, '/api/Games answered no list'],
  ])('%s answering %j shows an error that can be retried', async (path, answer, message) => {
    server().on(path, answer)
    const { user } = show()
    expect(await screen.findByRole('alert')).toHaveTextContent(`Failed to load configuration: ${message}`)
    server().on('/api/Games', { body: GAMES })
    server().on(SETTINGS, { body: {} })
    await user.click(press('Reintentar'))
    expect(await screen.findByText('0 games selected')).toBeVisible()
  })
})

it('[GAMECONFIG-2] [GAMECONFIG-3] [VALID-12] [CALL-24] games can be selected, and their ids are sent as numbers', async () => {
  server().on(SETTINGS, { body: { selectedGames: { id: '1' } } })
  const user = await shown()
  expect(screen.getByText('1 games selected')).toBeVisible()
  expect(screen.getByText('No Poker games available')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Fruit' })).toBeChecked()
  await user.click(screen.getByRole('checkbox', { name: 'Nameless type' }))
  expect(screen.getByText('2 games selected')).toBeVisible()
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  const chosen = (id: number) => ({ id, name: '', type: '', gameState: true })
  expect(saved()['selectedGames']).toEqual([chosen(1), chosen(2)])
})

it('all games of a group within the search can be selected or none, and the others stay', async () => {
  const user = await shown()
  await user.click(press('Select all Slot'))
  await user.click(press('Select all Bingo'))
  expect(screen.getByText('3 games selected')).toBeVisible()
  expect(press('Select all Slot')).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Select all Poker' })).not.toBeInTheDocument()
  await user.type(screen.getByRole('textbox', { name: 'Search games' }), 'fruit')
  await user.click(press('None Slot'))
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect((saved()['selectedGames'] as { id: number }[]).map(({ id }) => id)).toEqual([2, 3])
})

it('20 games are selected in two clicks in the dialog', async () => {
  server().on('/api/Games', {
    body: Array.from({ length: 20 }, (_, index) => ({ id: index + 1, name: `Game ${index}`, type: 'Slot' })),
  })
  const user = await shown()
  await user.click(press('Select all Slot'))
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(saved()['selectedGames']).toHaveLength(20))
})

it('[GAMECONFIG-4] [VALID-11] [ENTITY-12] a jackpot value that is not a number becomes 0 when its field is left', async () => {
  const user = await shown()
  await user.click(tab('Jackpot Settings'))
  for (const jackpot of ['Mega', 'Super', 'Mini'])
    for (const name of AMOUNTS) expect(card(jackpot).getByRole('textbox', { name })).toHaveValue('0')
  const initial = card('Super').getByRole('textbox', { name: 'Initial Value' })
  await user.clear(initial)
  await user.type(initial, '12x')
  expect(initial).toHaveValue('12x')
  await user.tab()
  expect(initial).toHaveValue('0')

  const percent = card('Mini').getByRole('textbox', { name: 'Backup Increase Percentage' })
  await user.clear(percent)
  // sent from inside the field, which is not left
  await user.type(percent, '2.5{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(saved()).toMatchObject({
    jackpotSettings: { superJackpot: { initial: 0 }, miniJackpot: { increaseBackupPercentage: 2.5 } },
    version: 4,
  })
})

it('[GAMECONFIG-4] [ENTITY-12] each amount of a jackpot appears under its name', async () => {
  const amounts = (first: number) => ({
    apMinimum: first,
    initial: first + 1,
    maximum: first + 2,
    increasePercentage: first + 3,
    increaseBackupPercentage: first + 4,
  })
  const jackpotSettings = { megaJackpot: amounts(10), superJackpot: amounts(20), miniJackpot: amounts(30) }
  server().on(SETTINGS, { body: { jackpotSettings } })
  const user = await shown()
  await user.click(tab('Jackpot Settings'))
  for (const [jackpot, first] of [
    ['Mega', 10],
    ['Super', 20],
    ['Mini', 30],
  ] as const)
    AMOUNTS.forEach((name, place) =>
      expect(card(jackpot).getByRole('textbox', { name })).toHaveValue(String(first + place)),
    )
})

it('[CONST-12] [ENTITY-12] the currency is euro at first, and appears next to the amounts', async () => {
  const user = await shown()
  await user.click(tab('Jackpot Settings'))
  const currency = card('Currency Settings').getByRole('combobox', { name: 'Currency Symbol' })
  expect(currency).toHaveTextContent('Euro (€)')
  expect(card('Mega').getAllByText('€')).toHaveLength(3)
  await user.click(currency)
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Euro (€)',
    'Dollar ($)',
    'Pound (£)',
    'Yen (¥)',
  ])
  await user.click(screen.getByRole('option', { name: 'Yen (¥)' }))
  expect(card('Mega').getAllByText('¥')).toHaveLength(3)
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(server().writes()).toHaveLength(1))
  expect(saved()).toMatchObject({ jackpotSettings: { literalMonedaJackpot: '¥' } })
})

it('[GAMECONFIG-5] [GAMECONFIG-6] [GAMECONFIG-7] [CONST-14] [ENTITY-13] the other settings start with defaults', async () => {
  const user = await shown()
  await user.click(tab('Other Settings'))
  for (const [label, first, options] of [
    ['Browser Type', 'Chrome', ['Chrome', 'Firefox', 'Edge', 'Safari']],
    ['Execution Mode', 'Release', ['Release', 'Debug', 'Test']],
    ['Initial Load', 'AllGames', ['AllGames', 'SelectedGames', 'None']],
    ['Machine Currency', 'Euro', ['Euro', 'Dollar', 'Pound']],
    ['Credits Format', 'Credits', ['Credits', 'Money', 'Points']],
  ] as const) {
    const select = screen.getByRole('combobox', { name: label })
    expect([label, select.textContent]).toEqual([label, first])
    await user.click(select)
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(options)
    await user.keyboard('{ArrowDown}{Enter}')
  }
  for (const label of ['Touch Screen', 'Show Volume Button', 'Show LuckHand Logo', 'Can Create Player']) {
    const toggle = screen.getByRole('switch', { name: label })
    expect(toggle).not.toBeChecked()
    await user.click(toggle)
  }
  const languages = card('Languages').getAllByRole('button')
  expect(languages.map((chip) => chip.textContent)).toEqual([
    'Spanish',
    'English',
    'French',
    'German',
    'Italian',
    'Portuguese',
  ])
  for (const name of ['French', 'Spanish', 'French']) await user.click(press(name))
  expect(press('Spanish')).toHaveAttribute('aria-pressed', 'true')
  expect(press('French')).toHaveAttribute('aria-pressed', 'false')

  await user.click(press('Save Configuration'))
  await waitFor(() => expect(server().writes()).toHaveLength(1))
  expect(saved()['otherSettings']).toEqual({
    browser: 'Firefox',
    executionMode: 'Debug',
    initialLoad: 'SelectedGames',
    currency: 'Dollar',
    touchScreen: true,
    showVolumeButton: true,
    logoLuckHand: true,
    canCreatePlayer: true,
    creditsFormat: 'Money',
    languages: ['Spanish'],
  })
})

it.each([
  ['touchScreen', 'Touch Screen'],
  ['showVolumeButton', 'Show Volume Button'],
  ['logoLuckHand', 'Show LuckHand Logo'],
  ['canCreatePlayer', 'Can Create Player'],
])('[GAMECONFIG-6] %s is shown with the switch %s alone', async (name, label) => {
  server().on(SETTINGS, { body: { otherSettings: { [name]: true } } })
  const user = await shown()
  await user.click(tab('Other Settings'))
  const on = switches().filter(({ checked }) => checked)
  expect(on).toEqual([screen.getByRole('switch', { name: label })])
})

it.each([
  [{ status: 500, body: { message: 'broken' } }, `Error 500 en la respuesta de ${SETTINGS}`],
  [{ status: 400, body: { message: 'no', errors: [] } }, `Error 400 en la respuesta de ${SETTINGS}`],
  [{ fault: 'reset' as const }, 'Sin respuesta del servidor'],
])(
  '[ERROR-24] a save that ends in %j is only logged, and the dialog stays unchanged',
  async (fault, logged) => {
    const user = await shown()
    await user.click(screen.getByRole('checkbox', { name: 'Bingo 90' }))
    server().on(SETTINGS, fault)
    await user.click(press('Save Configuration'))
    await waitFor(() => expect(server().writes()).toHaveLength(1))
    await waitFor(() => expect(press('Save Configuration')).toBeEnabled())
    expect(jest.mocked(console.error).mock.calls.join()).toContain(logged)
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByText('2 games selected')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()

    server().on(SETTINGS, { body: {} })
    await user.click(press('Save Configuration'))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  },
)

it('[GAMECONFIG-1] Cancel closes the dialog, and nothing is sent', async () => {
  const user = await shown()
  await user.click(press('Cancel'))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(server().writes()).toEqual([])
})

it('[GAMECONFIG-1] the dialog asks before changes are lost', async () => {
  const user = await shown()
  await user.click(screen.getByRole('checkbox', { name: 'Bingo 90' }))
  await user.click(press('Cancel'))
  expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})
