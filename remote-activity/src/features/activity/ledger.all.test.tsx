import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { nowIn } from '@console/shared-kernel/rules'
import {
  type Answer,
  aUser,
  heldBack,
  offerFeatures,
  renderAs,
  serverForTests,
} from '@console/shared-kernel/testing/page'
import ActivityScreen from './ActivityScreen'

const CALL = '00000000-0000-4000-8000-0000000000ff'
const server = serverForTests()
const credit = (id: number, over: object = {}) => ({
  id,
  at: new Date(Date.now() - (100 - id) * 1_000).toISOString(),
  kind: 'machine.credit',
  requestId: CALL,
  actor: { userId: 1, userName: 'master' },
  subject: {
    ...{ type: 'machine', userId: 6, machineId: `00000000-0000-4000-8000-00000000000${id}` },
    ...{ name: `Slot ${id}`, ownerName: 'olga' },
  },
  before: { creditCents: 500, version: 1 },
  after: { creditCents: 3_000, version: 2 },
  ...over,
})
const answer = (rows: object[], over: object = {}) =>
  server().on('/api/activity', { body: { rows, next: null, ...over } })

beforeEach(() => {
  server().on('/api/Users/all-hierarchy', { body: [] })
  server().on('/api/Machines', { body: [] })
  server().on('/api/Games', { body: [] })
  answer([credit(3), credit(2), credit(1, { requestId: null })])
})
const show = (address = '/activity', features: object = { ledger: {}, revert: {} }) => {
  offerFeatures(features as Parameters<typeof offerFeatures>[0])
  return renderAs(aUser({ userId: 1, level: 1 }), <ActivityScreen />, address)
}
/** Answers with two pages: `second` is for the cursor of `first`. */
const answerInPages = (first: object, second: Answer) =>
  server().on('/api/activity', ({ path }) => (path.includes('cursor=c2') ? second : { body: first }))
const asked = () =>
  server()
    .calls.map(({ path }) => path)
    .filter((path) => path.startsWith('/api/activity'))
    .map((path) => Object.fromEntries(new URLSearchParams(path.split('?')[1])))
const bulk = () => screen.findByRole('row', { name: /2 machines/ })
const ROW = { name: /Credit changed/ }

