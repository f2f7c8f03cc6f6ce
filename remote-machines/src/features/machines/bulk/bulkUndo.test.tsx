import { expect, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { aUser, offerFeatures, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { BulkCreditDialog } from './BulkCreditDialog'

const server = serverForTests()
const BULK = '/api/Machines/bulk/credit'
const REVERT = '/api/activity/bulk/revert'
const idOf = (number: number) => `3f9c2a1b-0000-4000-8000-00000000000${number}`
const MACHINES = [0, 1].map((number) => ({
  idMachine: idOf(number),
  machineName: `Slot ${number}`,
  credit: 100,
  creditVersion: '1',
  isConnected: true,
}))

/** Adds $5.00 to both machines, and closes the dialog. */
async function addToBoth(requiredAboveCents: number | null = null) {
  offerFeatures({ revert: {}, reason: { requiredAboveCents } })
  const results = [0, 1].map((number) => ({
    id: idOf(number),
    status: 200,
    credit: 105,
    activityId: 70 + number,
  }))
  server().on(BULK, { body: { results } })
  const dialog = <BulkCreditDialog machines={normaliseMachines(MACHINES)} onClose={() => undefined} />
  const { user } = renderAs(aUser({ userId: 1, level: 1 }), dialog, '/machines')
  await user.type(screen.getByLabelText('Reason'), 'a gift')
  await user.type(screen.getByLabelText('Credit Amount'), '5{Enter}')
  expect(await screen.findByText('2 done')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  // the dialog, which its owner would close, hides what is behind it
  const undo = await screen.findByRole('button', { name: 'Undo credit of 2 machines', hidden: true })
  return { user, undo }
}

test('a bulk change of credit has its reason, and can be undone as a whole', async () => {
  const { user, undo } = await addToBoth()
  expect(JSON.parse(server().writes()[0]!.body)).toMatchObject({ reason: 'a gift' })
  server().on(REVERT, { body: { results: [70, 71].map((id) => ({ id, status: 200 })) } })
  await user.click(undo)
  expect(await screen.findByText('Undone: credit of 2 machines')).toBeVisible()
  expect(JSON.parse(server().writes()[1]!.body)).toEqual({ items: [{ activityId: 70 }, { activityId: 71 }] })
})

test('machines that were changed since are counted', async () => {
  const { user, undo } = await addToBoth()
  server().on(REVERT, {
    body: {
      results: [
        { id: 70, status: 409, message: 'x' },
        { id: 71, status: 200 },
      ],
    },
  })
  await user.click(undo)
  expect(
    (
      await screen.findByText('Undone: credit of 1 of 2 machines. The others were changed since, or refused')
    ).closest('.MuiAlert-root'),
  ).toHaveClass('MuiAlert-colorWarning')
})

test.each([
  [409, 'Not undone: somebody else has changed it since'],
  [403, 'Not undone: No permitido'],
])('an undo that undid nothing, refused with %i, is an error: %s', async (status, text) => {
  const { user, undo } = await addToBoth()
  const results = [70, 71].map((id) => ({ id, status, message: 'No permitido' }))
  server().on(REVERT, { body: { results } })
  await user.click(undo)
  expect((await screen.findByText(text)).closest('.MuiAlert-root')).toHaveClass('MuiAlert-colorError')
  expect(screen.queryByText(/^Undone/)).not.toBeInTheDocument()
})

test('the undo of a change that needs a reason asks for one first', async () => {
  const { user, undo } = await addToBoth(499)
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
