import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, renderAs, serverForTests, setWidth } from '@console/shared-kernel/testing'
import { MachinesScreen } from './MachinesScreen'
import {
  filterOf,
  MACHINES_VIEW,
  offersBranches,
  offersOthers,
  unknownFilters,
  usableFilters,
  type MachineFilters,
} from './view'

const readAll = (address: string) => {
  const params = new URLSearchParams(address)
  const { status, online, blocked, branch, misread } = MACHINES_VIEW
  return {
    status: status.read(params),
    online: online.read(params),
    blocked: blocked.read(params),
    branch: branch.read(params),
    misread: misread.read(params),
  }
}
const KNOWN = { statuses: ['Online', 'Offline'], users: [aUser({ userId: 5, level: 5 })] }
const NONE: MachineFilters = { status: '', online: '', blocked: '', branch: null }

describe('the filters in an address', () => {
  it.each<[string, number, Partial<MachineFilters>]>([
    ['?online=no', 1, { online: 'no' }],
    ['?status=OffLine', 1, { status: 'offline' }],
    ['?branch=5&online=yes', 1, { branch: 5, online: 'yes' }],
    ['?blocked=yes&online=yes', 1, { blocked: 'yes', online: 'yes' }],
    // a Client is offered no branch, but a link may name one
    ['?branch=5', 6, { branch: 5 }],
    ['?connection=maybe&online=', 1, {}],
    ['?status=zz&branch=99', 1, {}],
    // a Player is offered no filter
    ['?status=online&blocked=yes&branch=5', 7, {}],
  ])('%s for level %d: %j', (address, level, expected) => {
    const { misread: _, ...asked } = readAll(address)
    expect(usableFilters(asked, aUser({ userId: 1, level }), KNOWN)).toEqual({ ...NONE, ...expected })
  })

  it('keep a status and a branch until the lists are loaded', () =>
    expect(
      usableFilters({ ...NONE, status: 'zz', branch: 9 }, aUser({ level: 1 }), {
        statuses: null,
        users: null,
      }),
    ).toEqual({ ...NONE, status: 'zz', branch: 9 }))

  it('request the list with them, and with a branch once its users are loaded', () => {
    expect(filterOf(NONE, undefined)).toEqual({ status: '', online: '', blocked: '' })
    const filters: MachineFilters = { status: 'online', online: 'yes', blocked: 'no', branch: 5 }
    expect(filterOf(filters, undefined)).toBeNull()
    const users = { kind: 'users', id: 'u', version: 2, rows: [], arriving: false } as const
    expect(filterOf(filters, users)).toEqual({
      status: 'online',
      online: 'yes',
      blocked: 'no',
      ownerFrom: { users: { id: 'u', version: 2 }, userId: 5 },
    })
  })

  it.each<[string, number, string[]]>([
    ['?status=zz', 1, ['Status']],
    ['?blocked=qq', 1, ['Blocked']],
    ['?online=1', 1, ['Connection']],
    ['?branch=99', 1, ['Branch']],
    ['?branch=me&online=1', 1, ['Connection', 'Branch']],
    ['?status=OFFLINE&blocked=no&online=yes&branch=5', 1, []],
    ['?connection=maybe&online=', 1, []],
    ['?branch=99', 6, ['Branch']],
    ['?status=zz&blocked=qq&branch=99', 7, []],
  ])('%s for level %d: unknown are %j', (address, level, expected) =>
    expect(unknownFilters(readAll(address), aUser({ userId: 1, level }), KNOWN)).toEqual(expected),
  )

  it('are not unknown until the lists are loaded', () =>
    expect(
      unknownFilters(readAll('?status=zz&branch=99'), aUser({ level: 1 }), { statuses: null, users: null }),
    ).toEqual([]))

  it.each([
    [1, true, true],
    [5, true, true],
    [6, true, false],
    [7, false, false],
  ])('are offered to level %d: any %p, branches %p', (level, any, branches) => {
    const viewer = aUser({ level })
    expect([offersOthers(viewer), offersBranches(viewer)]).toEqual([any, branches])
  })
})

