import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { savedViews } from '@console/shared-kernel/core'
import { sessionStore } from '@console/shared-kernel/host'
import { ownKey } from '@console/shared-kernel/remote'
import { aUser, clearStorage, mockWindowWidth } from '@console/shared-kernel/testing/page'
import { activityScreen } from '../../../testing/activityScreen'

const { server, MACHINE, credit, blocked, people, answer, show, asked } = activityScreen()
beforeEach(clearStorage)
const lastAsked = () => new URLSearchParams(asked().at(-1)?.split('?')[1])

test('a rejected filter is reported, whatever the status, and can be cleared', async () => {
  const { user, queryClient } = show('/activity?whom=99')
  for (const status of [400, 403, 404]) {
    server().on('/api/activity', { status, body: { message: 'no' } })
    await act(() => queryClient.resetQueries())
    expect(await screen.findByRole('alert')).toHaveTextContent('that you may not see')
  }
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Target' })).toHaveValue('99'))
  answer([blocked])
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByRole('row', { name: /client1/ })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

describe('the address of the screen', () => {
  test('holds the filters, which are sent to the API and appear on the printed page and in the file name', async () => {
    URL.createObjectURL = () => 'blob:activity'
    URL.revokeObjectURL = () => undefined
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { user } = show(
      `/activity?who=1&whom=6&machine=${MACHINE}&kind=machine.credit,user.update&from=2026-11-01&to=2026-11-21`,
    )
    await screen.findByRole('row', { name: /client1/ })
    expect(Object.fromEntries(lastAsked())).toEqual({
      actorId: '1',
      userId: '6',
      machineId: MACHINE,
      kind: 'machine.credit,user.update',
      dateFrom: '2026-11-01',
      dateTo: '2026-11-21',
      limit: '100',
    })
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Who' })).toHaveValue('master'))
    expect(screen.getByRole('combobox', { name: 'Target' })).toHaveValue('client1')
    expect(screen.getByRole('combobox', { name: 'Machine' })).toHaveValue('Slot 1')
    expect(screen.getByLabelText('From')).toHaveValue('01-11-2026')
    expect(
      screen.getByText(
        'Filtered by: Credit changed, User changed, by master, of client1, Slot 1, from 2026-11-01, to 2026-11-21',
      ),
    ).toHaveStyle('display: none')
    await user.click(screen.getByRole('button', { name: 'Export 2 rows' }))
    await user.click(screen.getByRole('menuitem', { name: 'CSV' }))
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toMatch(
      /^activity-credit-changed-user-changed-by-master-of-client1-slot-1-from-2026-11-01-to-2026-11-21.*csv$/,
    )
    clicked.mockRestore()
  })

  test('changes with the chosen kind', async () => {
    const { user } = show()
    await screen.findByRole('row', { name: /client1/ })
    await user.click(screen.getByRole('combobox', { name: 'Kind' }))
    await user.click(screen.getByRole('option', { name: 'Credit changed' }))
    await user.click(screen.getByRole('option', { name: 'Machine blocked' }))
    await waitFor(() => expect(lastAsked().get('kind')).toBe('machine.credit,machine.block'))
    // both names would be cut off
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('combobox', { name: 'Kind' })).toHaveTextContent(/^2 kinds$/)
  })

  test('with a range that ends before it begins causes no request', async () => {
    show('/activity?from=2026-11-02&to=2026-11-01')
    expect(await screen.findByText('From must be before To')).toBeVisible()
    expect(screen.getByText('Correct the dates to see activity.')).toBeVisible()
    expect(asked()).toEqual([])
  })

  test('with an unknown kind shows an error under the field, and causes no request', async () => {
    show('/activity?kind=zzz,machine.credit&from=x')
    expect(await screen.findByText('Unknown: zzz. Choose kinds from the list')).toBeVisible()
    expect(screen.getByText('Correct the kinds and the dates to see activity.')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(asked()).toEqual([])
  })

  test('with a malformed day shows an error under the field, and causes no request', async () => {
    show('/activity?from=yesterday')
    expect(await screen.findByText(/^Type a day as dd-MM-yyyy/)).toBeVisible()
    expect(screen.getByLabelText('From')).toHaveValue('yesterday')
    expect(screen.queryByText('From must be before To')).not.toBeInTheDocument()
    expect(asked()).toEqual([])
  })
})

test('a day is typed as dd-MM-yyyy, and the request follows once it is complete', async () => {
  const { user } = show()
  await screen.findByRole('row', { name: /client1/ })
  await user.type(screen.getByLabelText('From'), '01-11-2026')
  await waitFor(() => expect(lastAsked().get('dateFrom')).toBe('2026-11-01'))
  expect(asked()).toHaveLength(2)
})

test('on a phone the filters are behind a button that shows their number', async () => {
  mockWindowWidth(390)
  try {
    const { user } = show('/activity?kind=machine.credit&from=2026-11-01')
    await user.click(await screen.findByRole('button', { name: 'Filters (2)' }))
    expect(screen.getByLabelText('From')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(lastAsked().has('kind')).toBe(false))
    expect(screen.getByRole('button', { name: 'Filters' })).toBeVisible()
  } finally {
    mockWindowWidth(1440)
  }
})

test('users and machines are suggested by name', async () => {
  const suggested = () => screen.getAllByRole('option').map((option) => option.textContent)
  const machines = ['Slot 10', 'Bar 2', 'Slot 9'].map((machineName, index) => ({
    idMachine: MACHINE.replace(/1$/, String(index)),
    machineName,
    userId: 6,
  }))
  server().on('/api/Machines', { body: machines })
  server().on('/api/Users/all-hierarchy', {
    body: [...people, { userId: 7, userName: 'Bea', level: 6, parentUserId: 1 }],
  })
  const { user } = show()
  const whom = await screen.findByRole('combobox', { name: 'Target' })
  await waitFor(() => expect(whom).toBeEnabled())
  await user.click(whom)
  await waitFor(() => expect(suggested()).toEqual(['Anyone', 'ana', 'Bea', 'client1', 'master']))
  const machine = screen.getByRole('combobox', { name: 'Machine' })
  await waitFor(() => expect(machine).toBeEnabled())
  await user.click(machine)
  await waitFor(() => expect(suggested()).toEqual(['All machines', 'Bar 2', 'Slot 9', 'Slot 10']))
})

test('saved views show their number of rows, up to 100, and none if a filter is invalid', async () => {
  const viewer = aUser({ userId: 9, level: 1 })
  sessionStore.set({ ...sessionStore.get(), user: viewer })
  savedViews('activity').set([
    { name: 'Blocks', query: 'kind=user.update' },
    { name: 'Of ana', query: 'who=2' },
    { name: 'Broken', query: 'from=yesterday' },
  ])
  server().on('/api/activity', ({ path }) =>
    path.includes('actorId=2')
      ? { body: { rows: [credit(1)], next: 'older' } }
      : { body: { rows: path.includes('kind=user.update') ? [blocked] : [], next: null } },
  )
  show('/activity', viewer)
  await waitFor(() =>
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'All',
      'Blocks 1',
      'Of ana 100+',
      'Broken',
    ]),
  )
  expect(asked().filter((path) => path.includes('yesterday'))).toEqual([])
})

test('the row count of a saved view is read again when a newer row arrives', async () => {
  const viewer = aUser({ userId: 9, level: 1 })
  sessionStore.set({ ...sessionStore.get(), user: viewer })
  savedViews('activity').set([{ name: 'Of ana', query: 'who=2' }])
  answer([credit(1)])
  jest.useFakeTimers({ advanceTimers: true })
  const { queryClient } = show('/activity', viewer)
  expect(await screen.findByRole('tab', { name: 'Of ana 1' })).toBeVisible()
  answer([credit(2), credit(1)])
  await act(() => queryClient.invalidateQueries({ queryKey: ownKey('activity') }))
  await screen.findByRole('row', { name: /Slot 2/ })
  // counted at most once every few seconds
  act(() => jest.advanceTimersByTime(5_000))
  expect(await screen.findByRole('tab', { name: 'Of ana 2' })).toBeVisible()
  jest.useRealTimers()
})
