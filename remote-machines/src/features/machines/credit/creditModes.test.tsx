import { beforeEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { offerFeatures } from '@console/shared-kernel/testing/page'
import { creditForTests, SLOT } from '../../../../testing/machines'

const { server, openAlone, CREDIT } = creditForTests()
const REVERT = '/api/activity/77/revert'
const saved = (credit: number) =>
  server().on(CREDIT, { body: { credit, creditVersion: '4', activityId: 77 } })
const bodies = () =>
  server()
    .writes()
    .map(({ body }) => JSON.parse(body) as unknown)
const press = (name: string) => screen.getByRole('button', { name })

beforeEach(() => localStorage.clear())

describe('a credit change', () => {
  test("starts as 'Set to', prefilled; for 'Add' and 'Subtract' the result is shown and sent", async () => {
    const { user, field, onClose } = openAlone({ ...SLOT, credit: 1015.3 })
    const modes = within(screen.getByRole('group', { name: 'Change' })).getAllByRole('button')
    expect(modes.map(({ textContent }) => textContent)).toEqual(['Set to', 'Add', 'Subtract'])
    expect(press('Set to')).toHaveAttribute('aria-pressed', 'true')
    expect(field).toHaveValue('1015.30')
    expect(screen.queryByRole('group', { name: 'Quick amounts' })).not.toBeInTheDocument()

    await user.click(press('Subtract'))
    expect(field).toHaveValue('')
    expect(field).toHaveFocus()
    await user.click(press('$20'))
    expect(screen.getByText('$1,015.30 → $995.30 (-$20.00)')).toBeVisible()
    // the amount stays when switching between Add and Subtract
    await user.click(press('Add'))
    expect(screen.getByText('$1,015.30 → $1,035.30 (+$20.00)')).toBeVisible()
    await user.click(press('Set to'))
    expect(field).toHaveValue('1015.30')
    await user.click(press('Add'))
    await user.keyboard('50')
    saved(1065.3)
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Machine credit updated successfully')).toBeVisible()
    expect(bodies()).toEqual([{ amount: 1065.3 }])
    expect(server().writes()[0]?.headers['if-match']).toBe('"3"')
    expect(onClose).toHaveBeenCalled()
  })

  test('remembers custom amounts once they have been saved', async () => {
    const first = openAlone()
    await first.user.click(press('Add'))
    await first.user.keyboard('12.34')
    expect(localStorage.length).toBe(0)
    saved(1246.84)
    await first.user.keyboard('{Enter}')
    await screen.findByText('Machine credit updated successfully')
    first.unmount()
    const second = openAlone()
    await second.user.click(press('Add'))
    const amounts = within(screen.getByRole('group', { name: 'Quick amounts' })).getAllByRole('button')
    expect(amounts.map(({ textContent }) => textContent)).toEqual(['$10', '$20', '$50', '$100', '$12.34'])
  })

  test('to an impossible credit is explained and not sent', async () => {
    const { user, field } = openAlone()
    await user.click(press('Subtract'))
    await user.keyboard('2000{Enter}')
    expect(screen.getByText('The credit would be less than $0.00')).toBeVisible()
    expect(field).toHaveFocus()
    await user.click(press('Add'))
    await user.clear(field)
    await user.keyboard('9999999{Enter}')
    expect(screen.getByText('The credit would be more than $9,999,999.99')).toBeVisible()
    expect(server().writes()).toEqual([])
  })

  test("with a minus is not sent as 'Add'; 'Subtract' accepts it and asks", async () => {
    const { user, field } = openAlone()
    await user.click(press('Add'))
    await user.keyboard('-50{Enter}')
    expect(screen.getByText("Choose 'Subtract' to reduce the credit")).toBeVisible()
    expect(server().writes()).toEqual([])
    await user.click(press('Subtract'))
    expect(field).toBeValid()
    expect(screen.getByText('$1,234.50 → $1,184.50 (-$50.00)')).toBeVisible()
    saved(1184.5)
    await user.click(press('Save'))
    // digits after an ignored key may not be what was meant, as in 10-50
    await screen.findByRole('dialog', { name: 'Is this amount right?' })
    await user.click(press('Change credit'))
    await screen.findByText('Machine credit updated successfully')
    expect(bodies()).toEqual([{ amount: 1184.5 }])
  })

  test('after a conflict applies the difference to the new credit, which is shown and confirmed', async () => {
    const current = { credit: 2000, creditVersion: '9' }
    server().on(CREDIT, { status: 409, body: { message: 'x', current, changedBy: 'olga' } })
    const { user } = openAlone()
    await user.click(press('Add'))
    await user.keyboard('50{Enter}')
    const notice =
      'olga changed this credit from $1,234.50 to $2,000.00. Save again to add the amount above to it.'
    expect(await screen.findByText(notice)).toBeVisible()
    expect(screen.getByText('$2,000.00 → $2,050.00 (+$50.00)')).toBeVisible()
    saved(2050)
    await user.click(press('Save'))
    const question = await screen.findByRole('dialog', { name: 'Is this amount right?' })
    expect(within(question).getByText('$2,000.00 → $2,050.00 (+$50.00)')).toBeVisible()
    await user.click(press('Change credit'))
    await screen.findByText('Machine credit updated successfully')
    expect(bodies()).toEqual([{ amount: 1284.5 }, { amount: 2050 }])
    expect(server().writes()[1]?.headers['if-match']).toBe('"9"')
  })

  test('can only set the new credit on a server without versions', () => {
    openAlone({ ...SLOT, creditVersion: undefined })
    expect(screen.queryByRole('group', { name: 'Change' })).not.toBeInTheDocument()
  })
})

describe('the reason for a credit change', () => {
  test('is not asked for if the server accepts none', () => {
    openAlone()
    expect(screen.queryByLabelText('Reason')).not.toBeInTheDocument()
  })

  test('is sent if there is one, and required above the amount that the server specifies', async () => {
    offerFeatures({ reason: { requiredAboveCents: 10_000 } })
    const { user, field } = openAlone()
    await user.clear(field)
    await user.type(field, '1330')
    expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription('Optional')
    await user.clear(field)
    await user.type(field, '1400')
    expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription('Required above $100.00')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('A change by more than $100.00 needs a reason')).toBeVisible()
    expect(screen.getByLabelText('Reason')).toHaveFocus()
    expect(server().writes()).toEqual([])
    await user.keyboard(' paid twice ')
    expect(screen.queryByText(/needs a reason/)).not.toBeInTheDocument()
    saved(1400)
    await user.keyboard('{Enter}')
    await screen.findByText('Machine credit updated successfully')
    expect(bodies()).toEqual([{ amount: 1400, reason: 'paid twice' }])
  })
})

