import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { normaliseActivity } from '@console/shared-kernel/contracts'
import {
  aUser,
  liveStore,
  renderAs,
  serverForTests,
  setWidth,
  updateFeatures,
} from '@console/shared-kernel/testing/page'
import { changesQuery } from './api'
import { OverviewScreen } from './OverviewScreen'

const server = serverForTests()
const MACHINE = '00000000-0000-4000-8000-000000000001'
const offline = {
  id: 7,
  kind: 'offline',
  since: '2026-11-20T10:00:00.000Z',
  machine: { id: MACHINE, name: 'Slot 1' },
  user: { userId: 6, userName: 'bea' },
  figure: null,
  limit: 120,
}
const refused = { ...offline, id: 8, kind: 'refused-sign-ins', machine: null, figure: 9, limit: 5 }
const thresholds = { hidden: [], payoutCents: 50_000, creditChangeCents: 1_000_000 }
const attention = (findings: object[] = [refused, offline], over: object = {}) =>
  server().on('/api/attention', {
    body: { findings, total: findings.length, machineIds: [], thresholds, ...over },
  })
const overview = {
  now: '2026-11-21T12:00:00.000Z',
  today: { inCents: 120_000, outCents: 90_000 },
  weekAgo: { inCents: 100_000, outCents: 90_000 },
  days: [{ day: '2026-11-21', inCents: 120_000, outCents: 90_000 }],
  machines: { total: 12, online: 11, creditCents: 123_450 },
  best: [{ machineId: MACHINE, name: 'Slot 1', userName: 'bea', profitCents: 5_000 }],
  worst: [],
}

beforeEach(() => {
  setWidth(1440)
  attention()
  server().on('/api/overview', { body: overview })
  server().on('/api/activity', { body: { rows: [], next: null } })
  updateFeatures({ features: { attention: {}, overview: {}, activity: {} } })
})

const show = (address = '/overview') => renderAs(aUser({ userId: 1, level: 1 }), <OverviewScreen />, address)
const sent = (): unknown => JSON.parse(server().writes().at(-1)?.body ?? 'null')
const region = (name: string) => screen.findByRole('region', { name })

test('today stands beside the same weekday until this hour', async () => {
  show()
  const tile = within(await region('IN today'))
  expect(await tile.findByText('1.200,00 €')).toBeVisible()
  expect(tile.getByText('1.000,00 € a week ago (+20 %)')).toBeVisible()
  expect(within(await region('Profit today')).getByText('300,00 €')).toBeVisible()
  const back = within(await region('Return today'))
  expect(back.getByText('75,00 %')).toBeVisible()
  expect(back.getByRole('figure', { name: /^Return of 1 days: from 75,00/ })).toBeVisible()
  expect(within(await region('Machines online')).getByText('11')).toBeVisible()
  expect(within(await region('Best today')).getByRole('link', { name: 'Slot 1' })).toBeVisible()
  expect(within(await region('Worst today')).getByText('None has lost.')).toBeVisible()
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
    const figure = await within(await region(tile)).findByRole('figure', { name: / of 14 days: from / })
    expect(figure.querySelectorAll('g')).toHaveLength(14)
  },
)

