import { expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { aUser, offerFeatures, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { BulkCreditDialog } from './BulkCreditDialog'

const server = serverForTests()
const BULK = '/api/Machines/bulk/credit'
const REVERT = '/api/activity/bulk/revert'
const idOf = (number: number) => `3f9c2a1b-0000-4000-8000-${String(number).padStart(12, '0')}`
const machinesOf = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    idMachine: idOf(number),
    machineName: `Slot ${number}`,
    credit: 100,
    creditVersion: '1',
    isConnected: true,
  }))

/** Adds credit to each machine, and closes the dialog. */
async function addToAll(count = 2, requiredAboveCents: number | null = null, amount = 5) {
  offerFeatures({ revert: {}, reason: { requiredAboveCents } })
  const machines = machinesOf(count)
  const results = machines.map(({ idMachine: id }, number) => ({
    ...{ id, status: 200 },
    ...{ credit: 100 + amount, activityId: 70 + number },
  }))
  server().on(BULK, { body: { results } })
  const dialog = <BulkCreditDialog machines={normaliseMachines(machines)} onClose={() => undefined} />
  const { user } = renderAs(aUser({ userId: 1, level: 1 }), dialog, '/machines')
  await user.type(screen.getByLabelText('Reason'), 'a gift')
  await user.type(screen.getByLabelText('Credit Amount'), `${amount}{Enter}`)
  const confirmDialog = screen.queryByRole('dialog', { name: 'Apply this change?' })
  if (confirmDialog) await user.click(within(confirmDialog).getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText(`${count} done`)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  // nothing unmounts the dialog here, so it still hides what is behind it
  const undo = await screen.findByRole('button', {
    name: `Undo credit of ${count} machines`,
    hidden: true,
  })
  return { user, undo }
}

test('a bulk credit change sends its reason, and can be undone as a whole', async () => {
  const { user, undo } = await addToAll()
  expect(JSON.parse(server().writes()[0]!.body)).toMatchObject({ reason: 'a gift' })
  server().on(REVERT, { body: { results: [70, 71].map((id) => ({ id, status: 200 })) } })
  await user.click(undo)
  expect(await screen.findByText('Undone: credit of 2 machines')).toBeVisible()
  expect(JSON.parse(server().writes()[1]!.body)).toEqual({ items: [{ activityId: 70 }, { activityId: 71 }] })
})

test('an undo counts the machines that have changed since', async () => {
  const { user, undo } = await addToAll()
  server().on(REVERT, {
    body: {
      results: [
        { id: 70, status: 409, message: 'x', changedBy: 'olga' },
        { id: 71, status: 200 },
      ],
    },
  })
  await user.click(undo)
  expect(
    (
      await screen.findByText('Undone: credit of 1 of 2 machines. Not undone: olga has changed it since')
    ).closest('.MuiAlert-root'),
  ).toHaveClass('MuiAlert-colorWarning')
})

test.each([
  [409, 'Not undone: La base de datos se restauró después de este cambio'],
  [403, 'Not undone: No permitido'],
])('an undo that undid nothing because of status %i shows an error: %s', async (status, text) => {
  const { user, undo } = await addToAll()
  const message = text.replace('Not undone: ', '')
  const results = [70, 71].map((id) => ({ id, status, message }))
  server().on(REVERT, { body: { results } })
  await user.click(undo)
  expect((await screen.findByText(text)).closest('.MuiAlert-root')).toHaveClass('MuiAlert-colorError')
  expect(screen.queryByText(/^Undone/)).not.toBeInTheDocument()
})

test('an undo whose second call is refused says what was undone, and why the rest was not', async () => {
  const { user, undo } = await addToAll(30)
  const results = Array.from({ length: 25 }, (_, number) => ({ id: 70 + number, status: 200 }))
  server().on(REVERT, ({ body }) =>
    (JSON.parse(body) as { items: object[] }).items.length === 25
      ? { body: { results } }
      : { status: 403, body: { message: 'No permitido' } },
  )
  await user.click(undo)
  // the first call names the rest, so that the server can add them all up
  await waitFor(() => expect(server().writes()).toHaveLength(4))
  const followedBy = [95, 96, 97, 98, 99].map((activityId) => ({ activityId }))
  expect(JSON.parse(server().writes()[2]!.body)).toMatchObject({ followedBy })
  expect(JSON.parse(server().writes()[3]!.body)).toEqual({ items: followedBy })
  const text = await screen.findByText(/^Undone: credit of 25 of 30 machines\. Not undone: No permitido$/)
  expect(text.closest('.MuiAlert-root')).toHaveClass('MuiAlert-colorWarning')
})

test('the undo of a change that needs a reason asks for one first', async () => {
  const { user, undo } = await addToAll(2, 499)
  server().on(REVERT, { body: { results: [70, 71].map((id) => ({ id, status: 200 })) } })
  await user.click(undo)
  const dialog = await screen.findByRole('dialog', { name: 'Undo credit of 2 machines' })
  expect(within(dialog).getByRole('button', { name: 'Undo' })).toBeDisabled()
  await user.type(within(dialog).getByLabelText('Reason'), 'by mistake{Enter}')
  expect(await screen.findByText('Undone: credit of 2 machines')).toBeVisible()
  expect(JSON.parse(server().writes()[1]!.body)).toEqual({
    items: [{ activityId: 70 }, { activityId: 71 }],
    reason: 'by mistake',
  })
})

test('the undo of a large change asks for the same confirmation as the opposite change', async () => {
  const { user, undo } = await addToAll(2, null, 900)
  server().on(REVERT, { body: { results: [70, 71].map((id) => ({ id, status: 200 })) } })
  await user.click(undo)
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo credit of 2 machines' }))
  expect(
    dialog.getByText(
      'The credit of 2 machines changes by -$1,800.00 in all. 2 of them would have a tenth of their credit or less.',
    ),
  ).toBeVisible()
  expect(server().writes()).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone: credit of 2 machines')).toBeVisible()
})
