import { describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { aUser, mockLayout, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import MachinesScreen from '../MachinesScreen'
import { BulkBlockDialog } from './BulkBlockDialog'
import { BulkCreditDialog } from './BulkCreditDialog'

const server = serverForTests()
const BULK = '/api/Machines/bulk/credit'
const idOf = (number: number) => `3f9c2a1b-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`
const machines = (count: number, over: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    idMachine: idOf(index),
    machineName: `Slot ${index}`,
    userName: `owner ${String(index).padStart(2, '0')}`,
    credit: 100,
    creditVersion: '1',
    ...over,
  }))

async function open(list = machines(12), level = 1) {
  server().on('/api/Machines', { body: list })
  const shown = renderAs(aUser({ userId: 1, level }), <MachinesScreen />, '/machines')
  await screen.findByText('owner 00')
  return shown
}
/** Renders the selection dialog without the list, which takes most of the test time. */
function openCredit(count: number, over: object = {}) {
  const selected = normaliseMachines(machines(count, over))
  const dialog = <BulkCreditDialog machines={selected} onClose={() => undefined} />
  const { user } = renderAs(aUser({ userId: 1, level: 1 }), dialog, '/machines')
  return { user, field: screen.getByLabelText('Credit Amount') }
}
const box = (number: number) =>
  screen.findByRole('checkbox', { name: `Select owner ${String(number).padStart(2, '0')} Slot ${number}` })
// queries by role are slow with a dialog over a table
const button = (name: string) => screen.findByRole('button', { name }, { timeout: 5000 })
const bar = () => screen.findByRole('toolbar', { name: 'Selection' })
const ownersIn = (part: HTMLElement) =>
  [...part.querySelectorAll('tr[data-index]')].map((row) => /owner \d\d/.exec(row.textContent)?.[0])
interface Body {
  items: { machineId: string }[]
}
const answerAll = ({ body }: { body: string }) => ({
  body: {
    results: (JSON.parse(body) as Body).items.map(({ machineId }) => ({
      id: machineId,
      status: 200,
      credit: 1,
      creditVersion: '2',
    })),
  },
})