describe('what needs attention', () => {
  test('names what, whom and since when, and leads to its panel and its report', async () => {
    show('/overview?view=attention')
    const list = within(await region('2 findings'))
    const [first, second] = await list.findAllByRole('listitem')
    expect(first).toHaveTextContent('Sign-ins refused 9 times')
    expect(second).toHaveTextContent('Offline for more than 2 min')
    expect(second).toHaveTextContent('Slot 1 of bea, since Nov 20, 2026, 11:00')
    expect(within(second!).getByRole('link', { name: 'Slot 1' })).toHaveAttribute(
      'href',
      expect.stringContaining(`open=machine:${MACHINE}`),
    )
    expect(
      within(second!).getByRole('link', { name: 'Report: Slot 1, Offline for more than 2 min' }),
    ).toHaveAttribute('href', expect.stringContaining(`machine=${MACHINE}&dateFrom=2026-11-20`))
    expect(within(first!).queryByRole('link', { name: /^Report/ })).not.toBeInTheDocument()
    // the panel of a user asks first
    expect(
      within(first!).getByRole('link', { name: 'Block...: bea, Sign-ins refused 9 times' }),
    ).toHaveAttribute('href', expect.stringContaining('open=user:6'))
  })

  test('Block is offered for machines that are neither blocked nor retired', async () => {
    const change = { ...offline, id: 9, kind: 'credit-change', figure: 1_500_000, limit: 100_000 }
    const blocked = { ...change, machine: { id: MACHINE, name: 'Slot 1', blockable: false } }
    attention([{ ...change, id: 10 }, blocked])
    show('/overview?view=attention')
    const [first, second] = await within(await region('2 findings')).findAllByRole('listitem')
    expect(
      within(first!).getByRole('button', { name: 'Block: Slot 1, Large credit change +$15,000.00' }),
    ).toBeVisible()
    expect(within(second!).getByRole('button', { name: /^Seen/ })).toBeVisible()
    expect(within(second!).queryByRole('button', { name: /^Block/ })).not.toBeInTheDocument()
  })

  test('nothing is reassuring before the server has looked, or long after', async () => {
    attention([], { checkedAt: null })
    const { unmount } = show('/overview?view=attention')
    expect(await screen.findByText('Not looked at yet')).toBeVisible()
    unmount()
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    attention([], { checkedAt: ago(60) })
    const { unmount: leave } = show('/overview?view=attention')
    expect(await screen.findByText(/^As of .*: the server has not looked since\.$/)).toBeVisible()
    expect(screen.queryByText('Nothing needs attention')).not.toBeInTheDocument()
    leave()
    attention([offline], { checkedAt: ago(60) })
    const { unmount: close } = show('/overview?view=attention')
    expect(await screen.findByText(/^As of /)).toBeVisible()
    expect(screen.getByText(/^Offline/)).toBeVisible()
    close()
    attention([], { checkedAt: ago(1) })
    show('/overview?view=attention')
    expect(await screen.findByText('Nothing needs attention')).toBeVisible()
    expect(screen.queryByText(/^As of /)).not.toBeInTheDocument()
  })

  test('one does not block oneself', async () => {
    attention([{ ...refused, user: { userId: 1, userName: 'me' } }])
    show('/overview?view=attention')
    expect(await screen.findByRole('button', { name: /^Seen: me,/ })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Block/ })).not.toBeInTheDocument()
  })

  test('a machine is blocked from the list, with Undo for that change alone', async () => {
    const path = `/api/Machines/${MACHINE}/toggle-block`
    server().on(path, { body: { blocked: true, version: '5' } })
    const { user } = show('/overview?view=attention')
    const block = await screen.findByRole('button', { name: /^Block: Slot 1,/ })
    attention([refused])
    await user.click(block)
    await waitFor(() => expect(screen.queryByText(/^Offline/)).not.toBeInTheDocument())
    expect(sent()).toEqual({ blocked: true })
    expect(screen.getByRole('list')).toHaveFocus()
    server().on(path, { body: { blocked: false, version: '6' } })
    attention()
    await user.click(await screen.findByRole('button', { name: 'Undo block of Slot 1' }))
    await waitFor(() => expect(sent()).toEqual({ blocked: false }))
    expect(server().writes().at(-1)!.headers['if-match']).toBe('"5"')
    expect(await screen.findByText(/^Offline/)).toBeVisible()
  })

  test('a mark that is refused is not said to be made', async () => {
    server().on('/api/attention/marks', { status: 503, body: { message: 'busy' } })
    const { user } = show('/overview?view=attention')
    await user.click(await screen.findByRole('button', { name: 'Seen: Slot 1, Offline for more than 2 min' }))
    expect(await screen.findByText('Error: busy')).toBeVisible()
    expect(screen.queryByText('Marked as seen.')).not.toBeInTheDocument()
    expect(screen.getByText(/^Offline/)).toBeVisible()
  })

  test.each([
    ['Seen: Slot 1, Offline for more than 2 min', 'seen'],
    ['Snooze until tomorrow: Slot 1, Offline for more than 2 min', 'tomorrow'],
  ])('%s hides it, with Undo', async (name, until) => {
    server().on('/api/attention/marks', { body: { marked: 1 } })
    const { user } = show('/overview?view=attention')
    const hide = await screen.findByRole('button', { name })
    attention([refused])
    await user.click(hide)
    await waitFor(() => expect(screen.queryByText(/^Offline/)).not.toBeInTheDocument())
    expect(sent()).toEqual({ ids: [7], until })
    attention()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent()).toEqual({ ids: [7], until: 'none' }))
    expect(await screen.findByText(/^Offline/)).toBeVisible()
  })

  test('what was hidden is shown again', async () => {
    server().on('/api/attention/marks', { body: { marked: 2 } })
    attention([], { hiddenIds: [7, 8] })
    const { user } = show('/overview?view=attention')
    const again = await screen.findByRole('button', { name: 'Show 2 hidden' })
    attention()
    await user.click(again)
    expect(await screen.findByText(/^Offline/)).toBeVisible()
    expect(sent()).toEqual({ ids: [7, 8], until: 'none' })
    expect(screen.queryByRole('button', { name: /hidden$/ })).not.toBeInTheDocument()
  })

  test('what is shown is chosen, and never below what the server finds', async () => {
    server().on('/api/attention/thresholds', { body: thresholds })
    const { user } = show('/overview?view=attention')
    await user.click(await screen.findByRole('button', { name: 'What is shown' }))
    const form = within(screen.getByRole('form', { name: 'What is shown' }))
    await user.click(form.getByRole('checkbox', { name: 'No credit' }))
    const payouts = form.getByLabelText('Payouts above (€)')
    await user.clear(payouts)
    await user.type(payouts, '99')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(payouts).toHaveFocus()
    expect(payouts).toBeInvalid()
    expect(form.getByText('100,00 € at least')).toBeVisible()
    expect(server().writes()).toEqual([])
    await user.clear(payouts)
    await user.type(payouts, '250.50')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent()).toEqual({ hidden: ['no-credit'], payoutCents: 25_050, creditChangeCents: 1_000_000 }),
    )
  })

  test('says so where it cannot be read, and where there is nothing', async () => {
    server().on('/api/attention', { status: 500, body: { message: 'broken' } })
    const { user } = show('/overview?view=attention')
    expect(
      await screen.findByText('Error loading what needs attention: broken', {}, { timeout: 9_000 }),
    ).toBeVisible()
    attention([])
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('Nothing needs attention')).toBeVisible()
  }, 20_000)
})

