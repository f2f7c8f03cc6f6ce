import { describe, expect, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { machinesQuery } from '@console/shared-kernel/core'
import { creditForTests, SLOT } from '../../../../testing/machines'
import { heldBack, offerFeatures } from '@console/shared-kernel/testing/page'

const { server, open, openAlone, CREDIT } = creditForTests()

describe('a credit change', () => {
  test('after another user saved the same credit shows that nothing has changed, and is saved without a question', async () => {
    const current = { credit: 1234.5, creditVersion: '9' }
    server().on(CREDIT, { status: 409, body: { message: 'x', current, changedBy: 'olga' } })
    const { user, field } = openAlone()
    await user.clear(field)
    await user.type(field, '1500{Enter}')
    const notice = 'olga saved this credit without changing it. Save again to set the amount above.'
    expect(await screen.findByText(notice)).toBeVisible()
    server().on(CREDIT, { body: { credit: 1500, creditVersion: '10' } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Machine credit updated successfully')).toBeVisible()
  })

  test('after another user’s change shows who made it and when, in the server’s time zone', async () => {
    const changed = { changedBy: 'olga', changedAt: '2026-11-21T14:00:00Z' }
    const current = { credit: 5, creditVersion: '9' }
    server().on(CREDIT, { status: 409, body: { message: 'x', current, ...changed } })
    const { user, field } = openAlone()
    await user.clear(field)
    await user.type(field, '700{Enter}')
    const notice =
      'olga changed this credit from $1,234.50 to $5.00 on Nov 21, 2026, 15:00. Save again to replace it with the amount above.'
    expect(await screen.findByText(notice)).toBeVisible()
    expect(server().writes()).toHaveLength(1)
  })

  test.each([
    ['a 412', { status: 412, body: { message: 'x' } }],
    ['a 409 that does not say what it is now', { status: 409, body: { message: 'x' } }],
  ])('rejected as outdated with %s reads the current value, and asks', async (_, answer) => {
    server().on(CREDIT, answer)
    const { user, field } = openAlone()
    server().on('/api/Machines', { body: [{ ...SLOT, credit: 5, creditVersion: '9' }] })
    await user.clear(field)
    await user.type(field, '700{Enter}')
    expect(await screen.findByText(/changed this credit from \$1,234.50 to \$5.00/)).toBeVisible()
    expect(server().writes()).toHaveLength(1)
  })

  test("rejected with a 409 although nothing has changed shows the server's message", async () => {
    server().on(CREDIT, { status: 409, body: { message: 'the key was used' } })
    server().on('/api/Machines', { body: [SLOT] })
    const { user, field } = openAlone()
    await user.clear(field)
    await user.type(field, '700{Enter}')
    expect(await screen.findByText('Failed to update credit: the key was used')).toBeVisible()
  })

  test('on a server without versions is sent without conditions', async () => {
    const { user, field } = await open({ ...SLOT, creditVersion: undefined })
    server().on(CREDIT, {})
    await user.clear(field)
    await user.type(field, '700{Enter}')
    expect(await screen.findByText('$700.00')).toBeVisible()
    expect(server().writes()[0]!.headers).not.toHaveProperty('if-match')
    expect(server().writes()[0]!.headers).not.toHaveProperty('idempotency-key')
  })

  test('whose answer and check both fail is shown as unknown, and can be checked again', async () => {
    server().on(CREDIT, { status: 504, body: '' })
    const { user, field } = openAlone()
    const { after, answer } = heldBack()
    server().on('/api/Machines', { status: 400, after })
    await user.clear(field)
    await user.type(field, '700{Enter}')
    expect(await screen.findByText(/it is not known whether \$700.00 was saved/)).toBeVisible()
    // during the automatic check
    expect(screen.getByRole('button', { name: 'Check again' })).toBeDisabled()
    answer()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check again' })).toBeEnabled())
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    server().on('/api/Machines', { body: [SLOT] })
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByText('No answer was received, and the credit has not changed')).toBeVisible()

    server().on(CREDIT, { body: { credit: 700, creditVersion: '4' } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Machine credit updated successfully')
    const keys = server()
      .writes()
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test.each([
    ['is not called saved because another user has stored the same amount', 'olga', 1284.5],
    ['is another user’s where that has stored another amount', 'olga', 1000],
  ])('whose answer is lost %s', async (_, changedBy, credit) => {
    server().on(CREDIT, { fault: 'reset' })
    const { user } = openAlone()
    const current = { credit, creditVersion: '4' }
    server().on('/api/Machines', () => {
      server().on(CREDIT, { status: 409, body: { message: 'x', current, changedBy } })
      return { body: [{ ...SLOT, ...current }] }
    })
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await user.keyboard('50{Enter}')
    expect(
      await screen.findByText(/^olga changed this credit .* to add the amount above to it\.$/),
    ).toBeVisible()
    expect(screen.queryByText('Machine credit updated successfully')).not.toBeInTheDocument()
  })

  test('whose answer is lost is saved, and can be undone, if the server repeats its first answer for the key', async () => {
    offerFeatures({ revert: {} })
    server().on(CREDIT, { fault: 'reset' })
    const { user, field, onClose } = openAlone()
    server().on('/api/Machines', () => {
      server().on(CREDIT, { body: { credit: 700, creditVersion: '4', activityId: 77 } })
      // another user has changed it since
      return { body: [{ ...SLOT, credit: 5, creditVersion: '5' }] }
    })
    await user.clear(field)
    await user.type(field, '700{Enter}')
    expect(await screen.findByText('Machine credit updated successfully')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Undo credit/, hidden: true })).toBeVisible()
    expect(onClose).toHaveBeenCalled()
    const [first, second, ...more] = server().writes()
    expect(more).toEqual([])
    expect(second!.body).toBe(first!.body)
    for (const header of ['idempotency-key', 'if-match'])
      expect(second!.headers[header]).toBe(first!.headers[header])
  })

  test('whose answer is lost twice stays unknown', async () => {
    server().on(CREDIT, { fault: 'reset' })
    const { user, field } = openAlone()
    server().on('/api/Machines', { body: [{ ...SLOT, credit: 700, creditVersion: '4' }] })
    await user.clear(field)
    await user.type(field, '700{Enter}')
    expect(await screen.findByText(/it is not known whether \$700.00 was saved/)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check again' })).toBeEnabled())
    expect(screen.queryByText('Machine credit updated successfully')).not.toBeInTheDocument()
  })

  test('whose check is cancelled twice by another change stays unknown', async () => {
    server().on(CREDIT, { status: 504, body: '' })
    const { user, field, queryClient } = await open()
    server().on('/api/Machines', { status: 400 })
    await user.clear(field)
    await user.type(field, '700{Enter}')
    const check = await screen.findByRole('button', { name: 'Check again' })
    await waitFor(() => expect(check).toBeEnabled())
    const { after } = heldBack()
    server().on('/api/Machines', { body: [SLOT], after })
    const reads = server().paths().length
    await user.click(check)
    for (const read of [1, 2]) {
      await waitFor(() => expect(server().paths()).toHaveLength(reads + read))
      // as `patchQueryData` does before it patches the list
      await act(() => queryClient.cancelQueries(machinesQuery))
    }
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check again' })).toBeEnabled())
    expect(screen.getByText(/it is not known whether \$700.00 was saved/)).toBeVisible()
    expect(screen.queryByText(/the credit is as it was so far/)).not.toBeInTheDocument()
  })

  test.each([
    ['a page of somebody in between', '3', '<html>Log in</html>'],
    ['nothing, from a server with versions', '3', ''],
    ['a page, from a server without versions', undefined, '<html>Log in</html>'],
  ])('is not assumed to be saved after %s, but checked', async (_, creditVersion, body) => {
    server().on(CREDIT, { body })
    server().on('/api/Machines', { body: [{ ...SLOT, creditVersion }] })
    const { user, field, onClose } = openAlone({ ...SLOT, creditVersion })
    await user.clear(field)
    await user.type(field, '700{Enter}')
    expect(await screen.findByText('No answer was received, and the credit has not changed')).toBeVisible()
    expect(screen.queryByText('Machine credit updated successfully')).not.toBeInTheDocument()
    expect(onClose).not.toHaveBeenCalled()
    expect(server().writes()).toHaveLength(1)
  })

  test('that proves to be saved after its dialog was closed closes no other dialog', async () => {
    server().on(CREDIT, { fault: 'reset' })
    const { user, field } = await open()
    server().on('/api/Machines', { status: 400 })
    await user.clear(field)
    await user.type(field, '700{Enter}')
    const check = await screen.findByRole('button', { name: 'Check again' })
    // the dialog checks once by itself, and cannot be closed meanwhile
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled())
    const { after, answer } = heldBack()
    server().on('/api/Machines', { body: [{ ...SLOT, credit: 700, creditVersion: '4' }], after })
    server().on(CREDIT, { body: { credit: 700, creditVersion: '4' } })
    await user.click(check)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await user.click(await screen.findByRole('button', { name: /^Details/ }))
    answer()
    expect(await screen.findByText('Machine credit updated successfully')).toBeVisible()
    expect(screen.getByRole('button', { name: 'View History' })).toBeVisible()
  })
})
