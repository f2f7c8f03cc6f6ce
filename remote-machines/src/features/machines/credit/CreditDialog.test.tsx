import { describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { CREDIT, creditForTests } from '../../../../testing/credit'
import { SLOT } from '../../../../testing/machine'

const { server, open, openAlone } = creditForTests()

describe('the credit of a machine', () => {
  test('[CREDIT-1] starts with 0 if it is unknown', async () => {
    const { field } = await open({ ...SLOT, credit: undefined })
    expect(field).toHaveValue('0.00')
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).getByText('Current credit: $0.00')).toBeVisible()
    expect(within(dialog).getByText('$')).toBeVisible()
  })

  test.each(['0', '5', '101.53'])('that collapses to %s is asked for again', async (typed) => {
    const { user, field } = openAlone({ ...SLOT, credit: 1015.3 })
    expect(field).toHaveValue('1015.30')
    await user.clear(field)
    await user.type(field, `${typed}{Enter}`)
    const question = await screen.findByRole('dialog', { name: 'Is this amount right?' })
    expect(server().writes()).toEqual([])
    server().on(CREDIT, { body: { credit: Number(typed), creditVersion: '4' } })
    await user.click(within(question).getByRole('button', { name: 'Change credit' }))
    expect(await screen.findByText('Machine credit updated successfully')).toBeVisible()
  })

  test('[CREDIT-2] stays unchanged after Cancel', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByText('$1,234.50')).toBeVisible()
    expect(server().writes()).toEqual([])
  })

  test('[VALID-14] of a machine without an id is not sent', async () => {
    const { user, field } = await open({ ...SLOT, idMachine: undefined })
    await user.type(field, '{Enter}')
    expect(
      await screen.findByText('Failed to update credit: Machine ID is undefined or invalid'),
    ).toBeVisible()
    expect(server().writes()).toEqual([])
  })

  test('[ERROR-29] that the server refuses shows an error and a toast, until it is saved', async () => {
    server().on(CREDIT, { status: 400, body: { message: 'no' } })
    const { user, field } = await open()
    await user.clear(field)
    await user.type(field, '700{Enter}')
    expect(await screen.findByText('Failed to update credit: no')).toBeVisible()
    expect(within(screen.getByRole('dialog')).getByText('no')).toBeVisible()
    expect(field).toHaveValue('700')
    server().on(CREDIT, { body: { credit: 700, creditVersion: '4' } })
    await user.type(field, '{Enter}')
    expect(await screen.findByText('Machine credit updated successfully')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('[ERROR-29] that the server refuses without a message shows that it failed', async () => {
    server().on(CREDIT, { status: 500, body: {} })
    const { user, field } = await open()
    await user.type(field, '{Enter}')
    expect(await screen.findByText('Failed to update credit: Unknown error')).toBeVisible()
    expect(within(screen.getByRole('dialog')).getByText('Failed to update credit')).toBeVisible()
  })
})
