import { describe, expect, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import {
  aUser,
  heldBack,
  offerFeatures,
  renderAs,
  serverForTests,
  setWidth,
} from '@console/shared-kernel/testing/page'
import { OfferedPanelsContext } from '@console/shared-kernel/host'
import { machinesQuery } from '@console/shared-kernel/core'
import type { QueryClient } from '@tanstack/react-query'
import { CREDIT, ID, MachinesPage, SLOT } from '../../../../testing/machines'
import { MachinePanel } from './MachinePanel'

const server = serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 1 })
const slot = { ...SLOT, userId: 5, profit: -50.25, status: 'Online', isConnected: true, location: 'Bar Sol' }
const other = { ...slot, idMachine: 'x', machineName: 'Poker 2', credit: 7, block: true, isConnected: false }
const stranger = { ...slot, idMachine: 'y', machineName: 'Bingo', userId: 6, userName: 'ana' }
const OPEN = `/machines?open=machine:${ID}`

function show(
  address = OPEN,
  { level = 1, machines = [slot, other, stranger] as unknown[], page = <MachinesPage /> } = {},
) {
  setWidth(1440)
  server().on('/api/Machines', { body: machines })
  return renderAs({ ...viewer, level }, page, address)
}
const panel = () => screen.findByRole('region', { name: 'Slot 1' })
const noPanel = () => expect(screen.queryByRole('region', { name: 'Slot 1' })).not.toBeInTheDocument()
const address = () => decodeURIComponent(location.pathname + location.search)
const follow = (to: string) =>
  act(() => {
    history.pushState({ key: to, idx: 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
/** As if the list had been read a minute ago. */
const grown = (client: QueryClient) =>
  act(() => client.setQueryData(machinesQuery.queryKey, (list) => list, { updatedAt: Date.now() - 60_000 }))
/** The table has the same texts. */
const openCredit = () => screen.findByRole('dialog', { name: /^Update Machine Credit/ })
const UNKNOWN = 'This machine does not exist, or is not below you.'

describe('the panel of a machine', () => {
  test('says what is known of it', async () => {
    show()
    const shown = within(await panel())
    expect(shown.getByRole('heading', { level: 2, name: 'Slot 1' })).toBeVisible()
    expect(shown.getByText('Online', { selector: '.chip' })).toBeVisible()
    expect(
      shown
        .getAllByRole('term')
        .map((term, at) => [term.textContent, shown.getAllByRole('definition')[at]!.textContent]),
    ).toEqual([
      ['Credit', '$1,234.50'],
      ['Profit', '▼ $50.25'],
      ['Connection', 'Online'],
      ['Service', 'Disabled'],
      ['Jackpot Mega', '$0.00'],
      ['Jackpot Mini', '$0.00'],
      ['Location', 'Bar Sol'],
      ['Machine ID', ID],
    ])
    const group = within(shown.getByRole('group', { name: 'Actions' }))
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Update Credit',
      'Configure',
      'Block',
      'Details',
    ])
    expect(shown.getByRole('link', { name: 'External report' })).toHaveAttribute(
      'href',
      `/external?machine=${ID}&run=1`,
    )
  })

  test.each([
    ['/external', 'range=yesterday', 'range=yesterday'],
    [
      '/internal',
      'dateFrom=2026-11-01&timeFrom=08:00&dateTo=2026-11-20&timeTo=20:00&user=5&run=1',
      'dateFrom=2026-11-01&timeFrom=08%3A00&dateTo=2026-11-20&timeTo=20%3A00',
    ],
    ['/activity', 'dateFrom=2026-11-01&range=x', ''],
  ])('over %s?%s its reports have the range %j', async (path, view, range) => {
    show(`${path}?${view}&open=machine:${ID}`)
    const shown = within(await panel())
    for (const [name, to] of [
      ['External report', '/external'],
      ['Internal report', '/internal'],
    ] as const)
      expect(shown.getByRole('link', { name })).toHaveAttribute(
        'href',
        [`${to}?machine=${ID}&run=1`, range].filter(Boolean).join('&'),
      )
  })

  test("leads to its owner and to the owner's other machines", async () => {
    const { user } = show()
    const shown = within(await panel())
    expect(shown.getByRole('link', { name: 'Owner bea' })).toHaveAttribute('href', '/machines?open=user:5')
    const others = within(shown.getByRole('region', { name: '1 other machine of bea' }))
    expect(others.getByRole('listitem')).toHaveTextContent('Poker 2BlockedOffline$7.00')
    await user.click(others.getByRole('link', { name: 'Poker 2' }))
    expect(await screen.findByRole('region', { name: 'Poker 2' })).toHaveFocus()
    expect(address()).toBe('/machines?open=machine:x')
  })

  test('has at most 20 other machines, and a link to all', async () => {
    const many = Array.from({ length: 21 }, (_, at) => ({ ...other, idMachine: `m${at}` }))
    show(OPEN, { machines: [slot, ...many] })
    const shown = within(await panel())
    const others = within(shown.getByRole('region', { name: '21 other machines of bea' }))
    expect(others.getAllByRole('listitem')).toHaveLength(20)
    expect(others.getByRole('link', { name: 'All machines of bea' })).toHaveAttribute(
      'href',
      '/machines?branch=5',
    )
  })

  test('has no link to an owner whom the viewer does not find', async () => {
    show(OPEN, { level: 6, machines: [{ ...slot, userId: 1 }] })
    expect((await panel()).textContent).toContain('Owner bea')
    expect(screen.queryByRole('link', { name: 'Owner bea' })).not.toBeInTheDocument()
  })

  test('leads to the users where the console has no panel of them', async () => {
    server().on('/api/Machines', { body: [slot] })
    renderAs(
      viewer,
      <OfferedPanelsContext value={['machine']}>
        <MachinePanel />
      </OfferedPanelsContext>,
      OPEN,
    )
    expect(await screen.findByRole('link', { name: 'Owner bea' })).toHaveAttribute('href', '/?branch=5')
  })

  test('copies the id', async () => {
    const { user } = show()
    await user.click(within(await panel()).getByRole('button', { name: 'Copy machine ID' }))
    expect(await navigator.clipboard.readText()).toBe(ID)
    expect(await screen.findByText('Copied')).toBeVisible()
  })

  test('has for level 6 only Details', async () => {
    show(OPEN, { level: 6 })
    const group = within(within(await panel()).getByRole('group', { name: 'Actions' }))
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Details'])
  })

  test('waits for the list, and a list that fails can be read again', async () => {
    setWidth(1440)
    const { after, answer } = heldBack()
    server().on('/api/Machines', { status: 403, body: { message: 'no' }, after })
    const { user } = renderAs(viewer, <MachinePanel />, OPEN)
    expect(screen.getByRole('region', { name: 'Machine' })).toHaveAttribute('aria-busy', 'true')
    answer()
    expect(await screen.findByText('Error loading machines: no')).toBeVisible()
    server().on('/api/Machines', { body: [slot] })
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await panel()).toBeVisible()
  })

  test('of an unknown machine is dropped from the address once the whole list is there, and says so once', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Machines', { body: [slot], after })
    setWidth(1440)
    renderAs(viewer, <MachinesPage />, '/machines?open=machine:nobody&do=credit&search=slot')
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
    answer()
    expect(await screen.findByText(UNKNOWN)).toBeVisible()
    expect(address()).toBe('/machines?search=slot')
  })

  test('of a machine that came after the list was read is found', async () => {
    const { queryClient } = show('/machines')
    await screen.findByRole('button', { name: /^Details bea Slot 1/ })
    server().on('/api/Machines', { body: [slot, { ...slot, idMachine: 'new', machineName: 'New 1' }] })
    expect(queryClient.getQueryState(machinesQuery.queryKey)?.isInvalidated).toBe(false)
    follow('/machines?open=machine:new')
    expect(await screen.findByRole('region', { name: 'New 1' })).toBeVisible()
  })

  test('of a machine that came after the list was read is found from the panel of another, too', async () => {
    show()
    await panel()
    server().on('/api/Machines', { body: [slot, { ...slot, idMachine: 'new', machineName: 'New 1' }] })
    follow('/machines?open=machine:new')
    expect(await screen.findByRole('region', { name: 'New 1' })).toBeVisible()
    follow('/machines?open=machine:nobody')
    expect(await screen.findByText(UNKNOWN)).toBeVisible()
    expect(address()).toBe('/machines')
    expect(screen.getAllByText(UNKNOWN)).toHaveLength(1)
  })

  test('shows the list that it has, and reads it again if it is older than 30 s', async () => {
    const { queryClient } = show(OPEN, { page: <MachinePanel /> })
    await panel()
    server().on('/api/Machines', { body: [slot, { ...other, credit: 9 }] })
    grown(queryClient)
    follow('/machines?open=machine:x')
    const shown = within(await screen.findByRole('region', { name: 'Poker 2' }))
    expect(await shown.findByText('$9.00')).toBeVisible()
  })

  test('blocks the machine once, also where the row and the panel are both clicked', async () => {
    const { after, answer } = heldBack()
    const TOGGLE = `/api/Machines/${ID}/toggle-block`
    server().on(TOGGLE, { body: { blocked: true }, after })
    show()
    const inPanel = within(await panel()).getByRole('button', { name: 'Block' })
    fireEvent.click(await screen.findByRole('button', { name: 'Block bea Slot 1' }))
    fireEvent.click(inPanel)
    answer()
    expect(await screen.findByText('Machine blocked successfully')).toBeVisible()
    expect(await within(await panel()).findByText('Blocked', { selector: '.chip' })).toBeVisible()
    expect(server().writes()).toHaveLength(1)
  })
})

