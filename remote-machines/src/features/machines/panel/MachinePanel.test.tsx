import { describe, expect, test } from '@jest/globals'
import { fireEvent, screen, within } from '@testing-library/react'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { machinesQuery } from '@console/shared-kernel/core'
import { OfferedPanelsContext } from '@console/shared-kernel/host'
import { heldBack, offerFeatures, renderAs, mockWindowWidth } from '@console/shared-kernel/testing/page'
import { ID, MachinesPage } from '../../../../testing/machines'
import { machinesWithPanel } from '../../../../testing/machinesWithPanel'
import { MachineFacts } from './MachineFacts'
import MachinePanel from './MachinePanel'

const { server, show, panel, address, follow, grown, OPEN, other, slot, UNKNOWN, viewer } =
  machinesWithPanel()

test('the facts of a blocked machine show the end of the block and the reason for it', async () => {
  offerFeatures({ activity: {}, reason: {} })
  server().on('/api/activity', {
    body: { rows: [{ id: 1, kind: 'machine.block', reason: 'repair' }], next: null },
  })
  const [machine] = normaliseMachines([{ ...slot, block: true, blockedUntil: '2126-11-30T07:00:00Z' }])
  renderAs(viewer, <MachineFacts machine={machine!} />)
  expect(await screen.findByText('repair')).toBeVisible()
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(terms.slice(1, 3)).toEqual(['Blocked until', 'Block reason'])
})

test('the reason for a block is reloaded with each version of the machine', async () => {
  offerFeatures({ activity: {}, reason: {} })
  const answer = (reason: string) =>
    server().on('/api/activity', { body: { rows: [{ id: 1, kind: 'machine.block', reason }], next: null } })
  const facts = (version: string) => {
    const [machine] = normaliseMachines([{ ...slot, block: true, version }])
    return <MachineFacts machine={machine!} />
  }
  answer('repair')
  const { rerender } = renderAs(viewer, facts('4'))
  expect(await screen.findByText('repair')).toBeVisible()
  answer('stolen')
  rerender(facts('5'))
  expect(await screen.findByText('stolen')).toBeVisible()
})

describe('the panel of a machine', () => {
  test('shows what is known about it', async () => {
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
  ])('over %s?%s links to reports with the range %j', async (path, view, range) => {
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

  test("links to its owner and to the owner's other machines", async () => {
    const { user } = show()
    const shown = within(await panel())
    expect(shown.getByRole('link', { name: 'Owner bea' })).toHaveAttribute('href', '/machines?open=user:5')
    const others = within(shown.getByRole('region', { name: '1 other machine of bea' }))
    expect(others.getByRole('listitem')).toHaveTextContent('Poker 2BlockedOffline$7.00')
    await user.click(others.getByRole('link', { name: 'Poker 2' }))
    expect(await screen.findByRole('region', { name: 'Poker 2' })).toHaveFocus()
    expect(address()).toBe('/machines?open=machine:x')
  })

  test('lists at most 20 other machines, and links to all of them', async () => {
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

  test('has no link to an owner who is not in the viewer’s list of users', async () => {
    show(OPEN, { level: 6, machines: [{ ...slot, userId: 1 }] })
    expect((await panel()).textContent).toContain('Owner bea')
    expect(screen.queryByRole('link', { name: 'Owner bea' })).not.toBeInTheDocument()
  })

  test('links to the list of users if the console has no user panel', async () => {
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

  test('has only Details for level 6', async () => {
    show(OPEN, { level: 6 })
    const group = within(within(await panel()).getByRole('group', { name: 'Actions' }))
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Details'])
  })

  test('waits for the list, and offers a retry if it fails', async () => {
    mockWindowWidth(1440)
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

  test('of an unknown machine is removed from the address once the whole list is loaded, with one message', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Machines', { body: [slot], after })
    mockWindowWidth(1440)
    renderAs(viewer, <MachinesPage />, '/machines?open=machine:nobody&do=credit&search=slot')
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
    answer()
    expect(await screen.findByText(UNKNOWN)).toBeVisible()
    expect(address()).toBe('/machines?search=slot')
  })

  test('of a machine created after the list was loaded is found', async () => {
    const { queryClient } = show('/machines')
    await screen.findByRole('button', { name: /^Details bea Slot 1/ })
    server().on('/api/Machines', { body: [slot, { ...slot, idMachine: 'new', machineName: 'New 1' }] })
    expect(queryClient.getQueryState(machinesQuery.queryKey)?.isInvalidated).toBe(false)
    follow('/machines?open=machine:new')
    expect(await screen.findByRole('region', { name: 'New 1' })).toBeVisible()
  })

  test('of a machine created after the list was loaded is found from the panel of another, too', async () => {
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

  test('shows the cached list, and reloads it if it is older than 30 s', async () => {
    const { queryClient } = show(OPEN, { page: <MachinePanel /> })
    await panel()
    server().on('/api/Machines', { body: [slot, { ...other, credit: 9 }] })
    grown(queryClient)
    follow('/machines?open=machine:x')
    const shown = within(await screen.findByRole('region', { name: 'Poker 2' }))
    expect(await shown.findByText('$9.00')).toBeVisible()
  })

  test('blocks the machine once, even if the row and the panel are both clicked', async () => {
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