describe('Undo of a credit change', () => {
  async function change(requiredAboveCents: number | null = null, reason = 'x', amount = 1300) {
    offerFeatures({ revert: {}, reason: { requiredAboveCents } })
    const { user, field, unmount } = openAlone()
    await user.type(screen.getByLabelText('Reason'), reason)
    await user.clear(field)
    saved(amount)
    await user.type(field, `${amount}{Enter}`)
    const question = screen.queryByRole('dialog', { name: 'Is this amount right?' })
    if (question) await user.click(within(question).getByRole('button', { name: 'Change credit' }))
    // hidden, because the test leaves the dialog open over it
    const undo = await screen.findByRole('button', { name: 'Undo credit of bea Slot 1', hidden: true })
    return { user, undo, unmount }
  }

  test('reverts the change that was made', async () => {
    const { user, undo } = await change()
    server().on(REVERT, { body: { machine: SLOT } })
    await user.click(undo)
    expect(await screen.findByText('Undone: credit of bea Slot 1')).toBeVisible()
    expect(server().writes()[1]).toMatchObject({ path: REVERT, body: '{}' })
  })

  test('asks for a reason if the change is large enough to need one, and is not sent without it', async () => {
    const needsNone = await change(6_550)
    server().on(REVERT, { body: { machine: SLOT } })
    await needsNone.user.click(needsNone.undo)
    expect(await screen.findByText('Undone: credit of bea Slot 1')).toBeVisible()
    needsNone.unmount()

    const { user, undo } = await change(6_549, 'paid twice')
    const before = server().writes().length
    await user.click(undo)
    const dialog = await screen.findByRole('dialog', { name: 'Undo credit of bea Slot 1' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(server().writes()).toHaveLength(before)
  })

  test('of a large change asks the same question as the opposite change', async () => {
    const { user, undo } = await change(null, 'x', 20_000)
    server().on(REVERT, { body: { machine: SLOT } })
    await user.click(undo)
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo credit of bea Slot 1' }))
    expect(dialog.getByText('$20,000.00 → $1,234.50 (-$18,765.50)')).toBeVisible()
    expect(server().writes()).toHaveLength(1)
    await user.click(dialog.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone: credit of bea Slot 1')).toBeVisible()
  })

  test('shows who has changed it since', async () => {
    const { user, undo } = await change()
    server().on(REVERT, { status: 409, body: { message: 'x', changedBy: 'olga', since: [] } })
    await user.click(undo)
    expect(await screen.findByText('Not undone: olga has changed it since')).toBeVisible()
  })

  test('is not offered if the server cannot revert', async () => {
    const { user, field } = openAlone()
    await user.clear(field)
    saved(1300)
    await user.type(field, '1300{Enter}')
    await screen.findByText('Machine credit updated successfully')
    expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
  })
})
