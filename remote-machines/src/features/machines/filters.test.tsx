import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import {
  aUser,
  heldBack,
  renderAs,
  serverForTests,
  mockWindowWidth,
  updateFeatures,
} from '@console/shared-kernel/testing/page'
import { MachinesPage } from '../../../testing/machines'
import MachinesScreen from './MachinesScreen'

const UNKNOWN = /somebody or something that you may not see, or that does not exist\.$/
const server = serverForTests()
const MACHINES = [
  { idMachine: 'a', userName: 'ana', userId: 6, ownerBlocked: true, isConnected: true, status: 'Online' },
  { idMachine: 'b', userName: 'bea', userId: 7, ownerBlocked: false, block: true, status: 'Offline' },
  {
    idMachine: 'c',
    userName: 'cleo',
    userId: 8,
    ownerBlocked: false,
    isConnected: true,
    block: true,
    status: 'Maintenance',
  },
]
const USERS = [
  { userId: 5, userName: 'sub1', level: 5, parentUserId: 1 },
  { userId: 6, userName: 'ana', level: 6, parentUserId: 5 },
  { userId: 7, userName: 'bea', level: 6, parentUserId: 5 },
  { userId: 8, userName: 'cleo', level: 6, parentUserId: 1 },
]

function show(address: string, level = 1, screen = <MachinesScreen />) {
  server().on('/api/Machines', { body: MACHINES })
  server().on('/api/Users/all-hierarchy', { body: USERS })
  return renderAs(aUser({ userId: 1, userName: 'me', level }), screen, address)
}
const names = () =>
  [...document.querySelectorAll('tr[data-index] td:first-child')].map((cell) => cell.textContent.slice(0, 3))
const count = () => screen.getByRole('status')
const findCount = (text: string) => waitFor(() => expect(count()).toHaveTextContent(text))

describe('what needs attention', () => {
  const attention = { findings: [], total: 2, machineIds: ['b', 'c'] }
  beforeEach(() => {
    updateFeatures({ features: { attention: {} } })
    server().on('/api/attention', { body: attention })
  })
  afterEach(() => updateFeatures({}))

  test('is marked, and is an option of the Status filter', async () => {
    const { user } = show('/machines')
    await findCount('3 machines')
    expect(await screen.findAllByText('Attention')).toHaveLength(2)
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByRole('option', { name: 'Needs attention' }))
    await findCount('2 of 3 machines')
    expect(names()).toEqual(['bea', 'cle'])
    await waitFor(() => expect(location.search).toBe('?status=needs-attention'))
    expect(screen.getByText('Filtered by: needs attention')).toHaveStyle('display: none')
  })

  test('is reloaded with the list if nothing else reloads it', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    try {
      show('/machines')
      await findCount('3 machines')
      expect(await screen.findAllByText('Attention')).toHaveLength(2)
      server().on('/api/attention', { body: { findings: [], total: 1, machineIds: ['c'] } })
      await act(() => jest.advanceTimersByTimeAsync(31_000))
      await waitFor(() => expect(screen.getAllByText('Attention')).toHaveLength(1))
    } finally {
      jest.useRealTimers()
    }
  })

  test('narrows with the other filters', async () => {
    show('/machines?status=needs-attention&online=yes')
    await findCount('1 of 3 machines')
    expect(names()).toEqual(['cle'])
  })

  test('that fails to load shows no machines, and recovers', async () => {
    server().on('/api/attention', { status: 403, body: { message: 'not now' } })
    const { user } = show('/machines?status=needs-attention')
    expect(await screen.findByText('Error loading what needs attention: not now')).toBeVisible()
    expect(names()).toEqual([])
    expect(screen.queryByText('No Machines Found')).not.toBeInTheDocument()
    server().on('/api/attention', { body: attention })
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await findCount('2 of 3 machines')
  })

  test('is not requested from a server without it', async () => {
    updateFeatures({})
    const { user } = show('/machines?status=needs-attention')
    expect((await screen.findByText(UNKNOWN)).textContent).toMatch(/^The filter 'Status' names /)
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await findCount('3 machines')
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    expect(await screen.findByRole('option', { name: 'Offline' })).toBeVisible()
    expect(screen.queryByRole('option', { name: 'Needs attention' })).not.toBeInTheDocument()
    expect(server().paths()).toEqual(['/api/Machines'])
  })
})

