import { describe, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { CREDIT, creditForTests } from '../../../../testing/credit'

const { server, openAlone } = creditForTests()

/** The field as the dialog opens it: its credit selected. */
async function selectAgain(user: UserEvent, field: HTMLElement) {
  await user.clear(field)
  await user.paste('1234.50')
  await user.tripleClick(field)
}

describe('an amount of credit', () => {
  test('[VALID-15] [VALID-16] [ERROR-30] that is not a number cannot be typed, or is not sent', async () => {
    const { user, field } = openAlone()
    for (const [typed, kept] of [
      ['', ''],
      ['.', '.'],
      ['1.005', '1.005'],
      ['1.234,56', '1.23456'],
      ['10000000', '10000000'],
      ['NaN', ''],
      ['٥', ''],
    ] as const) {
      await user.clear(field)
      if (typed !== '') await user.type(field, typed)
      expect(field).toHaveValue(kept)
      await user.type(field, '{Enter}')
      const reason = typed.includes(',') ? 'Use a point for decimals' : 'Please enter a valid amount'
      expect(screen.getByText(reason)).toBeVisible()
      expect(field).toHaveFocus()
    }
    expect(server().writes()).toEqual([])
  })

  test('[VALID-15] that is ambiguous is not pasted, and blocks Save until it is edited', async () => {
    const { user, field } = openAlone()
    for (const text of ['-1', '1e309', '1.234,56', '12,50', '1,234']) {
      await user.clear(field)
      await user.click(field)
      await user.paste(text)
      expect(field).toHaveValue('')
      expect(field).toBeInvalid()
      expect(screen.getByText(/^Not pasted/)).toBeVisible()
      await user.click(screen.getByRole('button', { name: 'Save' }))
      expect(field).toHaveFocus()
      await user.type(field, '1')
      expect(field).toBeValid()
    }
    expect(server().writes()).toEqual([])
  })

  test('that is pasted is shown before it is saved', async () => {
    const { user, field } = openAlone()
    for (const [text, shown] of [
      ['600', '600'],
      ['$1,234.56', '1234.56'],
      ['600\t', '600'],
    ] as const) {
      await user.tripleClick(field)
      await user.paste(text)
      expect(field).toHaveValue(shown)
      expect(field).toBeValid()
    }
    await user.clear(field)
    await user.type(field, '1.5')
    await user.paste('2.5')
    expect(field).toHaveValue('1.5')
    expect(field).toBeInvalid()
    expect(server().writes()).toEqual([])
  })

  test('takes the place of the selected one at the first key that is taken, and says why a key is refused', async () => {
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
    expect(screen.getByText('$1,234.50 -> $600.00 (-$634.50)')).toBeVisible()
    await user.keyboard('x')
    expect(field).toHaveValue('600')
    expect(screen.getByText('Only digits and one decimal point are allowed')).toBeVisible()
    expect(field).toBeValid()
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  })

  test('[VALID-15] [CALL-13] is sent as the number that was typed', async () => {
    // refused, so the dialog stays for the next one
    server().on(CREDIT, { status: 400, body: { message: 'no' } })
    const { user, field } = openAlone()
    const amounts = [
      ['130', '130'],
      ['200.29', '200.29'],
      ['1,234.56', '1234.56'],
    ] as const
    for (const [typed, amount] of amounts) {
      await user.clear(field)
      await user.type(field, `${typed}{Enter}`)
      await screen.findByText('no')
      expect({ typed, sent: server().writes().at(-1)?.body }).toEqual({ typed, sent: `{"amount":${amount}}` })
    }
    expect(server().writes()).toHaveLength(amounts.length)
  })

  test('with a minus or a decimal comma is not saved before it is edited, and one of ten times the credit, or with a refused key in it, is confirmed first', async () => {
    const { user, field } = openAlone()
    const save = screen.getByRole('button', { name: 'Save' })
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
      expect(screen.queryByText(/ -> /)).not.toBeInTheDocument()
      await user.click(save)
      expect(field).toHaveFocus()
      await user.keyboard(edit)
      expect(field).toHaveValue(edited)
      expect(screen.queryByText(text)).not.toBeInTheDocument()
      expect(screen.getByText(/ -> /)).toBeVisible()
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
