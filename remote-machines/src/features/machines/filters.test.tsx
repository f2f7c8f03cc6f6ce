import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { aUser, renderAs, mockWindowWidth, updateFeatures } from '@console/shared-kernel/testing/page'
import { machinesForTests } from '../../../testing/machines'
import MachinesScreen from './MachinesScreen'

const { server, MACHINES, USERS, show, names, count, findCount } = machinesForTests()
const UNKNOWN = /somebody or something that you may not see, or that does not exist\.$/
const FAILURE = { status: 403, body: { message: 'not now' } }

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
    show(`/machines?${query}`, { level })
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
    const { user } = show('/machines?branch=5', { users: FAILURE })
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
    show('/machines', { level })
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