describe('filtering the machines', () => {
  test.each([
    ['/machines?online=no', '1 of 3 machines', ['bea']],
    ['/machines?status=offline', '1 of 3 machines', ['bea']],
    ['/machines?blocked=owner', '1 of 3 machines', ['ana']],
    ['/machines?branch=5', '2 of 3 machines', ['ana', 'bea']],
    ['/machines?branch=5&online=yes', '1 of 3 machines', ['ana']],
    ['/machines?branch=8', '1 of 3 machines', ['cle']],
    ['/machines?search=zz', 'No machines found', []],
  ])('%s shows %s', async (address, text, expected) => {
    show(address)
    await findCount(text)
    expect(names()).toEqual(expected)
  })

  test.each([
    ['status=zz', "The filter 'Status' names"],
    ['blocked=qq', "The filter 'Blocked' names"],
    ['online=1', "The filter 'Connection' names"],
    ['branch=99', "The filter 'Branch' names"],
    ['branch=me&online=1', "The filters 'Connection' and 'Branch' name"],
  ])('?%s has an unknown value, and shows no machines until it is cleared', async (query, subject) => {
    const { user } = show(`/machines?${query}`)
    expect((await screen.findByText(UNKNOWN)).textContent).toMatch(new RegExp(`^${subject} `))
    await waitFor(() => expect(count()).toHaveTextContent(/^$/))
    expect(names()).toEqual([])
    expect(screen.queryByText('No Machines Found')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Export/ })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await findCount('3 machines')
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
    await waitFor(() => expect(location.search).toBe(''))
  })

  test.each<[string, number, number]>([
    ['connection=maybe&online=', 1, 4],
    // a Player has no filters
    ['status=zz&blocked=qq&branch=99', 7, 0],
  ])('?%s has no effect for level %d, which has %d filters', async (query, level, filters) => {
    show(`/machines?${query}`, level)
    await findCount('3 machines')
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
    if (filters > 0) await screen.findByRole('combobox', { name: 'Branch' })
    expect(screen.queryAllByRole('combobox')).toHaveLength(filters)
  })

  test('the printed page names the filters and the search', async () => {
    show('/machines?branch=5&online=yes&search=an')
    await findCount('1 of 3 machines')
    expect(screen.getByText('Filtered by: online, sub1, search an')).toHaveStyle('display: none')
    expect(count()).toHaveAttribute('data-longest', '3 of 3 machines + 99 new')
  })

  test('shows all without a filter; users are read only for the branch filter, and the branch is chosen by name', async () => {
    const { user } = show('/machines')
    await findCount('3 machines')
    expect(names()).toEqual(['ana', 'bea', 'cle'])
    const field = await screen.findByRole('combobox', { name: 'Branch' })
    expect(server().paths()).toEqual(['/api/Machines'])
    await user.type(field, 'sub')
    expect(await screen.findByRole('option', { name: 'sub1' })).toBeVisible()
    await user.keyboard('{Enter}')
    await findCount('2 of 3 machines')
    await waitFor(() => expect(location.search).toBe('?branch=5'))
    expect(server().paths()).toEqual(['/api/Machines', '/api/Users/all-hierarchy'])
  })

  test('a branch whose users fail to load shows no machines, and recovers', async () => {
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

  test('a Client can follow a link to machines of a Player below', async () => {
    server().on('/api/Machines', { body: MACHINES })
    server().on('/api/Users/children', { body: [{ userId: 7, userName: 'bea', level: 7, parentUserId: 6 }] })
    renderAs(aUser({ userId: 6, level: 6 }), <MachinesScreen />, '/machines?branch=7')
    await findCount('1 of 3 machines')
    expect(names()).toEqual(['bea'])
    expect(await screen.findByRole('combobox', { name: 'Branch' })).toHaveValue('bea')
  })

  test.each([
    [5, ['Status', 'Connection', 'Blocked', 'Branch']],
    [6, ['Status', 'Connection', 'Blocked']],
  ])('level %d has the filters %j', async (level, expected) => {
    show('/machines', level)
    await findCount('3 machines')
    if (expected.includes('Branch')) await screen.findByRole('combobox', { name: 'Branch' })
    expect(screen.queryAllByRole('combobox')).toHaveLength(expected.length)
  })

  test('by connection and block at once, on a phone behind a button that shows the number of filters', async () => {
    mockWindowWidth(390)
    try {
      const { user } = show('/machines?online=yes&blocked=yes')
      await findCount('1 of 3 machines')
      expect(names()).toEqual(['cle'])
      await user.click(screen.getByRole('button', { name: 'Filters (2)' }))
      const group = screen.getByRole('group', { name: 'Filters' })
      await user.click(within(group).getByRole('button', { name: 'Clear filters' }))
      await findCount('3 machines')
    } finally {
      mockWindowWidth(1440)
    }
  })
})

describe('a machine whose owner is blocked', () => {
  const secondLines = () =>
    [...document.querySelectorAll('tr[data-index] .second')].map(({ textContent }) =>
      textContent.includes('Owner blocked'),
    )

  test('shows that on its second line, from its row only', async () => {
    show('/machines')
    await findCount('3 machines')
    expect(secondLines()).toEqual([true, false, false])
    expect(server().paths()).toEqual(['/api/Machines'])
  })

  describe('if the server does not report it', () => {
    // the last two as specified: their owner has only a name
    const without = MACHINES.map(({ ownerBlocked: _, userId, ...machine }) =>
      machine.idMachine === 'a' ? { ...machine, userId } : machine,
    )
    const users = USERS.map((user) => ({ ...user, isBlocked: user.userId === 5 }))

    test('is found from the list of users, which is read after the machines are shown', async () => {
      const { after, answer } = heldBack()
      server().on('/api/Machines', { body: without, after })
      server().on('/api/Users/all-hierarchy', { body: users })
      renderAs(aUser({ userId: 1, level: 1 }), <MachinesScreen />, '/machines')
      await waitFor(() => expect(server().paths()).toEqual(['/api/Machines']))
      answer()
      await findCount('3 machines')
      await waitFor(() => expect(secondLines()).toEqual([true, true, false]))
      expect(server().paths()).toEqual(['/api/Machines', '/api/Users/all-hierarchy'])
    })

    test('is found by the filter, which needs that list', async () => {
      server().on('/api/Machines', { body: without })
      server().on('/api/Users/all-hierarchy', { status: 403, body: { message: 'not now' } })
      const { user } = renderAs(aUser({ userId: 1, level: 1 }), <MachinesScreen />, '/machines?blocked=owner')
      expect(await screen.findByText('Error loading users: not now')).toBeVisible()
      expect(names()).toEqual([])
      server().on('/api/Users/all-hierarchy', { body: users })
      await user.click(screen.getByRole('button', { name: 'Reintentar' }))
      await findCount('2 of 3 machines')
      expect(names()).toEqual(['ana', 'bea'])
    })

    test('is read again with the machines', async () => {
      jest.useFakeTimers({ advanceTimers: true })
      try {
        server().on('/api/Machines', { body: without })
        server().on('/api/Users/all-hierarchy', { body: users })
        renderAs(aUser({ userId: 1, level: 1 }), <MachinesScreen />, '/machines')
        await waitFor(() => expect(secondLines()).toEqual([true, true, false]))
        server().on('/api/Users/all-hierarchy', { body: USERS })
        await act(() => jest.advanceTimersByTimeAsync(31_000))
        await waitFor(() => expect(secondLines()).toEqual([false, false, false]))
      } finally {
        jest.useRealTimers()
      }
    })

    test('is not an error if the users cannot be read', async () => {
      server().on('/api/Machines', { body: without })
      server().on('/api/Users/all-hierarchy', { status: 403 })
      renderAs(aUser({ userId: 1, level: 1 }), <MachinesScreen />, '/machines')
      await findCount('3 machines')
      await waitFor(() => expect(server().paths()).toHaveLength(2))
      expect(names()).toEqual(['ana', 'bea', 'cle'])
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    })
  })
})

describe('the details of a machine', () => {
  const linksIn = async () =>
    within(await screen.findByRole('dialog'))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])

  test('link to its owner and to its reports', async () => {
    const { user } = show('/machines', 1, <MachinesPage />)
    await user.click(await screen.findByLabelText('Details ana', {}, { timeout: 10_000 }))
    expect(await linksIn()).toEqual([
      ['Owner ana', '/machines?open=user:6'],
      ['External report', '/external?machine=a&run=1'],
      ['Internal report', '/internal?machine=a&run=1'],
      ['Activity', '/activity?machine=a'],
    ])
  })

  test('link to the owner by name if the server sends no id', async () => {
    server().on('/api/Machines', { body: [{ idMachine: 'a', userName: 'ana & co' }] })
    const { user } = renderAs(aUser({ userId: 1, level: 1 }), <MachinesPage />, '/machines')
    await user.click(await screen.findByLabelText('Details ana & co', {}, { timeout: 10_000 }))
    expect((await linksIn())[0]).toEqual(['Owner ana & co', '/?search=ana%20%26%20co'])
  })

  test("have no link to the owner for the user's own machine, because the list of users lacks the user", async () => {
    server().on('/api/Machines', { body: [MACHINES[0]] })
    const { user } = renderAs(aUser({ userId: 6, level: 6 }), <MachinesPage />, '/machines')
    await user.click(await screen.findByLabelText('Details ana', {}, { timeout: 10_000 }))
    expect((await linksIn()).map(([text]) => text)).toEqual([
      'External report',
      'Internal report',
      'Activity',
    ])
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

  test.each([
    [
      'on a server that counts changes, to what it was',
      '1',
      [
        ['{"blocked":true}', undefined],
        ['{"blocked":false}', '"2"'],
      ],
    ],
    [
      'on another one by turning it round again',
      undefined,
      [
        ['', undefined],
        ['', undefined],
      ],
    ],
  ])('can be undone %s', async (_, creditVersion, expected) => {
    const user = await block(creditVersion, { blocked: true, ...(creditVersion && { version: '2' }) })
    server().on(TOGGLE, { body: { blocked: false } })
    await user.click(screen.getByRole('button', { name: 'Undo block of ana' }))
    expect(await screen.findByText('Machine unblocked successfully')).toBeVisible()
    expect(await screen.findByLabelText('Block ana', {}, { timeout: 10_000 })).toBeVisible()
    expect(undo()).not.toBeInTheDocument()
    expect(sent()).toEqual(expected)
  })

  test('that was followed by another change can no longer be undone', async () => {
    const user = await block('1', { blocked: true, version: '2' })
    server().on(TOGGLE, { body: { blocked: false, version: '3' } })
    await user.click(await screen.findByLabelText('Unblock ana', {}, { timeout: 10_000 }))
    expect(await screen.findByRole('button', { name: 'Undo unblock of ana' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo block of ana' })).not.toBeInTheDocument()
  })

  test('that another user has already made is not repeated', async () => {
    await block('1', { blocked: true })
    expect(await screen.findByLabelText('Unblock ana')).toBeVisible()
    expect(undo()).not.toBeInTheDocument()
    expect(sent()).toEqual([['{"blocked":true}', undefined]])
  })

  test('that another user has made again meanwhile is not undone', async () => {
    const user = await block('1', { blocked: true, version: '2' })
    server().on(TOGGLE, { status: 409, body: { message: 'changed' } })
    server().on('/api/Machines', { body: [{ ...MACHINES[0], creditVersion: '1', block: true }] })
    await user.click(undo()!)
    expect(await screen.findByText('Error: changed')).toBeVisible()
    expect(sent()).toHaveLength(2)
  })
})
