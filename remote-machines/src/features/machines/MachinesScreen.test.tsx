import { describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { aUser, heldBack, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { ID, SLOT } from '../../../testing/machines'
import { columnChoice } from './ColumnsMenu'
import MachinesScreen from './MachinesScreen'

const server = serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 1 })
const slot = {
  ...SLOT,
  serviceMode: true,
  profit: -50.25,
  block: false,
  status: 'Online',
}
const poker = {
  ...slot,
  idMachine: 'x',
  machineName: 'Poker 2',
  userName: 'ana',
  serviceMode: false,
  profit: 7,
}

function show(machines: unknown = [slot, poker], level = 1) {
  server().on('/api/Machines', { body: machines })
  return renderAs({ ...viewer, level }, <MachinesScreen />, '/machines')
}
const [RED, GREEN] = ['rgb(183, 28, 28)', 'rgb(39, 107, 43)']
const rows = () => screen.getAllByRole('row').slice(1)
const ALL_ACTIONS = ['Update Credit', 'Configure', 'Block', 'Details']

describe('the list of machines', () => {
  test('[MACHINES-1] [MACHINES-6] shows each machine with its owner, losses in red, and a red chip for the Master', async () => {
    show()
    await screen.findByText('bea')
    expect(screen.getByText('Master View - All Machines').parentElement).toHaveStyle({ color: RED })
    expect(
      rows().map((row) => within(row).getAllByRole('cell')[0]?.textContent?.replace(/ +/g, ' ').trim()),
    ).toEqual(['ana Offline Poker 2 x', `bea Offline Slot 1 ${ID.slice(0, 8)}`])
    const cells = within(rows()[1]!).getAllByRole('cell')
    expect(cells.slice(1, 4).map((cell) => cell.textContent)).toEqual(['$1,234.50', 'Enabled', '▼ $50.25'])
    // labels that folded rows show before their values, because their header is hidden
    const labelled = [...rows()[1]!.querySelectorAll<HTMLElement>('[data-label]')]
    expect(labelled.map(({ dataset }) => dataset['label'])).toEqual(['Credit', 'Service', 'Profit'])
    for (const [text, color] of [
      ['$50.25', RED],
      ['$7.00', GREEN],
    ])
      expect(screen.getByText(text!)).toHaveStyle({ color })
  })

  test('[MACHINES-2] has the specified columns and those that the user chooses, matching a model', async () => {
    const { user } = show([{ ...slot, location: 'Sevilla 1', lastConnection: '2026-11-28T10:00:00Z' }])
    await screen.findByText('bea')
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    const SPECIFIED = ['Client Name', 'Credit', 'Service', 'Profit']
    expect(heads()).toEqual([...SPECIFIED, 'Actions'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const OTHERS = ['Location', 'Last connection']
    const model = new Set<string>()
    const [toggles] = fc.sample(fc.array(fc.constantFrom(...OTHERS), { minLength: 8, maxLength: 8 }), 1)
    for (const header of [...toggles!, ...OTHERS]) {
      const choice = screen.getByRole('menuitemcheckbox', { name: header })
      await user.click(choice)
      if (!model.delete(header)) model.add(header)
      expect(choice).toHaveAttribute('aria-checked', String(model.has(header)))
      const chosen = OTHERS.filter((each) => model.has(each))
      expect([
        toggles,
        screen.queryAllByRole('columnheader', { hidden: true }).map((head) => head.textContent),
      ]).toEqual([toggles, [...SPECIFIED, ...chosen, 'Actions']])
    }
    for (const header of OTHERS)
      if (!model.has(header)) await user.click(screen.getByRole('menuitemcheckbox', { name: header }))
    await user.keyboard('{Escape}')
    expect(within(rows()[0]!).getByText('Sevilla 1')).toBeVisible()
    expect(within(rows()[0]!).getByText('Nov 28, 2026, 11:00')).toBeVisible()
    act(() => columnChoice.set([]))
  })

  test.each([
    [{ isConnected: true }, `bea Slot 1 ${ID.slice(0, 8)} Online`],
    [{ isConnected: false, block: true }, `bea Blocked Offline Slot 1 ${ID.slice(0, 8)}`],
  ])("shows the machine's name on the second line, and anything unusual: %j", async (over, text) => {
    show([{ ...slot, ...over }])
    await screen.findByText('bea')
    expect(within(rows()[0]!).getAllByRole('cell')[0]).toHaveTextContent(text)
  })

  test('[MACHINES-8] shows a message if there are no machines', async () => {
    show([])
    expect(await screen.findByRole('heading', { name: 'No Machines Found' })).toBeVisible()
    expect(screen.getByText('No machines are currently available in the system.')).toBeVisible()
  })

  test('[ERROR-27] shows that loading failed, not that there are no machines', async () => {
    server().on('/api/Machines', { status: 403, body: { message: 'not now' } })
    renderAs(viewer, <MachinesScreen />, '/machines')
    expect((await screen.findAllByText('Error loading machines: not now')).length).toBe(2)
    expect(screen.queryByText('No Machines Found')).not.toBeInTheDocument()
  })

  test.each([
    [5, ALL_ACTIONS],
    [6, ['Details']],
  ])('[MACHINES-7] offers level %d exactly the actions of that level', async (level, actions) => {
    show([slot], level)
    await screen.findByText('bea')
    const names = within(rows()[0]!)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'))
    expect(names).toEqual(actions.map((action) => `${action} bea Slot 1`))
  })

  test('[VALID-14] shows machines without an id, which cannot be blocked', async () => {
    const nameless = { userName: 'eva' }
    const { user } = show([nameless, nameless])
    expect(await screen.findAllByText('eva')).toHaveLength(2)
    await user.click(screen.getAllByRole('button', { name: 'Block eva' })[0]!)
    expect(await screen.findByText('Error: Machine ID is undefined')).toBeVisible()
    expect(server().writes()).toEqual([])
  })

  test('[ERROR-28] shows why a block failed, and reloads the list if no answer came', async () => {
    const { user } = show([slot])
    const TOGGLE = `/api/Machines/${ID}/toggle-block`
    server().on(TOGGLE, { status: 400, body: { message: 'no' } })
    await user.click(await screen.findByRole('button', { name: 'Block bea Slot 1' }))
    expect(await screen.findByText('Error: no')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Block bea Slot 1' })).toBeVisible()

    server().on(TOGGLE, { fault: 'reset' })
    server().on('/api/Machines', { body: [{ ...slot, block: true }] })
    await user.click(screen.getByRole('button', { name: 'Block bea Slot 1' }))
    expect(await screen.findByRole('button', { name: 'Unblock bea Slot 1' })).toBeVisible()
    expect(screen.getByText(/^Error: .* It is not known whether the change was made\.$/)).toBeVisible()
  })

  test('[STATE-15] keeps a block when an older list arrives after it', async () => {
    const { user, queryClient } = show([slot])
    await screen.findByText('bea')
    const { after, answer } = heldBack()
    server().on('/api/Machines', { body: [slot], after })
    server().on(`/api/Machines/${ID}/toggle-block`, () => {
      server().on('/api/Machines', { body: [{ ...slot, block: true }] })
      return { body: { blocked: true } }
    })
    void queryClient.invalidateQueries()
    await waitFor(() => expect(server().paths()).toEqual(['/api/Machines', '/api/Machines']))
    await user.click(screen.getByRole('button', { name: 'Block bea Slot 1' }))
    expect(await screen.findByRole('button', { name: 'Unblock bea Slot 1' })).toBeVisible()
    answer()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(await screen.findByRole('button', { name: 'Unblock bea Slot 1' })).toBeVisible()
  })

  test("[STATE-15] [ENTITY-18] ignores a block's answer without a state", async () => {
    const { user } = show([slot])
    server().on(`/api/Machines/${ID}/toggle-block`, { body: '<html>Log in</html>' })
    await user.click(await screen.findByRole('button', { name: 'Block bea Slot 1' }))
    expect(await screen.findByText(/^Error: The answer does not say/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Block bea Slot 1' })).toBeVisible()
  })
})
