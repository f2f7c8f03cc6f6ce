import { beforeEach, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, heldBack, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
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
const saved = () => JSON.parse(server().writes().at(-1)!.body) as Record<string, unknown>

test("[GAMECONFIG-1] [CALL-23] has the user's name in its title and a spinner while it loads; a failure to load is shown and can be retried", async () => {
  const { after, answer } = heldBack()
  server().on(SETTINGS, { status: 403, body: { message: 'Not yours' }, after })
  const { user } = show()
  expect(screen.getByRole('dialog', { name: 'Game Configuration: bea' })).toBeVisible()
  expect(screen.getByText('Loading configuration...')).toBeVisible()
  expect(press('Save Configuration')).toBeDisabled()
  expect(press('Cancel')).toBeEnabled()
  answer()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load configuration: Not yours')

  server().on(SETTINGS, { body: {} })
  server().on('/api/Games', { status: 404, body: { message: 'gone' } })
  await user.click(press('Reintentar'))
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load configuration: gone'),
  )
  server().on('/api/Games', { body: GAMES })
  await waitFor(() => expect(press('Reintentar')).toBeEnabled())
  await user.click(press('Reintentar'))
  expect(await screen.findByText('0 games selected')).toBeVisible()
  expect(screen.queryByText('Loading configuration...')).not.toBeInTheDocument()
})

test('[GAMECONFIG-2] [GAMECONFIG-3] [VALID-12] games can be selected one by one, or all or none of a group within the search; their ids are sent as numbers', async () => {
  server().on(SETTINGS, { body: { selectedGames: { id: '1' } } })
  const user = await shown()
  const save = async (times: number) => {
    await user.click(press('Save Configuration'))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(times))
  }
  const chosen = (id: number) => ({ id, name: '', type: '', gameState: true })
  expect(screen.getByText('1 games selected')).toBeVisible()
  expect(screen.getByText('No Poker games available')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Fruit' })).toBeChecked()
  await user.click(screen.getByRole('checkbox', { name: 'Nameless type' }))
  expect(screen.getByText('2 games selected')).toBeVisible()
  await save(1)
  expect(saved()['selectedGames']).toEqual([chosen(1), chosen(2)])

  await user.click(screen.getByRole('checkbox', { name: 'Nameless type' }))
  await user.click(press('Select all Slot'))
  await user.click(press('Select all Bingo'))
  expect(screen.getByText('3 games selected')).toBeVisible()
  expect(press('Select all Slot')).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Select all Poker' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('textbox', { name: 'Search games' }))
  await user.paste('fruit')
  await user.click(press('None Slot'))
  await save(2)
  expect(saved()['selectedGames']).toEqual([chosen(2), chosen(3)])
})

test('[ENTITY-12] the amounts of each jackpot appear under their names, in euros at first, and Enter in a field saves them', async () => {
  const amounts = (first: number) => ({
    apMinimum: first,
    initial: first + 1,
    maximum: first + 2,
    increasePercentage: first + 3,
    increaseBackupPercentage: first + 4,
  })
  const jackpotSettings = { megaJackpot: amounts(10), superJackpot: amounts(20), miniJackpot: {} }
  server().on(SETTINGS, { body: { jackpotSettings, version: 4 } })
  const user = await shown()
  await user.click(tab('Jackpot Settings'))
  for (const [jackpot, values] of [
    ['Mega', ['10', '11', '12', '13', '14']],
    ['Super', ['20', '21', '22', '23', '24']],
    ['Mini', ['0', '0', '0', '0', '0']],
  ] as const)
    expect(AMOUNTS.map((name) => card(jackpot).getByLabelText<HTMLInputElement>(name).value)).toEqual(values)

  const currency = card('Currency Settings').getByRole('combobox', { name: 'Currency Symbol' })
  expect(currency).toHaveTextContent('Euro (€)')
  expect(card('Mega').getAllByText('€')).toHaveLength(3)
  await user.click(currency)
  await user.click(screen.getByRole('option', { name: 'Yen (¥)' }))
  expect(card('Mega').getAllByText('¥')).toHaveLength(3)

  const percent = card('Mini').getByRole('textbox', { name: 'Backup Increase Percentage' })
  await user.clear(percent)
  // Enter saves from inside the field, without a blur
  await user.type(percent, '2.5{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(saved()).toMatchObject({
    jackpotSettings: {
      megaJackpot: amounts(10),
      superJackpot: amounts(20),
      miniJackpot: { increaseBackupPercentage: 2.5 },
      literalMonedaJackpot: '¥',
    },
    version: 4,
  })
})

// no two switches are on in the same cases
test.each([
  [{ touchScreen: true, showVolumeButton: true }, ['Touch Screen', 'Show Volume Button']],
  [{ touchScreen: true, logoLuckHand: true }, ['Touch Screen', 'Show LuckHand Logo']],
  [{ canCreatePlayer: true }, ['Can Create Player']],
])('[GAMECONFIG-6] for %j only the switches %j are on', async (otherSettings, labels) => {
  server().on(SETTINGS, { body: { otherSettings } })
  const user = await shown()
  await user.click(tab('Other Settings'))
  const on = screen.getAllByRole<HTMLInputElement>('switch').filter(({ checked }) => checked)
  expect(on).toEqual(labels.map((name) => screen.getByRole('switch', { name })))
})

test('[ERROR-24] a save that fails is only logged, and the dialog stays unchanged', async () => {
  const user = await shown()
  await user.click(screen.getByRole('checkbox', { name: 'Bingo 90' }))
  const log = jest.mocked(console.error)
  for (const [fault, logged] of [
    [{ status: 500, body: { message: 'broken' } }, `Error 500 en la respuesta de ${SETTINGS}`],
    [{ status: 400, body: { message: 'no', errors: [] } }, `Error 400 en la respuesta de ${SETTINGS}`],
    [{ fault: 'reset' }, 'Sin respuesta del servidor'],
  ] as const) {
    log.mockClear()
    server().on(SETTINGS, fault)
    await user.click(press('Save Configuration'))
    await waitFor(() => expect(log.mock.calls.join()).toContain(logged))
    await waitFor(() => expect(press('Save Configuration')).toBeEnabled())
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByText('2 games selected')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  }
  expect(server().writes()).toHaveLength(3)
  server().on(SETTINGS, { body: {} })
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

test('[GAMECONFIG-1] Cancel closes the dialog without a request, and asks before changes are lost', async () => {
  const user = await shown()
  await user.click(press('Cancel'))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(server().writes()).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'Bingo 90' }))
  await user.click(press('Cancel'))
  expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
  expect(onClose).toHaveBeenCalledTimes(1)
})
