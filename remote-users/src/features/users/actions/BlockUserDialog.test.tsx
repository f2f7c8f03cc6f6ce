import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import type { User } from '@console/shared-kernel/contracts'
import { askForProofStore } from '@console/shared-kernel/host'
import { offerFeatures } from '@console/shared-kernel/testing/page'
import { rowDialogs } from '../../../../testing/rowDialogs'
import { BlockQuestion } from './BlockQuestion'
import { BlockUserDialog } from './BlockUserDialog'
import { DeleteUserDialog } from './DeleteUserDialog'

const { server, bea, openAlone, press, made } = rowDialogs()

const BlockDialog = (props: { user: User; onClose: () => void }) => (
  <BlockUserDialog {...props} impact={{ users: 3, machines: 0 }} />
)
const UnblockQuestion = (props: { user: User; onClose: () => void }) => (
  <BlockQuestion {...props} action="unblock" list={undefined} isComplete />
)

test('a block whose answer was lost is sent again with its key', async () => {
  server().on('/api/Users/9', { fault: 'reset' })
  const { user, dialog } = openAlone(BlockDialog, { version: '3' })
  await user.click(press('Block'))
  await within(dialog).findByRole('alert')
  const before = made('PUT').length
  server().on('/api/Users/9', { body: { ...bea, isBlocked: true, version: '4' } })
  await user.click(press('Block'))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  const keys = made('PUT').map(({ headers }) => headers['idempotency-key'])
  expect(keys.length).toBeGreaterThan(before)
  expect(keys[0]).toEqual(expect.any(String))
  expect(new Set(keys).size).toBe(1)
})

test.each([
  ['a block', BlockDialog, {}],
  ['an unblock', UnblockQuestion, { isBlocked: true }],
])('the typed reason for %s is not lost without a question', async (_, Dialog, fields) => {
  offerFeatures({ reason: {} })
  const { user } = openAlone(Dialog, fields)
  await user.type(screen.getByLabelText('Reason'), 'fraud')
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
})