describe('a bulk change', () => {
  test('is one line with its sum, which expands to its rows and collapses', async () => {
    const { user } = show()
    expect(within(await bulk()).getByText('+$50.00')).toBeVisible()
    expect(screen.getAllByRole('row', ROW)).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Expand Credit changed 2 machines' }))
    expect(screen.getAllByRole('row', ROW)).toHaveLength(4)
    expect(within(screen.getByRole('row', { name: /Slot 3/ })).getByText('+$25.00')).toBeVisible()
    ;(await bulk()).focus()
    await user.keyboard('{Enter}')
    expect(screen.getAllByRole('row', ROW)).toHaveLength(2)
    expect(asked()[0]).toMatchObject({ wholeBulks: 'true', limit: '100' })
  })

  test('is reverted as a whole, or one row at a time', async () => {
    const { user } = show()
    await user.click(within(await bulk()).getByRole('button', { name: /^Revert/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revert 2 changes' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Expand Credit changed 2 machines' }))
    await user.click(screen.getByRole('button', { name: 'Revert Credit changed Slot 2' }))
    expect(await screen.findByRole('dialog', { name: 'Revert this change?' })).toBeVisible()
  })

  const reverted = (id: number, reverts: number) => credit(id, { reverts, requestId: null })
  const three = () => screen.findByRole('row', { name: /3 machines/ })

  test('that was partly reverted offers to revert the rest', async () => {
    answer([reverted(4, 2), credit(3), credit(2), credit(1)])
    const { user } = show()
    await user.click(within(await three()).getByRole('button', { name: /^Revert/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revert 2 changes' }))
    expect(
      dialog.getByText(
        'Credit changed: 2 of 3 changes of one bulk change will be reverted. The others are reverted already, or can no longer be.',
      ),
    ).toBeVisible()
    expect(dialog.getAllByText('Credit: $30.00 → $5.00')).toHaveLength(2)
  })

  test('that was fully reverted offers no revert', async () => {
    answer([reverted(6, 3), reverted(5, 1), reverted(4, 2), credit(3), credit(2), credit(1)])
    show()
    expect(within(await three()).queryByRole('button', { name: /^Revert/ })).not.toBeInTheDocument()
  })

  test('shows that a search may have found only part of it', async () => {
    const { user } = show('/activity?search=slot')
    expect(await screen.findByRole('row', { name: /2 machines that match/ })).toBeVisible()
    await user.clear(screen.getByLabelText('Search Activity'))
    await waitFor(() => expect(screen.queryByText(/that match/)).not.toBeInTheDocument())
    expect(await bulk()).toBeVisible()
  })

  test('indents the lines, which are not indented without one', async () => {
    const { container, queryClient } = show()
    await bulk()
    expect(screen.getByRole('treegrid', { name: 'Activity' })).toBeVisible()
    expect(container.querySelectorAll('.branch')).toHaveLength(2)
    answer([credit(1, { requestId: null })])
    await act(() => queryClient.refetchQueries())
    expect(await screen.findByRole('table', { name: 'Activity' })).toBeVisible()
    expect(container.querySelectorAll('.branch')).toHaveLength(0)
  })

  test('that is too long for a page is read to its end', async () => {
    const { after, answer: release } = heldBack()
    const first = { rows: [credit(3)], next: 'c2', partial: true }
    answerInPages(first, { body: { rows: [credit(2)], next: null }, after })
    show()
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(screen.queryByRole('row', { name: /Slot 3/ })).not.toBeInTheDocument()
    release()
    expect(await bulk()).toBeVisible()
  })

  test('from a server without a ledger is one line per row, because the page may end inside it', async () => {
    show('/activity?shift=16&search=bar', { revert: {} })
    await screen.findByRole('row', { name: /Slot 3/ })
    expect(screen.getAllByRole('row', ROW)).toHaveLength(3)
    expect(asked()).toEqual([{ limit: '100' }])
    expect(screen.queryByLabelText('Search Activity')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'My shift' })).not.toBeInTheDocument()
  })
})

test('a search is sent once typing pauses', async () => {
  const { user } = show()
  await bulk()
  await user.type(screen.getByLabelText('Search Activity'), 'slot')
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ search: 'slot' }))
  expect(asked()).toHaveLength(2)
  expect(screen.getByLabelText('Search Activity')).toHaveAttribute('maxlength', '100')
})

test('the row of a note names the machine that it is about', async () => {
  const machineId = '00000000-0000-4000-8000-000000000001'
  server().on('/api/Machines', {
    body: [{ idMachine: machineId, machineName: 'Slot 1', userName: 'olga', userId: 6 }],
  })
  answer([
    credit(1, { kind: 'note.create', requestId: null, subject: null, before: null, after: { machineId } }),
  ])
  show()
  expect(await screen.findByRole('row', { name: /Note added.*Slot 1/ })).toBeVisible()
  expect(screen.queryByText(/Machine id/i)).not.toBeInTheDocument()
})

test('an unknown kind is described in words too', async () => {
  answer([credit(1, { kind: 'machine.moved', requestId: null })])
  show()
  expect(await screen.findByRole('row', { name: /Other change/ })).not.toHaveTextContent('machine.moved')
})

describe('periods', () => {
  const today = () => nowIn('Europe/Madrid').day

  test('are calendar days in the report time zone, and are deselected when a day is chosen', async () => {
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Today' }))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ dateFrom: today(), dateTo: today() }))
    expect(screen.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true')
    await user.clear(screen.getByLabelText('From'))
    await user.type(screen.getByLabelText('From'), '01-11-2026')
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ dateFrom: '2026-11-01', dateTo: today() }))
    expect(screen.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'false')
  })

  test('show all days again after a second click', async () => {
    const { user } = show('/activity?range=yesterday')
    await user.click(await screen.findByRole('button', { name: 'Yesterday' }))
    await waitFor(() => expect(asked().at(-1)).not.toHaveProperty('dateFrom'))
    expect(asked()[0]).toHaveProperty('dateFrom')
  })
})

