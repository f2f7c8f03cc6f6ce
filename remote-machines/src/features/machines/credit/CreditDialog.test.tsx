import { describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { aUser } from '@console/shared-kernel/testing/render'
import { renderAs, serverForTests } from '@console/shared-kernel/testing/screen'
import { MachinesScreen } from '../MachinesScreen'

const server = serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 1 })
const ID = '3f9c2a1b-0000-4000-8000-000000000001'
const slot = {
  idMachine: ID,
  machineName: 'Slot 1',
  userName: 'bea',
  credit: 1234.5,
  creditVersion: '3',
}
const puts = () => server().calls.filter(({ method }) => method === 'PUT')

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

describe('the credit of a machine', () => {
  async function open(machine: object = slot) {
    server().on('/api/Machines', { body: [machine] })
    const shown = renderAs(viewer, <MachinesScreen />, '/machines')
    await shown.user.click(await screen.findByRole('button', { name: /^Update Credit/ }))
    const field = await screen.findByLabelText('Credit Amount')
    return { ...shown, field }
  }
  const CREDIT = `/api/Machines/${ID}/credit`

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
    expect(puts()).toEqual([])
  })

  it.each(some(AMOUNTS, MORE_AMOUNTS))(
    '[VALID-15] [CALL-13] typed as %s is sent as %s',
    async (typed, amount) => {
      server().on(CREDIT, { body: { credit: Number(amount), creditVersion: '4' } })
      const { user, field } = await open()
      await user.clear(field)
      await user.type(field, `${typed}{Enter}`)
      await screen.findByText('Machine credit updated successfully')
      expect(puts().map(({ body }) => body)).toEqual([`{"amount":${amount}}`])
    },
  )

  it('that somebody else has changed shows both values, and asks', async () => {
    server().on(CREDIT, { status: 409, body: { message: 'x', current: { credit: 5, creditVersion: '9' } } })
    const { user, field } = await open()
    await user.clear(field)
    await user.type(field, '7{Enter}')
    expect(await screen.findByText(/changed this credit from \$1,234.50 to \$5.00/)).toBeVisible()
    server().on(CREDIT, { body: { credit: 7, creditVersion: '10' } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Machine credit updated successfully')
    expect(puts().map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"9"'])
  })

  it.each([
    ['a 412', { status: 412, body: { message: 'x' } }],
    ['a 409 that does not say what it is now', { status: 409, body: { message: 'x' } }],
  ])('that is stale by %s is looked up, and asks', async (_, answer) => {
    server().on(CREDIT, answer)
    const { user, field } = await open()
    server().on('/api/Machines', { body: [{ ...slot, credit: 5, creditVersion: '9' }] })
    await user.clear(field)
    await user.type(field, '7{Enter}')
    expect(await screen.findByText(/changed this credit from \$1,234.50 to \$5.00/)).toBeVisible()
    expect(puts()).toHaveLength(1)
  })

  it('that is refused with a 409, but has not changed, says what the server says', async () => {
    server().on(CREDIT, { status: 409, body: { message: 'the key was used' } })
    const { user, field } = await open()
    await user.type(field, '7{Enter}')
    expect(await screen.findByText('Failed to update credit: the key was used')).toBeVisible()
  })

  it('of a server that does not count changes is sent without conditions', async () => {
    const { user, field } = await open({ ...slot, creditVersion: undefined })
    server().on(CREDIT, {})
    await user.clear(field)
    await user.type(field, '7{Enter}')
    expect(await screen.findByText('$7.00')).toBeVisible()
    expect(puts()[0]!.headers).not.toHaveProperty('if-match')
    expect(puts()[0]!.headers).not.toHaveProperty('idempotency-key')
  })

  it('[VALID-14] of a machine without an id is not sent', async () => {
    const { user, field } = await open({ ...slot, idMachine: undefined })
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

  it('whose answer is lost while nothing answers says that it is not known, and can be checked', async () => {
    server().on(CREDIT, { status: 504, body: '' })
    const { user, field } = await open()
    server().on('/api/Machines', { status: 400 })
    await user.clear(field)
    await user.type(field, '7{Enter}')
    expect(await screen.findByText(/it is not known whether \$7.00 was saved/)).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Save' })).toBeDisabled()
    server().on('/api/Machines', { body: [slot] })
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByText('No answer came, and the credit is as it was so far')).toBeVisible()

    server().on(CREDIT, { body: { credit: 7, creditVersion: '4' } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Machine credit updated successfully')
    const keys = puts().map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it.each([
    ['a page of somebody in between', '3', '<html>Log in</html>'],
    ['nothing, from a server that counts changes', '3', ''],
    ['a page, where changes are not counted', undefined, '<html>Log in</html>'],
  ])('is not taken for saved by %s: it is looked up', async (_, creditVersion, body) => {
    server().on(CREDIT, { body })
    const { user, field } = await open({ ...slot, creditVersion })
    await user.clear(field)
    await user.type(field, '7{Enter}')
    expect(await screen.findByText('No answer came, and the credit is as it was so far')).toBeVisible()
    expect(screen.queryByText('Machine credit updated successfully')).not.toBeInTheDocument()
    expect(puts()).toHaveLength(1)
  })

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

  it('that is found to be saved after its dialog was left closes no other', async () => {
    server().on(CREDIT, { fault: 'reset' })
    const { user, field } = await open()
    server().on('/api/Machines', { status: 400 })
    await user.clear(field)
    await user.type(field, '7{Enter}')
    const check = await screen.findByRole('button', { name: 'Check again' })
    let answer = () => undefined as void
    const after = new Promise<void>((resolve) => (answer = resolve))
    server().on('/api/Machines', { body: [{ ...slot, credit: 7, creditVersion: '4' }], after })
    await user.click(check)
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await user.click(await screen.findByRole('button', { name: /^Details/ }))
    answer()
    expect(await screen.findByText('Machine credit updated successfully')).toBeVisible()
    expect(screen.getByRole('button', { name: 'View History' })).toBeVisible()
  })

  it('whose answer is lost is looked up, and not sent again', async () => {
    server().on(CREDIT, { fault: 'reset' })
    const { user, field } = await open()
    server().on('/api/Machines', { body: [{ ...slot, credit: 7, creditVersion: '4' }] })
    await user.clear(field)
    await user.type(field, '7{Enter}')
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
