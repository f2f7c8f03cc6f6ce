import { describe, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { CONFIG, GAMES, configForTests, games, save, tab } from '../../../../testing/config'

const { server, open, show } = configForTests()

describe('a configuration', () => {
  test('[ERROR-25] [MACHINECONFIG-4] that fails to load shows an error above the buttons, and loads again', async () => {
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
    expect(server().writes()).toHaveLength(1)
    server().on(CONFIG, { body: {} })
    await user.click(save())
    expect(await screen.findByText('Machine configuration updated successfully')).toBeVisible()
    expect(screen.queryByText('Error updating machine configuration')).not.toBeInTheDocument()
  })

  test('[VALID-14] [ERROR-31] of a machine without an id shows an error', async () => {
    show({}, '')
    expect(await screen.findByText('Failed to load configuration: Machine ID is missing')).toBeVisible()
    expect(server().calls).toEqual([])
  })

  test('whose games fail to load shows that in their place, and keeps the rest', async () => {
    const { user } = show()
    server().on(GAMES, { status: 403, body: { message: 'no list' } })
    await user.click(await tab('Games'))
    expect(await screen.findByText(/no list/)).toBeVisible()
    server().on(GAMES, { body: games })
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('checkbox', { name: 'Fruit' })).toBeEnabled()
  })
})
