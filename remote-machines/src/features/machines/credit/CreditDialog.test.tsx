import { describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { CREDIT, creditForTests } from '../../../../testing/credit'
import { SLOT } from '../../../../testing/machine'

const { server, puts, open } = creditForTests()

describe('the credit of a machine', () => {
  it('[CREDIT-1] [CALL-13] [STATE-16] is sent as typed, against what was read, and shown in the list', async () => {
    server().on(CREDIT, { body: { credit: 99.9, creditVersion: '4' } })
    const { user, field } = await open()
    expect(field).toHaveValue('1234.5')
    await user.clear(field)
    await user.type(field, '99.90x,{Enter}')
    expect(await screen.findByText('Machine credit updated successfully')).toBeVisible()
    expect(screen.getByText('$99.90')).toBeVisible()
    const [put] = puts()
    expect(put).toMatchObject({ path: CREDIT, body: '{"amount":99.9}', headers: { 'if-match': '"3"' } })
    expect(put?.headers['idempotency-key']).toMatch(/^[\da-f]{32}$/)
  })

  it('[VALID-14] of a machine without an id is not sent', async () => {
    const { user, field } = await open({ ...SLOT, idMachine: undefined })
    await user.type(field, '{Enter}')
    expect(
      await screen.findByText('Failed to update credit: Machine ID is undefined or invalid'),
    ).toBeVisible()
    expect(puts()).toEqual([])
  })

  it('[CREDIT-2] is sent once however often it is asked for, and cannot be left meanwhile', async () => {
    let answer = () => undefined as void
    const after = new Promise<void>((resolve) => (answer = resolve))
    server().on(CREDIT, { body: { credit: 7, creditVersion: '4' }, after })
    const { user, field } = await open()
    await user.clear(field)
    await user.type(field, '7{Enter}{Enter}')
    const saving = await screen.findByRole('button', { name: 'Saving...' })
    expect(saving).toBeDisabled()
    await user.keyboard('{Enter}{Escape}')
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    answer()
    expect(await screen.findByText('Machine credit updated successfully')).toBeVisible()
    expect(puts()).toHaveLength(1)
  })

  it('[ERROR-29] that the server refuses says so in the dialog and beside it', async () => {
    server().on(CREDIT, { status: 400, body: { message: 'no' } })
    const { user, field } = await open()
    await user.clear(field)
    await user.type(field, '7{Enter}')
    expect(await screen.findByText('Failed to update credit: no')).toBeVisible()
    expect(within(screen.getByRole('dialog')).getByText('no')).toBeVisible()
    expect(field).toHaveValue('7')
  })
})
