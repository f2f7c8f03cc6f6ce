import { expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { normaliseActivity } from '@console/shared-kernel/contracts'
import { liveStore, updateFeatures } from '@console/shared-kernel/testing/page'
import { changesQuery } from './api'
import { overviewPage } from '../../../testing/overviewPage'

const { server, show, region, MACHINE, overview } = overviewPage()

test('today is shown next to the same weekday up to this hour', async () => {
  show()
  const tile = within(await region('IN today'))
  expect(await tile.findByText('1.200,00 €')).toBeVisible()
  expect(tile.getByText('1.000,00 € a week ago (+20 %)')).toBeVisible()
  expect(within(await region('Profit today')).getByText('300,00 €')).toBeVisible()
  const back = within(await region('Return today'))
  expect(back.getByText('75,00 %')).toBeVisible()
  expect(back.getByRole('figure', { name: /^Return over 1 days: from 75,00/ })).toBeVisible()
  expect(within(await region('Machines online')).getByText('11')).toBeVisible()
  expect(within(await region('Best today')).getByRole('link', { name: 'Slot 1' })).toBeVisible()
  expect(within(await region('Worst today')).getByText('No machine has lost money.')).toBeVisible()
})

test.each(['IN today', 'OUT today', 'Profit today', 'Return today'])(
  '%s has a bar for each of the last 14 days',
  async (tile) => {
    const days = Array.from({ length: 14 }, (_, index) => ({
      day: `2026-11-${String(index + 8).padStart(2, '0')}`,
      inCents: 100_000 + index,
      outCents: 90_000,
    }))
    server().on('/api/overview', { body: { ...overview, days } })
    show()
    const figure = await within(await region(tile)).findByRole('figure', { name: / over 14 days: from / })
    expect(figure.querySelectorAll('g')).toHaveLength(14)
  },
)

test('a day without cash in has no return', async () => {
  const none = { day: '2026-11-20', inCents: 0, outCents: 500 }
  server().on('/api/overview', { body: { ...overview, days: [none, ...overview.days] } })
  show()
  const figure = await within(await region('Return today')).findByRole('figure')
  expect(figure).toHaveAccessibleName(/^Return over 2 days: from 75,00\u00a0% to 75,00/)
  expect(
    within(figure)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/: –$/), expect.stringMatching(/: 75,00/)])
})

test('data that the stream keeps current is not polled every half minute', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  try {
    act(() =>
      liveStore.set({
        lostAt: null,
        covers: ({ meta }) => meta?.live !== undefined,
        announced: {},
        lastAnnounced: 0,
      }),
    )
    show()
    await screen.findByText(/^Offline/)
    await region('Latest changes')
    const before = server().paths().length
    await act(() => jest.advanceTimersByTimeAsync(31_000))
    await waitFor(() => expect(server().paths().slice(before)).toEqual(['/api/overview']))
    // once the stream is lost, all data is polled again
    act(() =>
      liveStore.set({
        lostAt: Date.now(),
        covers: ({ meta }) => meta?.live !== undefined,
        announced: {},
        lastAnnounced: 0,
      }),
    )
    await act(() => jest.advanceTimersByTimeAsync(61_000))
    await waitFor(() =>
      expect(
        server()
          .paths()
          .slice(before + 1),
      ).toContain('/api/attention'),
    )
  } finally {
    act(() => liveStore.set(null))
    jest.useRealTimers()
  }
})

test('changes from the stream reload the figures, once for many changes', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  try {
    const row = (id: number) =>
      normaliseActivity({
        id,
        at: '2026-11-21T11:00:00.000Z',
        kind: 'machine.block',
        subject: { type: 'machine', userId: 6, machineId: MACHINE, name: 'Slot 1' },
      })!
    server().on('/api/activity', { body: { rows: [row(1)], next: null } })
    const { queryClient: client } = show()
    await within(await region('Latest changes')).findByText(/Slot 1/)
    const before = server().paths().length
    for (const id of [2, 3])
      await act(async () => client.setQueryData(changesQuery.queryKey, [row(id), row(1)]))
    expect(server().paths()).toHaveLength(before)
    await act(() => jest.advanceTimersByTimeAsync(6_000))
    await waitFor(() => expect(server().paths().slice(before)).toEqual(['/api/overview']))
  } finally {
    jest.useRealTimers()
  }
})

test('if the figures cannot be read, findings still appear and no skeletons remain', async () => {
  server().on('/api/overview', { status: 400, body: { message: 'broken' } })
  show()
  expect(await screen.findByText('Error loading the overview: broken')).toBeVisible()
  expect(await screen.findByText(/^Offline/)).toBeVisible()
  expect(screen.queryByRole('region', { name: 'IN today' })).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Best today' })).not.toBeInTheDocument()
})

test('findings are shown even if the server has nothing else', async () => {
  updateFeatures({ features: { attention: {} } })
  show()
  expect(await screen.findByText(/^Offline/)).toBeVisible()
  expect(screen.queryByRole('tab')).not.toBeInTheDocument()
  expect(server().calls.map(({ path }) => path)).toEqual(['/api/attention'])
})

test('a server without these calls gets no requests', async () => {
  updateFeatures({ features: {} })
  show()
  expect(await screen.findByText('This server has no overview')).toBeVisible()
  expect(server().calls).toEqual([])
})
