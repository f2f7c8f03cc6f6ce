import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
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
  ['-', ''],
  ['e', ''],
]

/** Whole texts that are put in at once are taken or left whole. */
const PASTED = ['-1', '1e309', '1,234.56', ' 5 ', '$5']
const MORE_PASTED = ['-0', '+1', '1e2', '5\u00a0€', '0x10', '1_000', "1'000"]

/** What is typed, and the JSON number that goes out. */
const AMOUNTS = [
  ['0', '0'],
  ['0.29', '0.29'],
  ['1,234.56', '1234.56'],
  ['9999999.99', '9999999.99'],
]
const MORE_AMOUNTS = [
  ['-0', '0'],
  ['5.', '5'],
  ['.5', '0.5'],
  ['4.35', '4.35'],
  ['007', '7'],
  ['1.10', '1.1'],
  ['-1', '1'],
  [' 5 ', '5'],
  ['1e2', '12'],
]

/** The whole table takes a while: `npm test` tries a sample of it. */
const some = <T,>(sample: T[], more: T[]): T[] => (MORE ? [...sample, ...more] : sample)

describe('an amount', () => {
  it('[VALID-15] [VALID-16] [ERROR-30] that is no amount is not typed, or not sent', async () => {
    const { user, field } = await open()
    for (const [typed = '', kept] of some(NO_AMOUNTS, MORE_NO_AMOUNTS)) {
      await user.clear(field)
      if (typed !== '') await user.type(field, typed.replace(/[{[]/g, '$&$&'))
      expect(field).toHaveValue(kept)
      await user.type(field, '{Enter}')
      expect(screen.getByText('Please enter a valid amount')).toBeVisible()
    }
    for (const text of some(PASTED, MORE_PASTED)) {
      await user.clear(field)
      await user.click(field)
      await user.paste(text)
      expect(field).toHaveValue('')
    }
    expect(server().writes()).toEqual([])
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

  it('whose decimals are typed with a comma says that the comma is not taken', async () => {
    const { user, field } = await open()
    await user.clear(field)
    await user.type(field, '12,50')
    expect(field).toHaveValue('1250')
    expect(screen.getByText('Only digits and one decimal point are taken')).toBeVisible()
    await user.clear(field)
    await user.type(field, '12.50')
    expect(screen.queryByText('Only digits and one decimal point are taken')).not.toBeInTheDocument()
  })
})