describe('selected machines', () => {
  test('are previewed in the order of the table', async () => {
    const { user } = await open(
      machines(3).map((machine, index) => ({ ...machine, credit: [5, 30, 10][index]! })),
    )
    await user.click(screen.getByText('Credit', { selector: 'th *' }))
    await user.click(await button('Select'))
    for (const number of [0, 1, 2]) await user.click(await box(number))
    await waitFor(() => expect(ownersIn(document.body)).toEqual(['owner 00', 'owner 02', 'owner 01']))
    await user.click(await button('Block...'))
    const dialog = await screen.findByRole('dialog', {}, { timeout: 5000 })
    expect(ownersIn(dialog)).toEqual(['owner 00', 'owner 02', 'owner 01'])
  })

  test.each([404, 405])('are credited one by one if the bulk call answers %d', async (status) => {
    const { user, field } = openCredit(2)
    server().on(BULK, { status })
    for (const at of [0, 1])
      server().on(`/api/Machines/${idOf(at)}/credit`, { body: { credit: 20, creditVersion: '2' } })
    await user.type(field, '5{Enter}')
    expect(await screen.findByText('2 done')).toBeVisible()
    const [, one, two] = server().writes()
    expect([one?.body, two?.body]).toEqual(['{"amount":105}', '{"amount":105}'])
    expect(one?.headers['if-match']).toBe('"1"')
  })

  test('can only get a new credit on a server without versions', async () => {
    const { user, field } = openCredit(2, { creditVersion: undefined })
    expect(screen.queryByLabelText('Change')).not.toBeInTheDocument()
    for (const at of [0, 1]) server().on(`/api/Machines/${idOf(at)}/credit`, {})
    await user.type(field, '50{Enter}')
    expect(await screen.findByText('2 done')).toBeVisible()
    expect(
      server()
        .writes()
        .map(({ body }) => body),
    ).toEqual(['{"amount":50}', '{"amount":50}'])
  })

  test('are blocked one by one if there is no bulk call, each with its own result', async () => {
    server().on('/api/Machines/bulk/block', { status: 404 })
    server().on(`/api/Machines/${idOf(0)}/toggle-block`, { body: { blocked: true, version: '2' } })
    server().on(`/api/Machines/${idOf(1)}/toggle-block`, { body: { blocked: false } })
    const dialog = (
      <BulkBlockDialog machines={normaliseMachines(machines(2))} blocked onClose={() => undefined} />
    )
    const { user } = renderAs(aUser({ userId: 1, level: 1 }), dialog, '/machines')
    await user.click(await button('Block'))
    expect(await screen.findByText('1 done, 1 failed')).toBeVisible()
    expect(screen.getByText('Somebody else has changed the block')).toBeVisible()
    const sent = server().writes().slice(1)
    expect(sent.map(({ body }) => body)).toEqual(['{"blocked":true}', '{"blocked":true}'])
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
    for (const { headers } of sent) expect(headers['idempotency-key']).toMatch(/^[\da-f]{32}:/)
  })

  test('stay unchanged for an unusable amount, which is explained; Subtract accepts a negative one', async () => {
    const { user, field } = openCredit(2)
    await user.type(field, '12,50{Enter}')
    expect(screen.getByText('Use a point for decimals')).toBeVisible()
    expect(screen.getByText('Enter an amount to see what will change.')).toBeVisible()
    for (const [text, summary] of [
      ['0', '0 machines: $0.00 in all. 2 left out: no change.'],
      ['9999999', '0 machines: $0.00 in all. 2 left out: more than $9,999,999.99 (Slot 0, Slot 1).'],
      ['99999999', 'Enter $9,999,999.99 or less.'],
      ['1.005', 'Enter at most two decimals.'],
      ['.', 'Enter an amount to see what will change.'],
    ] as const) {
      await user.clear(field)
      await user.type(field, text)
      expect(screen.getByText(summary)).toBeVisible()
    }
    await user.clear(field)
    await user.type(field, '-50{Enter}')
    expect(field).toBeInvalid()
    expect(screen.getByText("Choose 'Subtract' to reduce the credit")).toBeVisible()
    await user.click(await button('Apply'))
    expect(field).toHaveFocus()
    await user.click(screen.getByLabelText('Change'))
    await user.click(await screen.findByRole('option', { name: 'Subtract' }))
    expect(field).toBeValid()
    expect(screen.getByText('2 machines: -$100.00 in all.')).toBeVisible()
    await user.click(await button('Cancel'))
    expect(await screen.findByText('Discard changes?')).toBeVisible()
    expect(server().writes()).toEqual([])
  })

  test('change only after confirmation if a keystroke was ignored; the question also mentions a large change', async () => {
    server().on(BULK, answerAll)
    const { user, field } = openCredit(2)
    await user.type(field, '1.5.5{Enter}')
    expect(await screen.findByText('Some input was ignored: the amount is $1.55.')).toBeVisible()
    await user.click(await button('Cancel'))
    await user.clear(field)
    await user.type(field, '5x000{Enter}')
    expect(
      await screen.findByText(/^Some input was ignored: .* 2 of them would have ten times/),
    ).toBeVisible()
    expect(server().writes()).toEqual([])
    await user.click(await button('Cancel'))
    await user.clear(field)
    await user.type(field, '155{Enter}')
    expect(await screen.findByText('2 done')).toBeVisible()
  })

  test('on a phone show the complete change, then replace it with the result and its reason', async () => {
    server().on(BULK, ({ body }) => ({
      body: {
        results: (JSON.parse(body) as Body).items.map(({ machineId }) => ({
          id: machineId,
          status: 409,
          message: 'El crédito ha cambiado',
        })),
      },
    }))
    mockLayout({ width: 300 })
    const { user, field } = openCredit(1)
    await user.type(field, '5')
    const table = within(within(screen.getByRole('dialog')).getByRole('table'))
    expect(table.getByText('$100.00 → $105.00 (+$5.00)')).toBeVisible()
    await user.click(await button('Apply'))
    expect(await table.findByText('Failed')).toHaveClass('chip', 'error')
    expect(table.getByText('El crédito ha cambiado')).toBeVisible()
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Machine',
      'Result',
    ])
  })

  test('require a second confirmation for a large change', async () => {
    server().on(BULK, answerAll)
    const { user, field } = openCredit(1)
    await user.type(field, '901{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Apply this change?' })).toBeVisible()
    expect(server().writes()).toEqual([])
    await user.click(
      within(screen.getByRole('dialog', { name: 'Apply this change?' })).getByRole('button', {
        name: 'Apply',
      }),
    )
    expect(await screen.findByText('1 done')).toBeVisible()
  })

  test('can be selected with Space, stay selected during a search, and cannot be selected by level 6', async () => {
    const { user, unmount } = await open()
    await user.click(await button('Select'))
    await box(0)
    const row = screen.getByText('owner 02').closest('tr')!
    row.focus()
    await user.keyboard(' ')
    expect(await box(2)).toBeChecked()
    await user.type(screen.getByLabelText('Search Machines'), 'owner 05')
    await waitFor(() => expect(screen.queryByText('owner 02')).not.toBeInTheDocument())
    expect(within(await bar()).getByRole('status')).toHaveTextContent(/^1 machine selected, 1 not shown$/)
    await user.clear(screen.getByLabelText('Search Machines'))
    expect(await screen.findByText('1 machine selected')).toBeVisible()
    await user.click(await button('Done'))
    expect(screen.queryByRole('checkbox', { name: /^Select / })).not.toBeInTheDocument()
    unmount()
    await open(machines(2), 6)
    expect(screen.queryByRole('button', { name: 'Select' })).not.toBeInTheDocument()
  })
})
