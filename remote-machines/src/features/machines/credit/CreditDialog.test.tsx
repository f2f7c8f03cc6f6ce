import { describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { creditForTests, SLOT } from '../../../../testing/machines'

const { server, open, openAlone, CREDIT } = creditForTests()

/** Restores the field to its state when the dialog opens: the credit is selected. */
async function selectAgain(user: UserEvent, field: HTMLElement) {
  await user.clear(field)
  await user.paste('1234.50')
  await user.tripleClick(field)
}

describe('the credit of a machine', () => {
  test('[CREDIT-1] starts with 0 if it is unknown', async () => {
    const { field } = await open({ ...SLOT, credit: undefined })
    expect(field).toHaveValue('0.00')
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).getByText('Current credit: $0.00')).toBeVisible()
    expect(within(dialog).getByText('$')).toBeVisible()
  })

  test.each(['0', '5', '101.53'])('that drops to %s needs confirmation', async (typed) => {
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

  test('[VALID-14] is not sent if the machine has no id', async () => {
    const { user, field } = await open({ ...SLOT, idMachine: undefined })
    await user.type(field, '{Enter}')
    expect(
      await screen.findByText('Failed to update credit: Machine ID is undefined or invalid'),
    ).toBeVisible()
    expect(server().writes()).toEqual([])
  })

  test('[ERROR-29] that the server rejects shows an error and a toast until it is saved', async () => {
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

  test('[ERROR-29] that the server rejects without a message shows a generic error', async () => {
    server().on(CREDIT, { status: 500, body: {} })
    const { user, field } = await open()
    await user.type(field, '{Enter}')
    expect(await screen.findByText('Failed to update credit: Unknown error')).toBeVisible()
    expect(within(screen.getByRole('dialog')).getByText('Failed to update credit')).toBeVisible()
  })
})

describe('an amount of credit', () => {
  test('replaces the selected one at the first accepted key, and shows why a key is rejected', async () => {
    const { user, field } = openAlone()
    const input = field as HTMLInputElement
    expect(field).toHaveFocus()
    await user.keyboard('€')
    expect(field).toHaveValue('1234.50')
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 7])
    for (const [keys, shown] of [
      ['$600', '600'],
      [' 50', '50'],
      ['x1', '1'],
      ['600', '600'],
    ] as const) {
      await selectAgain(user, field)
      await user.keyboard(keys)
      expect({ keys, shown: input.value }).toEqual({ keys, shown })
      const reason = screen.queryAllByText('Only digits and one decimal point are allowed')
      expect({ keys, reasons: reason.length }).toEqual({ keys, reasons: keys === shown ? 0 : 1 })
    }
    expect(screen.getByText('$1,234.50 → $600.00 (-$634.50)')).toBeVisible()
    await user.keyboard('x')
    expect(field).toHaveValue('600')
    expect(screen.getByText('Only digits and one decimal point are allowed')).toBeVisible()
    expect(field).toBeValid()
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  })

  test('[VALID-16] [ERROR-30] that is invalid is not sent until it is edited; a large or doubtful one is confirmed first', async () => {
    const { user, field } = openAlone()
    const save = screen.getByRole('button', { name: 'Save' })
    for (const text of ['', '.', '1.005', '10000000']) {
      await user.clear(field)
      await user.keyboard(`${text}{Enter}`)
      expect(field).toHaveValue(text)
      expect(screen.getByText('Please enter a valid amount')).toBeVisible()
    }
    for (const [keys, shown, text, edit, edited] of [
      ['-5', '5', 'Enter the new credit. Negative amounts are not allowed', '{Backspace}6', '6'],
      [',5', '5', 'Use a point for decimals', '{Backspace}6', '6'],
      ['12,50', '1250', 'Use a point for decimals', '{Backspace}', '125'],
      ['12,50', '1250', 'Use a point for decimals', '{Backspace}{Backspace}.50', '12.50'],
    ] as const) {
      await selectAgain(user, field)
      await user.keyboard(`${keys}{Enter}`)
      expect(field).toHaveValue(shown)
      expect(field).toBeInvalid()
      expect(screen.getByText(text)).toBeVisible()
      // the amount is not what was meant, so no change is shown
      expect(screen.queryByText(/ → /)).not.toBeInTheDocument()
      await user.click(save)
      expect(field).toHaveFocus()
      await user.keyboard(edit)
      expect(field).toHaveValue(edited)
      expect(screen.queryByText(text)).not.toBeInTheDocument()
      expect(screen.getByText(/ → /)).toBeVisible()
    }
    for (const keys of ['12345', '1.5.5']) {
      await selectAgain(user, field)
      // the second Enter chooses Cancel
      await user.keyboard(`${keys}{Enter}`)
      expect(await screen.findByText('Is this amount right?')).toBeVisible()
      await user.keyboard('{Enter}')
      await waitFor(() => expect(screen.queryByText('Is this amount right?')).not.toBeInTheDocument())
    }
    expect(server().writes()).toEqual([])
  })
})