test('a day without cash in has no return', async () => {
  const none = { day: '2026-11-20', inCents: 0, outCents: 500 }
  server().on('/api/overview', { body: { ...overview, days: [none, ...overview.days] } })
  show()
  const figure = await within(await region('Return today')).findByRole('figure')
  expect(figure).toHaveAccessibleName(/^Return of 2 days: from 75,00\u00a0% to 75,00/)
  expect(
    within(figure)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/: –$/), expect.stringMatching(/: 75,00/)])
})

test('what the stream keeps current is not read each half minute', async () => {
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
    // lost, all of it is read again
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

test('what the stream brings has the figures read again, once for many changes', async () => {
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

test('figures that cannot be read leave what needs attention, and no skeletons', async () => {
  server().on('/api/overview', { status: 400, body: { message: 'broken' } })
  show()
  expect(await screen.findByText('Error loading the overview: broken')).toBeVisible()
  expect(await screen.findByText(/^Offline/)).toBeVisible()
  expect(screen.queryByRole('region', { name: 'IN today' })).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Best today' })).not.toBeInTheDocument()
})

test('a server that has findings alone shows these', async () => {
  updateFeatures({ features: { attention: {} } })
  show()
  expect(await screen.findByText(/^Offline/)).toBeVisible()
  expect(screen.queryByRole('tab')).not.toBeInTheDocument()
  expect(server().calls.map(({ path }) => path)).toEqual(['/api/attention'])
})

test('a server without these calls is asked nothing', async () => {
  updateFeatures({ features: {} })
  show()
  expect(await screen.findByText('This server has no overview')).toBeVisible()
  expect(server().calls).toEqual([])
})
