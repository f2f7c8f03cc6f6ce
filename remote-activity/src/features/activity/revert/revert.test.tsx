import { beforeEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, offerFeatures, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import ActivityScreen from '../ActivityScreen'

const server = serverForTests()
const MACHINE = '00000000-0000-4000-8000-000000000001'
const credit = (over: object = {}) => ({
  id: 7,
  at: new Date().toISOString(),
  kind: 'machine.credit',
  actor: { userId: 2, userName: 'ana' },
  subject: { type: 'machine', userId: 6, machineId: MACHINE, name: 'Slot 1' },
  before: { creditCents: 500, version: 1 },
  after: { creditCents: 2_550, version: 2 },
  reason: 'paid at the bar',
  ...over,
})

beforeEach(() => {
  server().on('/api/Users/all-hierarchy', { body: [] })
  server().on('/api/Machines', { body: [] })
  server().on('/api/Games', { body: [] })
  server().on('/api/activity', { body: { rows: [credit()], next: null } })
})
const show = (level = 1) => renderAs(aUser({ userId: 1, level }), <ActivityScreen />, '/activity')
const sinceBy = (userName: string) =>
  credit({ id: 9, at: '2026-11-21T10:00:07Z', actor: { userId: 3, userName } })
const readsOf = (path: string) =>
  server().calls.filter((call) => call.method === 'GET' && call.path.startsWith(path)).length
const REVERT = '/api/activity/7/revert'
const REVERT_BUTTON = 'Revert Credit changed Slot 1'

async function ask(requiredAboveCents: number | null = null) {
  offerFeatures({ revert: {}, reason: { requiredAboveCents } })
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: REVERT_BUTTON }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert this change?' }))
  return { user, dialog }
}

