import { expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { configForTests } from '../../../../testing/machines'

const { server, show, CONFIG, field, games, save, tab } = configForTests()
const conflict = () => screen.findByRole('dialog', { name: 'Changed meanwhile' }, { timeout: 5000 })
const saved = () =>
  server()
    .writes()
    .map(({ body, headers }) => ({ ...(JSON.parse(body) as object), match: headers['if-match'] }))

test('after a concurrent change the user resolves the fields that both users changed; the rest is kept', async () => {
  const READ = { pingBrowser: 30, pingJuegos: 30, listaJuegos: '[3]', firmware: 1, version: '4' }
  const { user, onClose } = show(READ)
  for (const [label, text] of [
    ['Ping Browser Interval', '40'],
    ['Ping Games Interval', '50'],
  ] as const) {
    await user.clear(await field(label))
    await user.type(await field(label), text)
  }
  const current = {
    ...READ,
    pingBrowser: 60,
    maxApuestaPoker: 7,
    listaJuegos: '[3,10]',
    firmware: 2,
    version: '5',
  }
  const message = 'La configuración ha cambiado entretanto'
  server().on(CONFIG, { status: 409, body: { message, current, changedBy: 'admin1' } })
  await user.click(save())
  const dialog = await conflict()
  const taken = within(dialog).getAllByRole('listitem')
  expect(taken.map(({ textContent }) => textContent)).toEqual([
    'Max Poker Bet: 7',
    `Games: added ${games[1]!.name}`,
  ])
  expect(within(dialog).getAllByRole('radiogroup')).toHaveLength(1)
  await user.click(within(dialog).getByRole('radio', { name: 'Theirs: 60 s' }))
  await user.click(within(dialog).getByRole('button', { name: 'Back to the form' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(screen.queryByText(`Failed to save configuration: ${message}`)).not.toBeInTheDocument()
  expect(screen.queryByText('Error updating machine configuration')).not.toBeInTheDocument()
  expect(await field('Ping Browser Interval')).toHaveValue('60')
  expect(await field('Ping Games Interval')).toHaveValue('50')
  await user.click(await tab('Payment'))
  expect(await field('Max Poker Bet')).toHaveValue('7')

  server().on(CONFIG, { body: {} })
  await user.click(save())
  expect(await screen.findByText('Machine configuration updated successfully')).toBeVisible()
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(saved()).toMatchObject([
    { match: '"4"', pingBrowser: 40, pingJuegos: 50, firmware: 1 },
    {
      match: '"5"',
      pingBrowser: 60,
      pingJuegos: 50,
      maxApuestaPoker: 7,
      listaJuegos: '[3,10]',
      firmware: 2,
    },
  ])
})

test('if the user decides later, a message explains why nothing was saved, and the next save asks again', async () => {
  const { user } = show({ version: '4' })
  await user.click(await screen.findByRole('switch', { name: 'Touch Screen' }))
  const current = { touchScreen: true, serviceMode: true, version: '5' }
  server().on(CONFIG, { status: 409, body: { message: 'Cambiada', current } })
  await user.click(save())
  await user.click(within(await conflict()).getByRole('button', { name: 'Decide later' }))
  expect(await screen.findByText('Failed to save configuration: Cambiada')).toBeVisible()
  expect(screen.getByRole('switch', { name: 'Touch Screen' })).not.toBeChecked()
  await user.click(save())
  expect(await conflict()).toBeVisible()
})
