import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { machinesQuery } from '@console/shared-kernel/core'
import { aUser, offerFeatures, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { ID, SLOT } from '../../../../testing/machines'
import { BlockDialog } from './BlockDialog'
import { BlockQuestion } from './BlockQuestion'

const server = serverForTests()
const TOGGLE = `/api/Machines/${ID}/toggle-block`

beforeEach(() => {
  // noon in Madrid
  jest.useFakeTimers({ now: Date.parse('2026-11-29T11:00:00Z'), advanceTimers: true })
  offerFeatures({ blockEnd: {}, reason: {} })
})
afterEach(() => void jest.useRealTimers())

function open(Dialog: typeof BlockDialog = BlockDialog, wire: object = SLOT) {
  const onClose = jest.fn()
  const [machine] = normaliseMachines([wire])
  const shown = renderAs(aUser({ level: 1 }), <Dialog machine={machine!} onClose={onClose} />, '/machines')
  return { ...shown, onClose }
}
const choose = async (user: ReturnType<typeof open>['user'], name: string) => {
  await user.click(screen.getByRole('combobox', { name: 'Block ends' }))
  await user.click(await screen.findByRole('option', { name }))
}
const sent = () =>
  server()
    .writes()
    .map(({ body }) => JSON.parse(body) as unknown)

test('a block ends the next morning in the report time zone, and is sent with its reason', async () => {
  server().on(TOGGLE, { body: { blocked: true, version: '2', blockedUntil: '2026-11-30T07:00:00.000Z' } })
  const { user, onClose } = open()
  expect(screen.getByText('Nov 30, 2026, 08:00 (Europe/Madrid)')).toBeVisible()
  await user.type(screen.getByLabelText('Reason'), 'repair{Enter}')
  expect(await screen.findByText('Machine blocked successfully')).toBeVisible()
  expect(sent()).toEqual([{ blocked: true, until: '2026-11-30T07:00:00.000Z', reason: 'repair' }])
  expect(onClose).toHaveBeenCalled()
})

test('a block without an end is sent with a null end', async () => {
  server().on(TOGGLE, { body: { blocked: true } })
  const { user } = open()
  await choose(user, 'No end')
  await user.click(screen.getByRole('button', { name: 'Block' }))
  await screen.findByText('Machine blocked successfully')
  expect(sent()).toEqual([{ blocked: true, until: null }])
})

async function openAtDay(typed: string) {
  const { user } = open()
  await choose(user, 'At a day and time')
  const day = screen.getByLabelText('Day')
  await user.clear(day)
  await user.type(day, typed)
  return { user, day }
}

test('an end in the past cannot be sent', async () => {
  const { user, day } = await openAtDay('28-11-2026')
  expect(screen.getByText('Choose a time in the future')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Block' })).toBeDisabled()
  await user.clear(day)
  await user.type(day, '01-12-2026')
  server().on(TOGGLE, { status: 400, body: { message: 'Debe ser posterior a este momento' } })
  await user.click(screen.getByRole('button', { name: 'Block' }))
  expect(await screen.findByText('Error: Debe ser posterior a este momento')).toBeVisible()
  expect(sent()).toEqual([{ blocked: true, until: '2026-12-01T07:00:00.000Z' }])
})

test('an end on a day that does not exist stays as typed, and is explained', async () => {
  const { user, day } = await openAtDay('31-02-2026')
  await user.tab()
  expect(day).toHaveValue('31-02-2026')
  expect(day).toHaveAccessibleDescription(/^Type a day as dd-MM-yyyy/)
})

test('changing a block starts with its end, which is kept if only the reason is new', async () => {
  const blockedUntil = '2026-12-01T07:00:00.000Z'
  const wire = { ...SLOT, block: true, blockedUntil }
  server().on(TOGGLE, { body: { blocked: true, version: '5', blockedUntil } })
  const { user } = open(BlockDialog, wire)
  expect(screen.getByRole('dialog', { name: 'Change block of Slot 1' })).toBeVisible()
  expect(screen.getByText('Dec 01, 2026, 08:00 (Europe/Madrid)')).toBeVisible()
  const change = screen.getByRole('button', { name: 'Change block' })
  expect(change).toBeDisabled()
  await user.type(screen.getByLabelText('Reason'), 'repair')
  await user.click(change)
  expect(await screen.findByText('Block changed')).toBeVisible()
  expect(sent()).toEqual([{ blocked: true, reason: 'repair' }])
})

describe('a block that somebody else has changed meanwhile', () => {
  const blocked = { ...SLOT, block: true, blockedUntil: '2026-12-01T07:00:00.000Z', version: '4' }
  const versions = () =>
    server()
      .writes()
      .map(({ headers }) => headers['if-match'])
  const change = async (current: object) => {
    server().on(TOGGLE, ({ headers }) =>
      headers['if-match'] === '"4"'
        ? { status: 409, body: { message: 'changed by olga', changedBy: 'olga', current } }
        : { body: { blocked: true, version: '6' } },
    )
    const { user } = open(BlockDialog, blocked)
    await user.type(screen.getByLabelText('Reason'), 'repair')
    await user.click(screen.getByRole('button', { name: 'Change block' }))
    return { user }
  }

  test('is changed at its new version if its end is the same', async () => {
    await change({ ...blocked, version: '5' })
    expect(await screen.findByText('Block changed')).toBeVisible()
    expect(versions()).toEqual(['"4"', '"5"'])
    expect(sent()).toEqual([1, 2].map(() => ({ blocked: true, reason: 'repair' })))
    const [first, second] = server()
      .writes()
      .map(({ headers }) => headers['idempotency-key'])
    expect(second).not.toBe(first)
  })

  test('is changed only after the other change is shown and confirmed', async () => {
    const { user } = await change({ ...blocked, blockedUntil: null, version: '5' })
    const question = within(await screen.findByRole('dialog', { name: 'Replace this block?' }))
    expect(question.getByText('Blocked meanwhile, no end. Changed by olga.')).toBeVisible()
    expect(question.getByText('Its end stays; your reason is added.')).toBeVisible()
    expect(versions()).toEqual(['"4"'])
    await user.click(question.getByRole('button', { name: 'Replace block' }))
    expect(await screen.findByText('Block changed')).toBeVisible()
    expect(versions()).toEqual(['"4"', '"5"'])
  })

  test('is not set again if it was lifted', async () => {
    await change({ ...SLOT, block: false, version: '5' })
    expect(await screen.findByText('Error: changed by olga')).toBeVisible()
    expect(screen.queryByText('Block changed')).not.toBeInTheDocument()
    expect(versions()).toEqual(['"4"'])
  })
})

describe('a new block of a machine that somebody else has changed meanwhile', () => {
  const sendOver = async (...others: object[]) => {
    const current = others.map((other, index) => ({ ...SLOT, ...other, version: String(5 + index) }))
    server().on(TOGGLE, () => {
      const now = current.shift()
      if (!now) return { body: { blocked: true, version: '9' } }
      const changed = { changedBy: 'olga', changedAt: '2026-11-29T10:30:00Z' }
      return { status: 409, body: { message: 'changed', ...changed, current: now } }
    })
    const { user, onClose } = open(BlockDialog, { ...SLOT, version: '4' })
    await user.type(screen.getByLabelText('Reason'), 'repair{Enter}')
    return { user, onClose }
  }
  const versions = () =>
    server()
      .writes()
      .map(({ headers }) => headers['if-match'])
  const question = () => screen.findByRole('dialog', { name: 'Replace this block?' })
  const NO_END = 'Blocked meanwhile, no end. Changed by olga on Nov 29, 2026, 11:30 (Europe/Madrid).'

  test('is made if the other change was not a block', async () => {
    await sendOver({ block: false })
    expect(await screen.findByText('Machine blocked successfully')).toBeVisible()
    expect(versions()).toEqual(['"4"', '"5"'])
  })

  test('does not shorten a block without an end: the form shows that block and keeps its input', async () => {
    const { user, onClose } = await sendOver({ block: true })
    expect(within(await question()).getByText(NO_END)).toBeVisible()
    expect(
      within(await question()).getByText('Your block would end on Nov 30, 2026, 08:00 (Europe/Madrid).'),
    ).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('Replace this block?')).not.toBeInTheDocument())
    expect(screen.getByRole('alert')).toHaveTextContent(NO_END)
    expect(screen.getByLabelText('Reason')).toHaveValue('repair')
    expect(versions()).toEqual(['"4"'])
    // the question is shown again before the block is sent again
    await user.click(screen.getByRole('button', { name: 'Block' }))
    await user.click(within(await question()).getByRole('button', { name: 'Replace block' }))
    expect(await screen.findByText('Machine blocked successfully')).toBeVisible()
    expect(versions()).toEqual(['"4"', '"5"'])
    expect(onClose).toHaveBeenCalled()
  })

  test('needs another confirmation if the block has changed again', async () => {
    const { user } = await sendOver(
      { block: true },
      { block: true, blockedUntil: '2026-12-01T07:00:00.000Z' },
    )
    await user.click(within(await question()).getByRole('button', { name: 'Replace block' }))
    expect(await within(await question()).findByText(/until Dec 01, 2026, 08:00/)).toBeVisible()
    await user.click(within(await question()).getByRole('button', { name: 'Replace block' }))
    expect(await screen.findByText('Machine blocked successfully')).toBeVisible()
    expect(versions()).toEqual(['"4"', '"5"', '"6"'])
  })
})