describe('the end of a block', () => {
  const blockedUntil = '2098-11-30T07:00:00.000Z'
  const blocked = { ...bea, isBlocked: true, blockedUntil, version: '3' }
  const sent = () => made('PUT').map(({ body }) => JSON.parse(body) as object)

  test('is restored when an unblock is undone', async () => {
    server().on('/api/Users/9', { body: { ...bea, version: '4' } })
    const { user } = openAlone(UnblockQuestion, blocked)
    await user.click(press('Unblock'))
    const undo = await screen.findByRole('button', { name: 'Undo unblock of bea' })
    server().on('/api/Users/9', { body: { ...blocked, version: '5' } })
    await user.click(undo)
    // undoing would block the users below again
    const question = await screen.findByRole('dialog', { name: 'Undo unblock of bea' })
    expect(within(question).getByText('Everybody below loses access.')).toBeVisible()
    expect(sent()).toHaveLength(1)
    await user.click(within(question).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[0]).not.toHaveProperty('blockedUntil')
    expect(sent()[1]).toMatchObject({ isBlocked: true, blockedUntil })
  })

  test('is restored by the server from its record if it names the activity row', async () => {
    server().on('/api/Users/9', { body: { ...bea, version: '4', activityId: 41 } })
    const { user } = openAlone(UnblockQuestion, blocked)
    await user.click(press('Unblock'))
    const undo = await screen.findByRole('button', { name: 'Undo unblock of bea' })
    const message = 'El bloqueo anterior ya habría terminado: no se ha restaurado'
    server().on('/api/activity/41/revert', { status: 400, body: { message } })
    await user.click(undo)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(`Error: ${message}`)).toBeVisible()
    expect(sent()).toHaveLength(1)
    expect(made('POST').map(({ path }) => path)).toEqual(['/api/activity/41/revert'])
  })

  test('can be changed and removed, even if another user has changed the block meanwhile', async () => {
    offerFeatures({ blockEnd: {} })
    server().on('/api/Users/9', ({ headers }) =>
      headers['if-match'] === '"4"'
        ? { body: { ...blocked, blockedUntil: null, version: '5' } }
        : { status: 409, body: { message: 'changed', current: { ...blocked, version: '4' } } },
    )
    const { user } = openAlone(BlockDialog, blocked)
    expect(screen.getByRole('dialog', { name: 'Change block of bea' })).toBeVisible()
    expect(screen.getByText('Nov 30, 2098, 08:00 (Europe/Madrid)')).toBeVisible()
    await user.click(screen.getByRole('combobox', { name: 'Block ends' }))
    await user.click(await screen.findByRole('option', { name: 'No end' }))
    await user.click(press('Change block'))
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(sent()).toHaveLength(2)
    expect(sent()[1]).toMatchObject({ isBlocked: true, blockedUntil: null })
    expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
  })

  test('is not set for a user whom somebody else has unblocked: that would be a new block', async () => {
    offerFeatures({ blockEnd: {} })
    const current = { ...bea, isBlocked: false, version: '4' }
    server().on('/api/Users/9', { status: 409, body: { message: 'changed by olga', current } })
    const { user } = openAlone(BlockDialog, blocked)
    await user.click(screen.getByRole('combobox', { name: 'Block ends' }))
    await user.click(await screen.findByRole('option', { name: 'No end' }))
    await user.click(press('Change block'))
    expect(await screen.findByText(/changed by olga/)).toBeVisible()
    expect(sent()).toHaveLength(1)
  })

  test('that another user has set meanwhile is replaced only after it is shown and confirmed, without Undo', async () => {
    offerFeatures({ blockEnd: {}, reason: {} })
    server().on('/api/Users/9', ({ headers }) =>
      headers['if-match'] === '"4"'
        ? { body: { ...blocked, version: '5' } }
        : {
            status: 409,
            body: { message: 'changed', changedBy: 'olga', current: { ...blocked, version: '4' } },
          },
    )
    const { user } = openAlone(BlockDialog, { ...bea, version: '3' })
    await user.type(screen.getByLabelText('Reason'), 'fraud')
    await user.click(press('Block'))
    const question = within(await screen.findByRole('dialog', { name: 'Replace this block?' }))
    const there = 'Blocked meanwhile, until Nov 30, 2098, 08:00 (Europe/Madrid). Changed by olga.'
    expect(question.getByText(there)).toBeVisible()
    expect(question.getByText('Your block has no end.')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('alert')).toHaveTextContent(there)
    expect(screen.getByLabelText('Reason')).toHaveValue('fraud')
    expect(sent()).toHaveLength(1)
    await user.click(press('Block'))
    await user.click(await screen.findByRole('button', { name: 'Replace block' }))
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    const block = { isBlocked: true, blockedUntil: null, reason: 'fraud' }
    expect(sent()).toMatchObject([block, block])
    expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
  })

  test('is not sent if nothing was changed', async () => {
    offerFeatures({ blockEnd: {} })
    const { user } = openAlone(BlockDialog, blocked)
    await user.click(press('Change block'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(sent()).toEqual([])
  })

  test('stays if only the reason is changed', async () => {
    offerFeatures({ blockEnd: {}, reason: {} })
    server().on('/api/Users/9', { body: { ...blocked, version: '4' } })
    const { user } = openAlone(BlockDialog, blocked)
    await user.type(screen.getByLabelText('Reason'), 'still unpaid')
    await user.click(press('Change block'))
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(sent()).toMatchObject([{ isBlocked: true, reason: 'still unpaid' }])
    expect(sent()[0]).not.toHaveProperty('blockedUntil')
  })
})

describe('a change for which the user gives no proof of identity,', () => {
  afterEach(() => askForProofStore.set(null))

  test.each([
    ['Block', BlockDialog, {}],
    ['Unblock', UnblockQuestion, { isBlocked: true }],
    ['Delete', DeleteUserDialog, {}],
  ])('%s, leaves the dialog as it was', async (button, Dialog, fields) => {
    const body = { message: 'Confirma quién eres', code: 'proof-required', methods: ['totp'] }
    server().on('/api/Users/9', ({ method }) =>
      method === 'GET' ? { body: { ...bea, ...fields } } : { status: 403, body },
    )
    const ask = jest.fn(async () => false)
    askForProofStore.set(ask)
    const { user, dialog } = openAlone(Dialog, fields)
    await user.click(press(button))
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(press(button)).toBeEnabled())
    expect(dialog).toBeVisible()
    expect(screen.queryByText(/Confirma/)).not.toBeInTheDocument()
  })
})
