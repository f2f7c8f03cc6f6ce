import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { CREDIT, creditForTests } from '../../../../testing/credit'

const { server, open } = creditForTests()

const MORE = Boolean(process.env['CONSOLE_TEST_ALL'])

/** What is typed, and what of it the field keeps: never an amount. */
const NO_AMOUNTS = [
  ['', ''],
  ['.', '.'],
  ['1.005', '1.005'],
  ['1.234,56', '1.23456'],
  ['10000000', '10000000'],
  ['NaN', ''],
  ['٥', ''],
]
const MORE_NO_AMOUNTS = [
  ['..', '.'],
  ['0.001', '0.001'],
  ['0.005', '0.005'],
  ['1.2.34', '1.234'],
  ['10000000.00', '10000000.00'],
  ['9999999.991', '9999999.991'],
  ['9007199254740993', '9007199254740993'],
  ['Infinity', ''],
  ['null', ''],
  ['true', ''],
  ['[]', ''],
  ['{}', ''],
  ['½', ''],
  ['e', ''],
]

/** Whole texts that are put in at once are left whole where they could be read in two ways. */
const PASTED = ['-1', '1e309', '1,234.56', ' 5 ', '$5']
const MORE_PASTED = [
  '1.234,56',
  '1,234',
  '12,50',
  '$1234.56',
  '$1,23.45',
  '$1,234',
  '-0',
  '+1',
  '1e2',
  '5\u00a0€',
  '0x10',
  '1_000',
  "1'000",
]

/** What is pasted over the whole field, and what the field shows then. */
const TAKEN = [
  ['600', '600'],
  ['$1,234.56', '1234.56'],
  ['600\r\n', '600'],
]
const MORE_TAKEN = [
  ['.5', '.5'],
  ['1234.56', '1234.56'],
  ['$500.00', '500.00'],
  ['$1,234,567.00', '1234567.00'],
]

/** What is typed, and the JSON number that goes out. */
const AMOUNTS = [
  ['0', '0'],
  ['0.29', '0.29'],
  ['1,234.56', '1234.56'],
]
const MORE_AMOUNTS = [
  ['5.', '5'],
  ['.5', '0.5'],
  ['4.35', '4.35'],
  ['007', '7'],
  ['1.10', '1.1'],
  [' 5 ', '5'],
  ['1e2', '12'],
]

/** The whole table takes a while: `npm test` tries a sample of it. */
const some = <T,>(sample: T[], more: T[]): T[] => (MORE ? [...sample, ...more] : sample)

describe('an amount of credit', () => {
  it('[VALID-15] [VALID-16] [ERROR-30] that is not a number cannot be typed, or is not sent', async () => {
    const { user, field } = await open()
    for (const [typed = '', kept] of some(NO_AMOUNTS, MORE_NO_AMOUNTS)) {
      await user.clear(field)
      if (typed !== '') await user.type(field, typed.replace(/[{[]/g, '$&$&'))
      expect(field).toHaveValue(kept)
      await user.type(field, '{Enter}')
      if (typed.includes(',')) expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
      else expect(screen.getByText('Please enter a valid amount')).toBeVisible()
    }
    expect(server().writes()).toEqual([])
  })

  it('[VALID-15] that is ambiguous is not pasted, and blocks Save until it is edited', async () => {
    const { user, field } = await open()
    for (const text of some(PASTED, MORE_PASTED)) {
      await user.clear(field)
      await user.click(field)
      await user.paste(text)
      expect(field).toHaveValue('')
      expect(field).toBeInvalid()
      expect(screen.getByText(/^Not pasted/)).toBeVisible()
      expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
      await user.type(field, '1')
      expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
    }
    expect(server().writes()).toEqual([])
  })

  it('that is pasted is shown before it is saved', async () => {
    const { user, field } = await open()
    for (const [text = '', shown = ''] of some(TAKEN, MORE_TAKEN)) {
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

  it('replaces the shown one at the first key', async () => {
    server().on(CREDIT, { body: { credit: 600, creditVersion: '4' } })
    const { user, field } = await open()
    expect(field).toHaveFocus()
    await user.keyboard('600')
    expect(field).toHaveValue('600')
    expect(screen.getByText('$1,234.50 -> $600.00 (-$634.50)')).toBeVisible()
  })

  it.each(some(AMOUNTS, MORE_AMOUNTS))(
    '[VALID-15] [CALL-13] typed as %s is sent as %s',
    async (typed, amount) => {
      server().on(CREDIT, { body: { credit: Number(amount), creditVersion: '4' } })
      const { user, field } = await open()
      await user.clear(field)
      await user.type(field, `${typed}{Enter}`)
      await screen.findByText('Machine credit updated successfully')
      expect(
        server()
          .writes()
          .map(({ body }) => body),
      ).toEqual([`{"amount":${amount}}`])
    },
  )

  it.each([
    ['$600', '600'],
    [' 50', '50'],
    ['x1', '1'],
  ])('typed as %s replaces the selected one', async (keys, shown) => {
    const { user, field } = await open()
    await user.keyboard(keys)
    expect(field).toHaveValue(shown)
    expect(screen.getByText('Only digits and one decimal point are taken')).toBeVisible()
  })

  it('stays selected after a refused key', async () => {
    const { user, field } = await open()
    await user.keyboard('€')
    expect(field).toHaveValue('1234.5')
    const { selectionStart, selectionEnd } = field as HTMLInputElement
    expect([selectionStart, selectionEnd]).toEqual([0, 6])
  })

  it.each([
    ['-5', '5', 'Type the new credit, which has no minus'],
    [',5', '5', 'Use a point for decimals'],
  ])('typed as %s over the selected one blocks Save', async (keys, shown, text) => {
    const { user, field } = await open()
    await user.keyboard(`${keys}{Enter}`)
    expect(field).toHaveValue(shown)
    expect(field).toBeInvalid()
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    expect(server().writes()).toEqual([])
  })

  it('of ten times the credit requires a confirmation', async () => {
    const { user } = await open()
    await user.keyboard('12345{Enter}')
    expect(await screen.findByText('Is this amount right?')).toBeVisible()
    expect(server().writes()).toEqual([])
  })

  it('with a letter shows why the letter is refused, and can be saved', async () => {
    const { user, field } = await open()
    await user.clear(field)
    await user.type(field, '12x')
    expect(field).toHaveValue('12')
    expect(screen.getByText('Only digits and one decimal point are taken')).toBeVisible()
    expect(field).toBeValid()
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  })

  it.each([
    ['{Backspace}', '125'],
    ['{Backspace}{Backspace}.50', '12.50'],
  ])('with a decimal comma is not saved before %s', async (keys, shown) => {
    const { user, field } = await open()
    const saveButton = screen.getByRole('button', { name: 'Save' })
    await user.clear(field)
    await user.type(field, '12,50{Enter}')
    expect(field).toHaveValue('1250')
    expect(field).toBeInvalid()
    expect(screen.getByText('Use a point for decimals')).toBeVisible()
    expect(saveButton).toBeDisabled()
    expect(server().writes()).toEqual([])
    await user.keyboard(keys)
    expect(field).toHaveValue(shown)
    expect(screen.queryByText('Use a point for decimals')).not.toBeInTheDocument()
    await waitFor(() => expect(saveButton).toBeEnabled())
  })
})