test('the list gets the version of each block change', async () => {
  server().on('/api/Machines', { body: [{ ...SLOT, version: '4' }] })
  server().on(TOGGLE, { body: { blocked: true, version: '5' } })
  const { user, queryClient } = open(BlockDialog, { ...SLOT, version: '4' })
  await queryClient.fetchQuery(machinesQuery)
  await user.click(screen.getByRole('button', { name: 'Block' }))
  await screen.findByText('Machine blocked successfully')
  const versionNow = () => queryClient.getQueryData(machinesQuery.queryKey)?.rows[0]?.version
  expect(versionNow()).toBe('5')
})

test('the end of an existing block can be removed', async () => {
  server().on(TOGGLE, { body: { blocked: true, blockedUntil: null } })
  const { user } = open(BlockDialog, { ...SLOT, block: true, blockedUntil: '2026-12-01T07:00:00.000Z' })
  await choose(user, 'No end')
  await user.click(screen.getByRole('button', { name: 'Change block' }))
  await screen.findByText('Block changed')
  expect(sent()).toEqual([{ blocked: true, until: null }])
})

test('the typed reason for an unblock is not lost without a question', async () => {
  const { user } = open(BlockQuestion, { ...SLOT, block: true })
  await user.type(screen.getByLabelText('Reason'), 'repaired')
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
})