const UNKNOWN = /somebody or something that you may not see, or that does not exist\.$/
const server = serverForTests()
const MACHINES = [
  { idMachine: 'a', userName: 'ana', userId: 6, isConnected: true, status: 'Online' },
  { idMachine: 'b', userName: 'bea', userId: 7, block: true, status: 'Offline' },
  { idMachine: 'c', userName: 'cleo', userId: 8, isConnected: true, block: true, status: 'Maintenance' },
]
const USERS = [
  { userId: 5, userName: 'sub1', level: 5, parentUserId: 1 },
  { userId: 6, userName: 'ana', level: 6, parentUserId: 5 },
  { userId: 7, userName: 'bea', level: 6, parentUserId: 5 },
  { userId: 8, userName: 'cleo', level: 6, parentUserId: 1 },
]

function show(address: string, level = 1) {
  server().on('/api/Machines', { body: MACHINES })
  server().on('/api/Users/all-hierarchy', { body: USERS })
  return renderAs(aUser({ userId: 1, userName: 'me', level }), <MachinesScreen />, address)
}
const names = () =>
  [...document.querySelectorAll('tr[data-index] td:first-child')].map((cell) => cell.textContent.slice(0, 3))
const count = () => screen.getByRole('status')
const findCount = (text: string) => waitFor(() => expect(count()).toHaveTextContent(text))

