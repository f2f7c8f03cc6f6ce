import { describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { aUser, heldBack, renderAs } from '@console/shared-kernel/testing/page'
import { machinesForTests, MachinesPage } from '../../../testing/machines'

const { server, MACHINES, USERS, show, names, findCount } = machinesForTests()
const FAILURE = { status: 403, body: { message: 'not now' } }

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
    const users = { body: USERS.map((user) => ({ ...user, isBlocked: user.userId === 5 })) }

    test('is found from the list of users, which is read after the machines are shown', async () => {
      const { after, answer } = heldBack()
      show('/machines', { machines: { body: without, after }, users })
      await waitFor(() => expect(server().paths()).toEqual(['/api/Machines']))
      answer()
      await findCount('3 machines')
      await waitFor(() => expect(secondLines()).toEqual([true, true, false]))
      expect(server().paths()).toEqual(['/api/Machines', '/api/Users/all-hierarchy'])
    })

    test('is found by the filter, which needs that list', async () => {
      const { user } = show('/machines?blocked=owner', { machines: { body: without }, users: FAILURE })
      expect(await screen.findByText('Error loading users: not now')).toBeVisible()
      expect(names()).toEqual([])
      server().on('/api/Users/all-hierarchy', users)
      await user.click(screen.getByRole('button', { name: 'Reintentar' }))
      await findCount('2 of 3 machines')
      expect(names()).toEqual(['ana', 'bea'])
    })

    test('is read again with the machines', async () => {
      jest.useFakeTimers({ advanceTimers: true })
      try {
        show('/machines', { machines: { body: without }, users })
        await waitFor(() => expect(secondLines()).toEqual([true, true, false]))
        server().on('/api/Users/all-hierarchy', { body: USERS })
        await act(() => jest.advanceTimersByTimeAsync(31_000))
        await waitFor(() => expect(secondLines()).toEqual([false, false, false]))
      } finally {
        jest.useRealTimers()
      }
    })

    test('is not an error if the users cannot be read', async () => {
      show('/machines', { machines: { body: without }, users: { status: 403 } })
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
    const { user } = show('/machines', { page: <MachinesPage /> })
    await user.click(await screen.findByLabelText('Details ana', {}, { timeout: 10_000 }))
    expect(await linksIn()).toEqual([
      ['Owner ana', '/machines?open=user:6'],
      ['External report', '/external?machine=a&run=1'],
      ['Internal report', '/internal?machine=a&run=1'],
      ['Activity', '/activity?machine=a'],
    ])
  })

  test('link to the owner by name if the server sends no id', async () => {
    const machines = { body: [{ idMachine: 'a', userName: 'ana & co' }] }
    const { user } = show('/machines', { machines, page: <MachinesPage /> })
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
