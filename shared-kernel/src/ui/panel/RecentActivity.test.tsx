import { useState, type ReactElement } from 'react'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aUser, heldBack, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { featuresStore } from '../../client/features'
import { ServedPathsContext } from '../../client/pageContext'
import { RecentActivity } from './RecentActivity'

const server = serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 1 })
const PATH = '/api/activity'

afterEach(() => act(() => featuresStore.set({})))

const row = (over: object = {}) => ({
  id: 1,
  at: '2026-11-21T14:35:00Z',
  kind: 'machine.credit',
  actor: { userId: 2, userName: 'olga' },
  subject: { type: 'machine', machineId: 'm1', name: 'Slot 1' },
  ...over,
})

function show(part: ReactElement, paths: readonly string[] | null = null) {
  act(() => featuresStore.set({ activity: {} }))
  return renderAs(viewer, <ServedPathsContext value={paths}>{part}</ServedPathsContext>)
}

const MACHINE = <RecentActivity kind="machine" id="m1" version="3" />
const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const reads = () =>
  server()
    .paths()
    .filter((path) => path.startsWith(PATH))

describe('the recent activity of a panel', () => {
  test('shows what was changed, when and by whom for the last ten changes, with a link to all', async () => {
    server().on(PATH, { body: { rows: [row(), row({ id: 2, kind: 'machine.block', actor: null })] } })
    show(MACHINE)
    const section = screen.getByRole('region', { name: 'Recent activity' })
    expect(section).toHaveAttribute('aria-busy', 'true')
    expect(await screen.findByText('Credit changed')).toBeVisible()
    expect(section).toHaveAttribute('aria-busy', 'false')
    expect(texts()).toEqual([
      'Credit changedNov 21, 2026, 15:35by olga',
      'Machine blockedNov 21, 2026, 15:35',
    ])
    expect(reads()).toEqual([`${PATH}?machineId=m1&limit=10`])
    expect(screen.getByRole('link', { name: 'All activity' })).toHaveAttribute('href', '/activity?machine=m1')
  })

  test('of a user names the machines that were changed', async () => {
    server().on(PATH, { body: { rows: [row()] } })
    show(<RecentActivity kind="user" id={7} version={null} />)
    expect(await screen.findByText('Slot 1, by olga')).toBeVisible()
    expect(reads()).toEqual([`${PATH}?userId=7&limit=10`])
    expect(screen.getByRole('link', { name: 'All activity' })).toHaveAttribute('href', '/activity?whom=7')
  })

  test('is neither shown nor requested if the server has none', () => {
    renderAs(viewer, MACHINE)
    expect(screen.queryByText('Recent activity')).not.toBeInTheDocument()
    expect(server().paths()).toEqual([])
  })

  test('has no link if the console has no activity screen, and shows that nothing has been changed', async () => {
    server().on(PATH, { body: { rows: [] } })
    show(MACHINE, ['/machines'])
    expect(await screen.findByText('Nothing has been changed yet.')).toBeVisible()
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
  })

  test('that could not be read can be retried', async () => {
    server().on(PATH, { status: 400, body: { message: 'no' } })
    const { user } = show(MACHINE)
    expect(await screen.findByText('Error loading activity: no')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Recent activity' })).toHaveAttribute('aria-busy', 'false')
    server().on(PATH, { body: { rows: [row()] } })
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('Credit changed')).toBeVisible()
  })

  test('is read for the row at which the user stops, and the call for the previous row is aborted', async () => {
    const { after, answer } = heldBack()
    server().on(PATH, ({ path }) => ({
      body: { rows: [row({ actor: { userId: 1, userName: path } })] },
      after,
    }))
    function Stepper() {
      const [id, setId] = useState(1)
      return (
        <>
          <button onClick={() => setId(id + 1)}>Next</button>
          <RecentActivity kind="machine" id={`m${id}`} version={null} />
        </>
      )
    }
    const { queryClient } = show(<Stepper />)
    await waitFor(() => expect(reads()).toHaveLength(1))
    for (let step = 0; step < 4; step += 1) fireEvent.click(screen.getByText('Next'))
    await waitFor(() => expect(reads()).toHaveLength(2))
    expect(reads()[1]).toBe(`${PATH}?machineId=m5&limit=10`)
    const states = queryClient.getQueryCache().getAll()
    expect(states.filter(({ state }) => state.fetchStatus === 'fetching')).toHaveLength(1)
    answer()
    expect(await screen.findByText(`by ${PATH}?machineId=m5&limit=10`)).toBeVisible()
  })

  test('is read again when the version changes, while the old rows stay', async () => {
    server().on(PATH, { body: { rows: [row()] } })
    const { after, answer } = heldBack()
    function Versions() {
      const [version, setVersion] = useState('3')
      return (
        <>
          <button onClick={() => setVersion('4')}>Change</button>
          <RecentActivity kind="machine" id="m1" version={version} />
        </>
      )
    }
    const { user } = show(<Versions />)
    const list = await screen.findByRole('list')
    server().on(PATH, { body: { rows: [row({ id: 2, kind: 'machine.block' }), row()] }, after })
    await user.click(screen.getByRole('button', { name: 'Change' }))
    await waitFor(() => expect(reads()).toHaveLength(2))
    expect(within(list).getByText('Credit changed')).toBeVisible()
    answer()
    expect(await within(list).findByText('Machine blocked')).toBeVisible()
  })
})