describe('my shift', () => {
  afterEach(() => void jest.restoreAllMocks())
  const SINCE = { since: '2026-11-29T07:02:00Z' }

  test('is read to its end, summed by kind, and printed', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined)
    const second = { rows: [credit(1, { after: { creditCents: 0 } })], next: null }
    // more rows than are rendered, so that the end is not visible
    const rows = Array.from({ length: 60 }, (_, index) => credit(99 - index, { requestId: null }))
    answerInPages({ ...SINCE, rows, next: 'c2' }, { body: second })
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'My shift' }))
    expect(await screen.findByText('My shift since Nov 29, 2026, 08:02')).toBeVisible()
    const sums = within(screen.getByRole('table', { name: 'Sums of my shift' }))
    expect(sums.getByRole('row', { name: 'Credit changed 61 +$1,500.00 -$5.00 +$1,495.00' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledTimes(1)
  })

  test('can cover other hours', async () => {
    answer([], SINCE)
    const { user } = show('/activity?shift=16')
    await user.click(await screen.findByRole('combobox', { name: 'First sign-in of the last' }))
    await user.click(screen.getByRole('option', { name: '8 hours' }))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ shiftHours: '8' }))
    expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled()
    expect(screen.queryByRole('table', { name: 'Sums of my shift' })).not.toBeInTheDocument()
  })

  test('includes everything: choosing it clears the other filters, and other filters make it partial', async () => {
    answer([credit(3)], SINCE)
    const { user } = show('/activity?search=bar&kind=machine.credit&whom=6&from=2026-11-01')
    await user.click(await screen.findByRole('button', { name: 'My shift' }))
    expect(await screen.findByText(/^My shift since/)).toBeVisible()
    await waitFor(() =>
      expect(asked().at(-1)).toEqual({ shiftHours: '16', limit: '500', wholeBulks: 'true' }),
    )
    await user.type(screen.getByLabelText('Search Activity'), 'bar')
    expect(await screen.findByText(/^Part of my shift since/)).toBeVisible()
    expect(screen.getByRole('table', { name: 'Sums of part of my shift' })).toBeVisible()
  })

  test('fills in the filters that it sets, and ends when one of them is changed', async () => {
    answer([credit(3)], SINCE)
    const { user } = show('/activity?shift=16')
    const who = await screen.findByRole('combobox', { name: 'Who' })
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'From' })).toHaveValue('29-11-2026'))
    expect(who).toHaveValue('ana')
    await user.clear(who)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'My shift', pressed: false })).toBeVisible(),
    )
    await waitFor(() => expect(location.search).toBe('?from=2026-11-29'))
  })

  test('without credit changes has no amount columns', async () => {
    answer([credit(3, { kind: 'machine.block', before: null, after: null })], SINCE)
    show('/activity?shift=16')
    const sums = within(await screen.findByRole('table', { name: 'Sums of my shift' }))
    expect(sums.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'What',
      'Changes',
    ])
  })

  test('has only the refreshed rows after a refresh that reads it to its end', async () => {
    answerInPages(
      { ...SINCE, rows: [credit(3), credit(2)], next: 'c2' },
      { body: { rows: [credit(1)], next: null } },
    )
    const { queryClient } = show('/activity?shift=16')
    const sums = await screen.findByRole('table', { name: 'Sums of my shift' })
    expect(within(sums).getByRole('row', { name: /^Credit changed 3 / })).toBeVisible()
    answer([credit(3)], SINCE)
    await act(() => queryClient.refetchQueries())
    expect(await within(sums).findByRole('row', { name: /^Credit changed 1 / })).toBeVisible()
  })

  test('that cannot be read completely has no sums', async () => {
    const broken = { status: 409, body: { message: 'broken' } }
    answerInPages({ ...SINCE, rows: [credit(3)], next: 'c2' }, broken)
    show('/activity?shift=16')
    expect(await screen.findByRole('alert')).toHaveTextContent('broken')
    expect(screen.getByText('The shift could not be read to its end')).toBeVisible()
    expect(screen.queryByRole('table', { name: 'Sums of my shift' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled()
  })
})
