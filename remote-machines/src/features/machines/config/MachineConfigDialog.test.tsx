import { describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { configForTests } from '../../../../testing/machines'
import { heldBack } from '@console/shared-kernel/testing/page'

const { server, open, show, sent, CONFIG, field, games, GAMES, save, tab } = configForTests()

describe('the configuration of a machine', () => {
  test("[MACHINECONFIG-1] [MACHINECONFIG-3] [CALL-15] shows the machine's name while it loads", async () => {
    const { after, answer } = heldBack()
    server().on(CONFIG, { body: {}, after })
    open()
    expect(await screen.findByRole('dialog', { name: 'Slot 1 3f9c2a1b' })).toBeVisible()
    expect(screen.getByText('Loading configuration...')).toBeVisible()
    expect(save()).toBeDisabled()
    answer()
    expect(await tab('General')).toHaveAttribute('aria-selected', 'true')
  })

  test('[ERROR-25] shows an error for an empty answer, because saving defaults would replace the configuration', async () => {
    show('<html>Log in</html>')
    expect(
      await screen.findByText(/^Failed to load configuration: .* did not return an object$/, undefined, {
        timeout: 5_000,
      }),
    ).toBeVisible()
    expect(save()).toBeDisabled()
  })

  test('[MACHINECONFIG-5] [STATE-17] [ERROR-26] saves everything, including unknown fields and games from a comma-separated list', async () => {
    const { user, onClose } = show({
      listaJuegos: '12, 3',
      firmware: { version: 3 },
      tipoValidacionCobro: 'pin',
    })
    await user.click(await tab('Games'))
    expect(await screen.findByText('2 selected')).toBeVisible()
    await user.click(await screen.findByRole('checkbox', { name: 'Bingo 90' }))
    await user.click(await tab('General'))
    await user.clear(await field('Ping Games Interval'))
    await user.type(await field('Ping Games Interval'), '45')
    const { after, answer } = heldBack()
    server().on(CONFIG, { body: {}, after })
    await user.click(save())
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    answer()
    expect(await screen.findByText('Machine configuration updated successfully')).toBeVisible()
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(server().writes()).toHaveLength(1)
    expect(sent()).toMatchObject({
      firmware: { version: 3 },
      tipoValidacionCobro: 'pin',
      pingJuegos: 45,
      listaJuegos: '[12,3,10]',
    })
  })

  test('[ERROR-26] shows a server error under its field, in its section', async () => {
    const { user } = show()
    await user.click(await tab('Payment'))
    const prize = await field('Max Slot Prize')
    await user.clear(prize)
    await user.type(prize, '99999999')
    server().on(CONFIG, {
      status: 400,
      body: {
        message: 'Datos no válidos',
        errors: [{ path: 'premioMaximoSlot', message: 'Demasiado grande' }],
      },
    })
    await user.click(await tab('General'))
    await user.click(save())
    expect(await screen.findByText('Failed to save configuration: Datos no válidos')).toBeVisible()
    expect(await tab('Payment')).toHaveAttribute('aria-selected', 'true')
    expect(prize).toHaveAccessibleDescription('Demasiado grande')
    await waitFor(() => expect(prize).toHaveFocus())

    server().on(CONFIG, { body: {} })
    await user.clear(prize)
    await user.type(prize, '100')
    expect(prize).toHaveAccessibleDescription('0 = no limit. 0 by default. Changed: it was 0')
    await user.click(save())
    expect(await screen.findByText('Machine configuration updated successfully')).toBeVisible()
  })

  test('[ENTITY-17] selects all games of a group, each once, or none', async () => {
    const { user } = show({ listaJuegos: '[3,10]' })
    await user.click(await tab('Games'))
    await user.click(await screen.findByRole('button', { name: 'None Bingo' }))
    await user.click(screen.getByRole('button', { name: 'Select all Poker' }))
    expect(screen.getByText('2 selected')).toBeVisible()
    await user.click(save())
    await waitFor(() => expect(server().writes()).toHaveLength(1))
    expect(sent()).toMatchObject({ listaJuegos: '[3,12]' })
  })

  test('[VALID-13] reports numbers outside the limits while typing, and again on save', async () => {
    const { user } = show()
    await user.click(await tab('Technical'))
    const limit = await field('Profit Upper Limit')
    await user.clear(limit)
    await user.type(limit, '101')
    expect(screen.getByText('Must be at most 100')).toBeVisible()
    await user.click(await tab('Security'))
    await user.click(save())
    await waitFor(() => expect(limit).toHaveFocus())
    expect(await tab('Technical')).toHaveAttribute('aria-selected', 'true')
    expect(limit).toHaveAccessibleDescription('Must be at most 100')
    expect(server().writes()).toEqual([])
  })

  test('[VALID-13] reports a lower profit limit above the upper one on both fields until either changes', async () => {
    const { user } = show()
    await user.click(await tab('Technical'))
    const [lower, upper] = [await field('Profit Lower Limit'), await field('Profit Upper Limit')]
    await user.clear(upper)
    await user.type(upper, '20')
    expect(upper).toBeValid()
    await user.clear(lower)
    await user.type(lower, '30')
    await waitFor(() => expect(upper).toHaveAccessibleDescription('Must not be below the lower limit'))
    expect(lower).toHaveAccessibleDescription('Must not be above the upper limit')
    await user.click(save())
    // otherwise the focus would move while the test types
    await waitFor(() => expect(lower).toHaveFocus())
    expect(server().writes()).toEqual([])
    await user.clear(upper)
    await user.type(upper, '30')
    await waitFor(() => expect(lower).toBeValid())
    await user.click(save())
    await waitFor(() => expect(server().writes()).toHaveLength(1))
    expect(sent()).toMatchObject({ limiteInferiorProfit: 30, limiteSuperiorProfit: 30 })
  })

  test('[VALID-13] does not send back stored values outside the limits', async () => {
    const { user } = show({ addSecondsExpireOffline: 9 })
    await user.click(await tab('Payment'))
    await user.click(save())
    expect(await screen.findByText('Must be at least 10')).toBeVisible()
    expect(server().writes()).toEqual([])
  })

  test('[VALID-13] reads a comma before one or two digits as a decimal point, and steps with the arrow keys', async () => {
    const { user } = show()
    await user.click(await tab('Payment'))
    for (const [label, text, shown] of [
      ['Credit Value', '0,05', '0.05'],
      ['Max Slot Prize', '1500,50', '1500.5'],
    ] as const) {
      await user.clear(await field(label))
      await user.type(await field(label), text)
      expect(await field(label)).toHaveValue(text)
      expect(await field(label)).toBeValid()
      await user.tab()
      expect(await field(label)).toHaveValue(shown)
    }
    await user.type(await field('Credit Value'), '{ArrowUp}{ArrowUp}{ArrowDown}')
    await user.click(save())
    await waitFor(() => expect(server().writes()).toHaveLength(1))
    expect(sent()).toMatchObject({ valorCentimosDeUnCredito: 0.06, premioMaximoSlot: 1500.5 })
  })

  test('[VALID-13] does not send an ambiguous number but focuses it; its section is marked until it is corrected', async () => {
    const { user } = show()
    await user.click(await tab('Payment'))
    const prize = await field('Max Slot Prize')
    for (const text of ['1,234', '1.500,50', '1.500']) {
      await user.clear(prize)
      await user.type(prize, text)
      expect(prize).toBeInvalid()
      expect(prize).toHaveAccessibleDescription(/ is ambiguous/)
      await user.click(await tab('General'))
      expect(save()).toBeEnabled()
      await user.click(save())
      await waitFor(() => expect(prize).toHaveFocus())
    }
    expect(server().writes()).toEqual([])
    for (const name of ['General', 'Games', 'Payment', 'Security', 'Technical'])
      expect((await tab(name)).matches('[aria-describedby]')).toBe(name === 'Payment')
    expect(await tab('Payment')).toHaveAccessibleDescription('Has an error')
    await user.click(screen.getByRole('button', { name: 'Use 1500' }))
    expect(prize).toBeValid()
    expect(await tab('Payment')).toHaveAccessibleDescription('Changed')
    await user.click(save())
    await waitFor(() => expect(server().writes()).toHaveLength(1))
    expect(sent()).toMatchObject({ premioMaximoSlot: 1500 })
  })

  test('[MACHINECONFIG-5] closes with Cancel, and asks before changes are lost', async () => {
    const { user, onClose } = show()
    await user.click(await screen.findByRole('switch', { name: 'Touch Screen' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const question = screen.getByRole('dialog', { name: 'Discard changes?' })
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByRole('switch', { name: 'Touch Screen' })).not.toBeChecked()
    expect(onClose).not.toHaveBeenCalled()
    await user.click(screen.getByRole('switch', { name: 'Touch Screen' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(server().writes()).toEqual([])
  })

  test('[ERROR-25] [MACHINECONFIG-4] that fails to load shows an error above the buttons, and can be loaded again', async () => {
    server().on(CONFIG, { status: 403, body: { message: 'not yours' } })
    const { user } = open()
    expect(await screen.findByText('Failed to load configuration: not yours')).toBeVisible()
    server().on(CONFIG, { body: {} })
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await tab('General')).toBeVisible()
  })

  test('[ERROR-26] [MACHINECONFIG-4] that fails to save shows an error and a toast until it is saved, and keeps the input', async () => {
    const { user, onClose } = show()
    await user.click(await screen.findByRole('switch', { name: 'Touch Screen' }))
    server().on(CONFIG, { status: 500, body: { message: 'broken' } })
    await user.click(save())
    expect(await screen.findByText('Failed to save configuration: broken')).toBeVisible()
    expect(screen.getByText('Error updating machine configuration')).toBeVisible()
    expect(screen.getByRole('switch', { name: 'Touch Screen' })).not.toBeChecked()
    expect(onClose).not.toHaveBeenCalled()
    server().on(CONFIG, { body: {} })
    await user.click(save())
    expect(await screen.findByText('Machine configuration updated successfully')).toBeVisible()
    expect(screen.queryByText('Error updating machine configuration')).not.toBeInTheDocument()
  })

  test('[VALID-14] [ERROR-31] shows an error if the machine has no id', async () => {
    show({}, '')
    expect(await screen.findByText('Failed to load configuration: Machine ID is missing')).toBeVisible()
    expect(server().calls).toEqual([])
  })

  test('whose games fail to load shows the error in their place, and keeps the rest', async () => {
    const { user } = show()
    server().on(GAMES, { status: 403, body: { message: 'no list' } })
    await user.click(await tab('Games'))
    expect(await screen.findByText(/no list/)).toBeVisible()
    server().on(GAMES, { body: games })
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('checkbox', { name: 'Fruit' })).toBeEnabled()
  })
})
