import { describe, expect, test } from '@jest/globals'
import { normaliseMovementRows } from './reportMovementRow'

const nothing = {
  machine: '',
  date: '',
  hour: '',
  type: '',
  inCents: 0,
  outCents: 0,
  ticket: '',
  state: '',
  operation: '',
  amountCents: 0,
}

describe('[CALL-35] a movement of the external service', () => {
  test.each([
    [
      'Detail',
      { Machine: 'M', Date: '21-11-2026', Hour: '10:00:00', Type: 'Cash in', IN: 20.5, OUT: '0' },
      { machine: 'M', date: '21-11-2026', hour: '10:00:00', type: 'Cash in', inCents: 2050 },
    ],
    [
      'Tickets',
      { Machine: 'M', Date: 'd', Hour: 'h', Ticket: 'T-1', Amount: 0.1, State: 'paid' },
      { machine: 'M', date: 'd', hour: 'h', ticket: 'T-1', amountCents: 10, state: 'paid' },
    ],
    [
      'POS in camelCase',
      { machine: 'M', date: 'd', hour: 'h', operation: 'Sale', amount: '-3' },
      { machine: 'M', date: 'd', hour: 'h', operation: 'Sale', amountCents: -300 },
    ],
    ['nothing readable', { Machine: {}, IN: 'x', Amount: null }, {}],
  ])('%s', (_, wire, expected) =>
    expect(normaliseMovementRows([wire])).toEqual([{ ...nothing, ...expected }]),
  )

  test.each([[null], [{}], ['[]'], [[null, 3, []]]])('[VALID-19] is not found in %p', (wire) =>
    expect(normaliseMovementRows(wire)).toEqual([]),
  )
})