describe('filtering the machines', () => {
  it('unknown values are named, and no machine is shown until they are cleared', async () => {
    const { user } = show('/machines?status=zz&online=1&branch=99')
    // a status is unknown once the machines are there, a branch once the users are
    await waitFor(() =>
      expect(screen.getByText(UNKNOWN).textContent).toMatch(
        /^The filters 'Status' and 'Connection' and 'Branch' name /,
      ),
    )
    await waitFor(() => expect(count()).toHaveTextContent(/^$/))
    expect(names()).toEqual([])
    expect(screen.queryByText('No Machines Found')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Export Excel' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await findCount('3 machines')
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
    await waitFor(() => expect(location.search).toBe(''))
  })

  it.each([
    // as on level 1, but without branches
    [6, '', 3],
    // a Player is offered no filter, and one in the address has no effect
    [7, '?status=zz&blocked=qq&branch=99', 0],
  ])('level %d with %j sees all machines, and %d filters', async (level, query, filters) => {
    show(`/machines${query}`, level)
    await findCount('3 machines')
    expect(names()).toEqual(['ana', 'bea', 'cle'])
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
    expect(screen.queryAllByRole('combobox')).toHaveLength(filters)
  })

  it('the printed page names the filters and the search', async () => {
    show('/machines?status=ONLINE&branch=5&search=a')
    await findCount('1 of 3 machines')
    expect(names()).toEqual(['ana'])
    expect(screen.getByText('Filtered by: online, sub1, search a')).toHaveStyle('display: none')
    expect(count()).toHaveAttribute('data-longest', '3 of 3 machines')
  })

  it('shows all without a filter, whatever else the address has; users are read only for the branch filter, and the branch is chosen by name', async () => {
    const { user } = show('/machines?connection=maybe&online=')
    await findCount('3 machines')
    expect(names()).toEqual(['ana', 'bea', 'cle'])
    const field = await screen.findByRole('combobox', { name: 'Branch' })
    expect(screen.getAllByRole('combobox')).toHaveLength(4)
    expect(server().paths()).toEqual(['/api/Machines'])
    await user.type(field, 'sub')
    expect(await screen.findByRole('option', { name: 'sub1' })).toBeVisible()
    await user.keyboard('{Enter}')
    await findCount('2 of 3 machines')
    await waitFor(() => expect(new URLSearchParams(location.search).get('branch')).toBe('5'))
    expect(server().paths()).toEqual(['/api/Machines', '/api/Users/all-hierarchy'])
  })

  it('a branch whose users fail to load shows no machines, and recovers', async () => {
    server().on('/api/Machines', { body: MACHINES })
    server().on('/api/Users/all-hierarchy', { status: 403, body: { message: 'not now' } })
    const { user } = renderAs(aUser({ userId: 1, level: 1 }), <MachinesScreen />, '/machines?branch=5')
    expect(await screen.findByText('Error loading users: not now')).toBeVisible()
    expect(names()).toEqual([])
    expect(screen.queryByText('No Machines Found')).not.toBeInTheDocument()
    server().on('/api/Users/all-hierarchy', { body: USERS })
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await findCount('2 of 3 machines')
  })

  it('a Client can follow a link to machines of a Player below', async () => {
    server().on('/api/Machines', { body: MACHINES })
    server().on('/api/Users/children', { body: [{ userId: 7, userName: 'bea', level: 7, parentUserId: 6 }] })
    renderAs(aUser({ userId: 6, level: 6 }), <MachinesScreen />, '/machines?branch=7')
    await findCount('1 of 3 machines')
    expect(names()).toEqual(['bea'])
    expect(await screen.findByRole('combobox', { name: 'Branch' })).toHaveValue('bea')
  })

  it('by connection and block at once, on a phone behind a button that shows the number of filters', async () => {
    setWidth(390)
    try {
      const { user } = show('/machines?online=yes&blocked=yes')
      await findCount('1 of 3 machines')
      expect(names()).toEqual(['cle'])
      await user.click(screen.getByRole('button', { name: 'Filters (2)' }))
      const group = screen.getByRole('group', { name: 'Filters' })
      await user.click(within(group).getByRole('button', { name: 'Clear filters' }))
      await findCount('3 machines')
    } finally {
      setWidth(1440)
    }
  })
})

describe('a block of a machine', () => {
  const TOGGLE = '/api/Machines/a/toggle-block'
  const block = async (creditVersion: string | undefined, answer: object) => {
    server().on('/api/Machines', { body: [{ ...MACHINES[0], creditVersion }] })
    const { user } = renderAs(aUser({ userId: 1, level: 1 }), <MachinesScreen />, '/machines')
    server().on(TOGGLE, { body: answer })
    await user.click(await screen.findByLabelText('Block ana', {}, { timeout: 10_000 }))
    expect(await screen.findByText('Machine blocked successfully')).toBeVisible()
    return user
  }
  const sent = () =>
    server()
      .writes()
      .map(({ body, headers }) => [body, headers['if-match']])
  const undo = () => screen.queryByRole('button', { name: /^Undo/ })

  it('can be undone to what it was, on a server that counts changes; one that was followed by another is undone no more', async () => {
    const user = await block('1', { blocked: true, version: '2' })
    expect(screen.getByRole('button', { name: 'Undo block of ana' })).toBeVisible()
    server().on(TOGGLE, { body: { blocked: false, version: '3' } })
    await user.click(await screen.findByLabelText('Unblock ana', {}, { timeout: 10_000 }))
    expect(await screen.findByRole('button', { name: 'Undo unblock of ana' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo block of ana' })).not.toBeInTheDocument()

    server().on(TOGGLE, { body: { blocked: true } })
    await user.click(undo()!)
    expect(await screen.findByText('Machine blocked successfully')).toBeVisible()
    expect(await screen.findByLabelText('Unblock ana', {}, { timeout: 10_000 })).toBeVisible()
    expect(undo()).not.toBeInTheDocument()
    expect(sent()).toEqual([
      ['{"blocked":true}', undefined],
      ['{"blocked":false}', undefined],
      ['{"blocked":true}', '"3"'],
    ])
  })

  it('can be undone on another server by turning it round again', async () => {
    const user = await block(undefined, { blocked: true })
    server().on(TOGGLE, { body: { blocked: false } })
    await user.click(screen.getByRole('button', { name: 'Undo block of ana' }))
    expect(await screen.findByText('Machine unblocked successfully')).toBeVisible()
    expect(await screen.findByLabelText('Block ana', {}, { timeout: 10_000 })).toBeVisible()
    expect(undo()).not.toBeInTheDocument()
    expect(sent()).toEqual([
      ['', undefined],
      ['', undefined],
    ])
  })

  it('that another user has already made is not repeated, and one that another user has made again meanwhile is not undone', async () => {
    const user = await block('1', { blocked: true })
    const unblock = await screen.findByLabelText('Unblock ana')
    expect(unblock).toBeVisible()
    expect(undo()).not.toBeInTheDocument()
    expect(sent()).toEqual([['{"blocked":true}', undefined]])

    server().on(TOGGLE, { body: { blocked: false, version: '3' } })
    await user.click(unblock)
    const undoing = await screen.findByRole('button', { name: 'Undo unblock of ana' })
    server().on(TOGGLE, { status: 409, body: { message: 'changed' } })
    server().on('/api/Machines', { body: [{ ...MACHINES[0], creditVersion: '1' }] })
    await user.click(undoing)
    expect(await screen.findByText('Error: changed')).toBeVisible()
    expect(sent()).toHaveLength(3)
  })
})
