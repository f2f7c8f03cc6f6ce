import { beforeEach, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { GameSettingsDialog } from './GameSettingsDialog'

const server = serverForTests()
const SETTINGS = '/api/Games/user-settings/9'
const onClose = jest.fn()

beforeEach(() => void onClose.mockClear())
const press = (name: string) => screen.getByRole('button', { name })
const card = (name: string) => within(screen.getByRole('group', { name }))
const amount = (jackpot: string, name: string) => card(jackpot).getByLabelText(name)
const jackpots = () =>
  (JSON.parse(server().writes().at(-1)!.body) as { jackpotSettings: unknown }).jackpotSettings

/** Opens the jackpot settings of a user. */
async function opened(megaJackpot: object = {}) {
  server().on('/api/Games', { body: [{ id: 1, name: 'Fruit', type: 'Slot' }] })
  server().on(SETTINGS, ({ method }) => ({
    body: method === 'GET' ? { jackpotSettings: { megaJackpot } } : {},
  }))
  const dialog = <GameSettingsDialog user={aUser({ userId: 9, userName: 'bea' })} onClose={onClose} />
  const { user } = renderAs(aUser({ userId: 1, level: 1 }), dialog)
  await user.click(await screen.findByRole('tab', { name: 'Jackpot Settings' }))
  const type = async (jackpot: string, name: string, text: string) => {
    await user.clear(amount(jackpot, name))
    await user.paste(text)
  }
  return { user, type }
}

test('[VALID-11] a non-number counts as 0 with a message, an ambiguous comma needs a choice, and a stored value out of bounds blocks nothing', async () => {
  const { user, type } = await opened({ initial: -5 })
  expect(amount('Mega', 'Initial Value')).toBeInvalid()

  await type('Super', 'Initial Value', '12x')
  const replaced = amount('Super', 'Initial Value')
  expect(replaced).toHaveAccessibleDescription('"12x" is not a number: counts as 0')
  await user.tab()
  expect(replaced).toHaveValue('0')
  expect(replaced).toHaveAccessibleDescription('"12x" is not a number: counts as 0')
  expect(replaced).not.toBeInvalid()
  await user.type(replaced, '7')
  expect(replaced).not.toHaveAccessibleDescription()

  await type('Mini', 'Maximum Value', '12,5')
  await user.tab()
  expect(amount('Mini', 'Maximum Value')).toHaveValue('12.5')
  await type('Mini', 'Initial Value', '1,234')
  await user.click(press('Save Configuration'))
  expect(server().writes()).toEqual([])
  const field = amount('Mini', 'Initial Value')
  await waitFor(() => expect(field).toHaveFocus())
  expect(field).toHaveValue('1,234')
  expect(field).toHaveAccessibleDescription(/^1,234 is ambiguous\./)
  await user.click(press('Use 1234'))
  expect(field).toHaveValue('1234')
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(jackpots()).toMatchObject({
    megaJackpot: { initial: -5 },
    superJackpot: { initial: 7 },
    miniJackpot: { maximum: 12.5, initial: 1234 },
  })
  expect(await screen.findByText('Game configuration of bea saved')).toBeVisible()
})

test('numbers outside their limits are errors, and a save from another tab focuses the first', async () => {
  const { user, type } = await opened()
  const wrong = [
    ['Minimum AP', '1.0001', 'Enter a number with at most two decimals'],
    ['Initial Value', '-1', 'Must be at least 0'],
    ['Maximum Value', '1000000001', 'Must be at most 1000000000'],
    ['Increase Percentage', '100.5', 'Must be at most 100'],
    ['Backup Increase Percentage', '-1', 'Must be at least 0'],
  ] as const
  for (const [name, text, problem] of wrong) {
    await type('Mega', name, text)
    expect(amount('Mega', name)).toHaveAccessibleDescription(problem)
    expect(amount('Mega', name)).toBeInvalid()
  }
  await user.click(screen.getByRole('tab', { name: 'Other Settings' }))
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(amount('Mega', 'Minimum AP')).toHaveFocus())
  for (const [name, text] of wrong) expect(amount('Mega', name)).toHaveValue(text)
  expect(server().writes()).toEqual([])
})

test('values out of order cause a warning and can be saved, and a maximum of 0 means none', async () => {
  const { user, type } = await opened()
  await type('Mega', 'Initial Value', '20')
  expect(card('Mega').queryAllByText(/ is above /)).toEqual([])
  await type('Mega', 'Maximum Value', '10')
  expect(card('Mega').getByText('Initial Value is above Maximum Value')).toBeVisible()
  await type('Mega', 'Minimum AP', '30')
  expect(card('Mega').getByText('Minimum AP is above Initial Value')).toBeVisible()
  expect(card('Super').queryAllByText(/ is above /)).toEqual([])
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(jackpots()).toMatchObject({ megaJackpot: { apMinimum: 30, initial: 20, maximum: 10 } })
})

test('[VALID-11] an amount with a point before three digits needs a choice, and a stored one stays', async () => {
  const { user, type } = await opened({ initial: 1.001, increasePercentage: 2.125 })
  expect(amount('Mega', 'Increase Percentage')).toBeValid()
  await user.click(amount('Mega', 'Increase Percentage'))
  await type('Super', 'Initial Value', '2.500')
  await user.tab()
  const field = amount('Super', 'Initial Value')
  expect(field).toHaveValue('2.500')
  expect(field).toHaveAccessibleDescription(
    '2.500 is ambiguous. Use a point for decimals and no thousands separator',
  )
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(field).toHaveFocus())
  expect(server().writes()).toEqual([])
  expect(press('Use 2.5')).toBeVisible()
  await user.click(press('Use 2500'))
  expect(field).toBeValid()
  await user.click(press('Save Configuration'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(jackpots()).toMatchObject({
    megaJackpot: { initial: 1.001, increasePercentage: 2.125 },
    superJackpot: { initial: 2500 },
  })
})
