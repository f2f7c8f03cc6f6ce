import { expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { aUser, renderAs } from '@console/shared-kernel/testing'
import HelloScreen from './Hello'

test('greets the signed-in user as chosen in the dialog', async () => {
  const { user } = renderAs(aUser({ userName: 'ana' }), <HelloScreen />, '/hello')
  expect(screen.getByText('Welcome, ana.')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Change greeting' }))
  const field = await screen.findByRole('textbox', { name: 'Greeting' })
  await user.clear(field)
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.type(field, 'Good morning{Enter}')

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByText('Good morning, ana.')).toBeVisible()
})
