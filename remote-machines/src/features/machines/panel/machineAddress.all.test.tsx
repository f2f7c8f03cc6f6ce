import { describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { heldBack, offerFeatures } from '@console/shared-kernel/testing/page'
import { ID } from '../../../../testing/machines'
import { machinesWithPanel } from '../../../../testing/machinesWithPanel'
import MachinePanel from './MachinePanel'

const { server, show, panel, address, follow, grown, OPEN, other, slot, UNKNOWN } = machinesWithPanel()
const noPanel = () => expect(screen.queryByRole('region', { name: 'Slot 1' })).not.toBeInTheDocument()
/** Found by its name, because the table has the same texts. */
const openCredit = () => screen.findByRole('dialog', { name: /^Update Machine Credit/ })

describe('the dialogs of a machine', () => {
  test.each([
    ['credit', /^Update Machine Credit/],
    ['details', 'Slot 1'],
  ])('open from the address do=%s over the panel, which stays when they close', async (action, name) => {
    const { user } = show(`${OPEN}&do=${action}`)
    expect(await screen.findByRole('dialog', { name })).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await panel()).toBeVisible()
    expect(address()).toBe(OPEN)
    expect(server().writes()).toEqual([])
  })

  test('that a row opens have no panel under them, and leave none behind', async () => {
    const { user } = show('/machines')
    await user.click(await screen.findByRole('button', { name: 'Update Credit bea Slot 1' }))
    await openCredit()
    expect(address()).toBe(`/machines?do=credit&open=machine:${ID}`)
    noPanel()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/machines'))
    noPanel()
  })

  test.each([
    [6, 'credit'],
    [6, 'configure'],
    [6, 'block'],
    [1, 'constructor'],
  ])('for level %d: do=%s is dropped, and the panel stays', async (level, action) => {
    show(`${OPEN}&do=${action}`, { level })
    expect(await screen.findByText('This cannot be done here.')).toBeVisible()
    expect(await panel()).toBeVisible()
    expect(address()).toBe(OPEN)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('keep the machine as it was when they opened, even if it is retired meanwhile', async () => {
    const { queryClient } = show(`${OPEN}&do=credit`)
    const dialog = await openCredit()
    server().on('/api/Machines', { body: [{ ...slot, machineName: 'Renamed', credit: 5 }, other] })
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByRole('region', { name: 'Renamed', hidden: true })).toBeInTheDocument()
    expect(dialog).toHaveAccessibleName(/Slot 1/)
    expect(within(dialog).getByText('Current credit: $1,234.50')).toBeVisible()
    server().on('/api/Machines', { body: [other] })
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByRole('region', { name: 'Machine', hidden: true })).toBeInTheDocument()
    expect(within(dialog).getByText('Current credit: $1,234.50')).toBeVisible()
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
  })

  test('on a server without versions, the credit dialog waits until the list is reloaded', async () => {
    const bare = { ...slot, creditVersion: undefined }
    const { user, queryClient } = show(OPEN, { machines: [bare], page: <MachinePanel /> })
    const update = within(await panel()).getByRole('button', { name: 'Update Credit' })
    const { after, answer } = heldBack()
    server().on('/api/Machines', { body: [{ ...bare, credit: 5 }], after })
    grown(queryClient)
    await user.click(update)
    expect(address()).toContain('do=credit')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    answer()
    expect(within(await openCredit()).getByText('Current credit: $5.00')).toBeVisible()
    await user.keyboard('{Escape}')
    server().on('/api/Machines', { status: 403, body: { message: 'no' } })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    grown(queryClient)
    await user.click(within(await panel()).getByRole('button', { name: 'Update Credit' }))
    expect(await screen.findByText('Error loading machines: no')).toBeVisible()
    await waitFor(() => expect(address()).toBe(OPEN))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('stay open when the call of an earlier dialog ends, even one for the same action', async () => {
    const { user } = show(`${OPEN}&do=credit`)
    const first = within(await openCredit())
    server().on(`/api/Machines/${ID}/credit`, { fault: 'reset' })
    server().on('/api/Machines', { status: 400 })
    const field = first.getByLabelText('Credit Amount')
    await user.clear(field)
    await user.type(field, '700{Enter}')
    const check = await first.findByRole('button', { name: 'Check again' })
    await waitFor(() => expect(first.getByRole('button', { name: 'Cancel' })).toBeEnabled())
    const { after, answer } = heldBack()
    server().on('/api/Machines', { body: [{ ...slot, credit: 700, creditVersion: '4' }], after })
    // the answer when the same change is sent again
    server().on(`/api/Machines/${ID}/credit`, { body: { credit: 700, creditVersion: '4' } })
    await user.click(check)
    await user.click(first.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    const again = within(await panel()).getByRole('button', { name: 'Update Credit' })
    await user.click(again)
    await openCredit()
    answer()
    expect(await screen.findByText('Machine credit updated successfully')).toBeVisible()
    expect(screen.getByRole('dialog', { name: /^Update Machine Credit/ })).toBeVisible()
    expect(address()).toBe(`/machines?do=credit&open=machine:${ID}`)
  })
})

describe('a block question opened by the address', () => {
  test.each([
    ['block', false, 'Block'],
    ['unblock', true, 'Unblock'],
  ])('%s asks, and a single Enter does not confirm it', async (action, block, label) => {
    server().on(`/api/Machines/${ID}/toggle-block`, { body: { blocked: !block } })
    const { user } = show(`${OPEN}&do=${action}`, { machines: [{ ...slot, block }] })
    const name = `${label} machine: Slot 1`
    const asked = within(await screen.findByRole('dialog', { name }))
    expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(OPEN))
    expect(server().writes()).toEqual([])
    follow(`${OPEN}&do=${action}&again=1`)
    await user.click(within(await screen.findByRole('dialog', { name })).getByRole('button', { name: label }))
    expect(await screen.findByText(`Machine ${action}ed successfully`)).toBeVisible()
    await waitFor(() => expect(address()).not.toContain('do='))
    expect(server().writes()).toHaveLength(1)
    expect(screen.queryByText('This cannot be done here.')).not.toBeInTheDocument()
  })

  test.each([
    ['block', false, 'Block'],
    ['unblock', true, 'Unblock'],
  ])('a rejected %s keeps the question open, with message and reason', async (action, block, label) => {
    offerFeatures({ reason: {} })
    const path = `/api/Machines/${ID}/toggle-block`
    server().on(path, { status: 409, body: { message: 'Changed by somebody else' } })
    const { user } = show(`${OPEN}&do=${action}`, { machines: [{ ...slot, block, creditVersion: '1' }] })
    const asked = within(await screen.findByRole('dialog', { name: `${label} machine: Slot 1` }))
    await user.type(asked.getByLabelText('Reason'), 'door')
    await user.click(asked.getByRole('button', { name: label }))
    expect(await asked.findByRole('alert')).toHaveTextContent('Error: Changed by somebody else')
    expect(screen.getAllByText(/Changed by somebody else/)).toHaveLength(1)
    expect(JSON.parse(server().writes()[0]!.body)).toEqual({ blocked: !block, reason: 'door' })
    server().on(path, { body: { blocked: !block } })
    await user.click(asked.getByRole('button', { name: label }))
    await waitFor(() => expect(address()).not.toContain('do='))
  })

  test.each([
    ['block', true],
    ['unblock', false],
  ])('%s is dropped if it does not apply', async (action, block) => {
    show(`${OPEN}&do=${action}`, { machines: [{ ...slot, block }] })
    expect(await screen.findByText('This cannot be done here.')).toBeVisible()
    expect(address()).toBe(OPEN)
  })
})