describe('the dialogs of a machine', () => {
  test.each([
    ['credit', /^Update Machine Credit/],
    ['details', 'Slot 1'],
  ])('open by the address do=%s, over the panel, which stays after them', async (action, name) => {
    const { user } = show(`${OPEN}&do=${action}`)
    expect(await screen.findByRole('dialog', { name })).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await panel()).toBeVisible()
    expect(address()).toBe(OPEN)
    expect(server().writes()).toEqual([])
  })

  test('that a row opens have no panel under them, and leave none', async () => {
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

  test('keep the machine as it was when they opened, also if it is retired meanwhile', async () => {
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

  test('on a server without versions, the credit waits for a list that is read again', async () => {
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

  test('stay open when the call of an earlier one ends, also of the same one', async () => {
    const { user } = show(`${OPEN}&do=credit`)
    const first = within(await openCredit())
    server().on(CREDIT, { fault: 'reset' })
    server().on('/api/Machines', { status: 400 })
    const field = first.getByLabelText('Credit Amount')
    await user.clear(field)
    await user.type(field, '700{Enter}')
    const check = await first.findByRole('button', { name: 'Check again' })
    await waitFor(() => expect(first.getByRole('button', { name: 'Cancel' })).toBeEnabled())
    const { after, answer } = heldBack()
    server().on('/api/Machines', { body: [{ ...slot, credit: 700, creditVersion: '4' }], after })
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

describe('the question of a block in the address', () => {
  test.each([
    ['block', false, 'Block'],
    ['unblock', true, 'Unblock'],
  ])('%s asks, and one Enter does not answer it', async (action, block, label) => {
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
  ])('a refused %s leaves the question with the message and the reason', async (action, block, label) => {
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
  ])('%s is dropped where it does not apply', async (action, block) => {
    show(`${OPEN}&do=${action}`, { machines: [{ ...slot, block }] })
    expect(await screen.findByText('This cannot be done here.')).toBeVisible()
    expect(address()).toBe(OPEN)
  })
})