test('a revert shows what it changes, is sent with its reason, and reloads the list', async () => {
  const { user, dialog } = await ask()
  expect(dialog.getByText('Credit: $25.50 → $5.00')).toBeVisible()
  await user.type(dialog.getByLabelText('Reason'), 'the wrong machine')
  server().on(REVERT, { body: { machine: { idMachine: MACHINE, credit: 5, creditVersion: '3' } } })
  const before = readsOf('/api/activity')
  await user.click(dialog.getByRole('button', { name: 'Revert' }))
  expect(await screen.findByText('Change reverted')).toBeVisible()
  expect(server().writes()).toMatchObject([{ path: REVERT, body: '{"reason":"the wrong machine"}' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(readsOf('/api/activity')).toBeGreaterThan(before))
})

test('the typed reason is not lost without a question', async () => {
  const { user, dialog } = await ask()
  await user.type(dialog.getByLabelText('Reason'), 'the wrong machine')
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
})

test('a large credit change is not reverted without a reason', async () => {
  const { user, dialog } = await ask(2_049)
  expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription('Required above $20.49')
  await user.click(dialog.getByRole('button', { name: 'Revert' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('A change by more than $20.49 needs a reason')
  await waitFor(() => expect(dialog.getByLabelText('Reason')).toHaveFocus())
  expect(server().writes()).toEqual([])
})

test('a rejected revert lists what has changed since', async () => {
  const { user, dialog } = await ask()
  const body = { message: 'El crédito ha cambiado entretanto', since: [sinceBy('olga')] }
  server().on(REVERT, { status: 409, body })
  await user.click(dialog.getByRole('button', { name: 'Revert' }))
  expect(await dialog.findByText('El crédito ha cambiado entretanto')).toBeVisible()
  expect(dialog.getByText('21-11-2026 11:00:07, Credit changed, by olga')).toBeVisible()
})

test('no revert is offered for a day-old credit change or a new machine', async () => {
  offerFeatures({ revert: {} })
  const old = new Date(Date.now() - 25 * 3_600_000).toISOString()
  const rows = [credit({ at: old }), credit({ id: 8, kind: 'machine.create' })]
  server().on('/api/activity', { body: { rows, next: null } })
  show()
  await screen.findByRole('button', { name: 'Details Credit changed Slot 1' })
  expect(screen.queryByRole('button', { name: /^Revert/ })).not.toBeInTheDocument()
})

test.each([
  ['by a server without reverts', {}, 1],
  ['to a Client', { revert: {} }, 6],
])('no revert is offered %s', async (_, features, level) => {
  offerFeatures(features)
  server().on('/api/Users/children', { body: [] })
  show(level)
  await screen.findByRole('button', { name: 'Details Credit changed Slot 1' })
  expect(screen.queryByRole('button', { name: /^Revert/ })).not.toBeInTheDocument()
})

test('the details show the reason and offer the revert', async () => {
  offerFeatures({ revert: {} })
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Details Credit changed Slot 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Reason: paid at the bar')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Revert' }))
  expect(await screen.findByRole('dialog', { name: 'Revert this change?' })).toBeVisible()
})

test('changes from one bulk call are reverted together', async () => {
  const CALL = '00000000-0000-4000-8000-0000000000ff'
  const rows = [7, 8].map((id) => credit({ id, requestId: CALL }))
  server().on('/api/activity', {
    body: { rows: [...rows, credit({ id: 9, requestId: MACHINE })], next: null },
  })
  offerFeatures({ revert: {}, reason: {} })
  const { user } = show()
  await user.click((await screen.findAllByRole('button', { name: REVERT_BUTTON }))[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert 2 changes' }))
  expect(dialog.getAllByText('Credit: $25.50 → $5.00')).toHaveLength(2)
  const results = [
    { id: 7, status: 200 },
    { id: 8, status: 409, message: 'El crédito ha cambiado entretanto', since: [sinceBy('olga')] },
  ]
  server().on('/api/activity/bulk/revert', { body: { results } })
  const before = readsOf('/api/activity')
  const usersBefore = readsOf('/api/Users/all-hierarchy')
  await user.click(dialog.getByRole('button', { name: 'Revert' }))
  expect(
    await dialog.findByText(
      'El crédito ha cambiado entretanto. Changed since: 21-11-2026 11:00:07, Credit changed, by olga',
    ),
  ).toBeVisible()
  expect(JSON.parse(server().writes()[0]!.body)).toEqual({ items: [{ activityId: 7 }, { activityId: 8 }] })
  await waitFor(() => expect(readsOf('/api/activity')).toBeGreaterThan(before))
  await waitFor(() => expect(readsOf('/api/Users/all-hierarchy')).toBeGreaterThan(usersBefore))
})

test('changes from one bulk call are not reverted without a reason if one of them is large', async () => {
  const rows = [
    credit({ id: 7, requestId: MACHINE, after: { creditCents: 501 } }),
    credit({ id: 8, requestId: MACHINE }),
  ]
  server().on('/api/activity', { body: { rows, next: null } })
  offerFeatures({ revert: {}, reason: { requiredAboveCents: 2_049 } })
  const { user } = show()
  await user.click((await screen.findAllByRole('button', { name: REVERT_BUTTON }))[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert 2 changes' }))
  expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription('Required above $20.49')
  await user.click(dialog.getByRole('button', { name: 'Revert' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('A change by more than $20.49 needs a reason')
  expect(dialog.getByLabelText('Reason')).toHaveFocus()
  expect(server().writes()).toEqual([])
})

test('one change from a bulk call can be reverted alone', async () => {
  const rows = [7, 8].map((id) => credit({ id, requestId: MACHINE }))
  server().on('/api/activity', { body: { rows, next: null } })
  offerFeatures({ revert: {} })
  const { user } = show()
  await user.click((await screen.findAllByRole('button', { name: REVERT_BUTTON }))[0]!)
  await user.click(await screen.findByRole('button', { name: 'Only Slot 1' }))
  expect(await screen.findByRole('dialog', { name: 'Revert this change?' })).toBeVisible()
})

describe('a revert asks the same questions as an ordinary change:', () => {
  const unblock = (id: number, userId: number, over: object = {}) => ({
    ...{ id, at: new Date().toISOString(), kind: 'user.update', actor: { userId: 1, userName: 'master' } },
    ...{ subject: { type: 'user', userId, name: `u${userId}` }, ...over },
    ...{ before: { is_blocked: true }, after: { is_blocked: false } },
  })
  const people = [
    { userId: 5, userName: 'dad', level: 5, numeroMaquinas: 3 },
    { userId: 9, userName: 'bea', level: 6, parentUserId: 5, numeroMaquinas: 2 },
    { userId: 6, userName: 'olga', level: 6, numeroMaquinas: 0 },
  ]
  beforeEach(() => {
    server().on('/api/Users/all-hierarchy', { body: people })
    offerFeatures({ revert: {} })
  })
  const openRevert = async (rows: object[], name: string) => {
    server().on('/api/activity', { body: { rows, next: null } })
    const { user } = show()
    await user.click((await screen.findAllByRole('button', { name: /^Revert / }))[0]!)
    return { user, dialog: within(await screen.findByRole('dialog', { name })) }
  }

  test('about a large amount', async () => {
    const { dialog } = await openRevert([credit({ after: { creditCents: 5_000 } })], 'Revert this change?')
    expect(dialog.getByText('Is this amount right? $50.00 → $5.00 (-$45.00)')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  })

  test('nothing about any other amount', async () => {
    const { dialog } = await openRevert([credit()], 'Revert this change?')
    expect(dialog.queryByText(/Is this amount right/)).not.toBeInTheDocument()
    expect(dialog.getByRole('button', { name: 'Revert' })).toHaveFocus()
  })

  test('about the users and machines blocked with a user', async () => {
    const { dialog } = await openRevert([unblock(7, 5)], 'Revert this change?')
    expect(await dialog.findByText('1 user and 3 machines lose access.')).toBeVisible()
  })

  test('nothing about a user with no users below', async () => {
    const { dialog } = await openRevert([unblock(7, 6)], 'Revert this change?')
    await waitFor(() => expect(dialog.queryByText(/access/)).not.toBeInTheDocument())
  })

  test('about the users and machines blocked with several users', async () => {
    const requestId = MACHINE
    const rows = [unblock(8, 6, { requestId }), unblock(7, 5, { requestId })]
    const { user, dialog } = await openRevert(rows, 'Revert 2 changes')
    await user.click(dialog.getByRole('button', { name: 'Revert' }))
    const question = within(await screen.findByRole('dialog', { name: 'Apply this change?' }))
    expect(
      question.getByText('2 users will be blocked again. Below them 1 user and 3 machines lose access.'),
    ).toBeVisible()
    expect(server().writes()).toEqual([])
  })

  test('about the amounts of several machines; the dialog closes once all are reverted', async () => {
    const rows = [8, 7].map((id) => credit({ id, requestId: MACHINE, after: { creditCents: 6_000 } }))
    const { user, dialog } = await openRevert(rows, 'Revert 2 changes')
    await user.click(dialog.getByRole('button', { name: 'Revert' }))
    const question = within(await screen.findByRole('dialog', { name: 'Apply this change?' }))
    expect(question.getByText(/^The credit of 2 machines changes by -\$110\.00 in all\./)).toBeVisible()
    const results = [8, 7].map((id) => ({ id, status: 200 }))
    server().on('/api/activity/bulk/revert', { body: { results } })
    await user.click(question.getByRole('button', { name: 'Revert' }))
    expect(await screen.findByText('2 changes reverted')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})