test('undo restores the end of the block if the server names no activity row', async () => {
  const blockedUntil = '2026-11-30T07:00:00.000Z'
  server().on(TOGGLE, { body: { blocked: false, version: '2', blockedUntil: null } })
  const { user } = open(BlockQuestion, { ...SLOT, block: true, blockedUntil })
  await user.click(screen.getByRole('button', { name: 'Unblock' }))
  const undo = await screen.findByRole('button', { name: 'Undo unblock of bea Slot 1', hidden: true })
  server().on(TOGGLE, { body: { blocked: true, version: '3', blockedUntil } })
  await user.click(undo)
  expect(await screen.findByText('Machine blocked successfully')).toBeVisible()
  expect(sent()).toEqual([{ blocked: false }, { blocked: true, until: blockedUntil }])
})

test('undo reverts the activity that the server recorded', async () => {
  server().on(TOGGLE, { body: { blocked: false, version: '2', activityId: 41 } })
  const { user } = open(BlockQuestion, { ...SLOT, block: true, blockedUntil: '2026-11-30T07:00:00.000Z' })
  await user.click(screen.getByRole('button', { name: 'Unblock' }))
  const undo = await screen.findByRole('button', { name: 'Undo unblock of bea Slot 1', hidden: true })
  server().on('/api/activity/41/revert', { body: { machine: { ...SLOT, block: true } } })
  await user.click(undo)
  expect(await screen.findByText('Machine blocked successfully')).toBeVisible()
  expect(
    server()
      .writes()
      .map(({ path }) => path),
  ).toEqual([TOGGLE, '/api/activity/41/revert'])
})

test('a rejected undo shows why', async () => {
  server().on(TOGGLE, { body: { blocked: false, version: '2', activityId: 41 } })
  const { user } = open(BlockQuestion, { ...SLOT, block: true })
  await user.click(screen.getByRole('button', { name: 'Unblock' }))
  const message = 'El bloqueo anterior ya habría terminado: no se ha restaurado'
  server().on('/api/activity/41/revert', { status: 400, body: { message } })
  await user.click(await screen.findByRole('button', { name: 'Undo unblock of bea Slot 1', hidden: true }))
  // the question stays open here, and shows the message too
  expect((await screen.findAllByText(`Error: ${message}`))[0]).toBeVisible()
})
