import { describe, expect, test } from '@jest/globals'
import type { ListView, MachineFilter } from '@console/shared-kernel/core'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { indexOfRows } from '@console/shared-kernel/testing/page'
import { countLine, hintOf, statusesOf, statusTone } from './model'

const machines = normaliseMachines([
  {
    id: 'aaa-1',
    machineName: 'Poker 10',
    userName: 'bea',
    credit: 5,
    profit: -3,
    status: 'Online',
    service: 1,
  },
  {
    id: 'bbb-2',
    machineName: 'Poker 9',
    userName: 'Ana',
    credit: 10,
    profit: 4,
    status: 'offline',
    block: true,
  },
  { id: 'ccc-3-and-more', userName: 'Carlos', credit: 0.5, profit: 0, status: 'ONLINE' },
])
const index = indexOfRows('machines', machines)
const rowsOf = (view: ListView<MachineFilter>) => [...index.find(view).indexes].map((at) => machines[at]!)
const ALL: MachineFilter = { status: '', blocked: '' }
const found = (search: string, filter = ALL) =>
  rowsOf({ search, filter }).map((machine) => `${machine.userName} ${hintOf(machine, search) ?? ''}`.trim())

test.each([
  [0, 0, false, 'No machines found'],
  [100_000, 100_000, false, '100,000 machines'],
  [1500, 100_001, true, '1,500 of 100,001 machines, all loaded'],
  [120_000, 120_000, false, '120,000 machines, all loaded'],
])('%d of %d machines (narrowed: %s): %s', (shown, all, isNarrowed, text) =>
  expect(countLine(shown, all, isNarrowed)).toBe(text),
)

describe('[VALID-17] the machine search', () => {
  test.each([
    ['', ['bea', 'Ana', 'Carlos']],
    ['  ', ['bea', 'Ana', 'Carlos']],
    ['BEA', ['bea']],
    ['poker', ['bea', 'Ana']],
    ['POKER 9', ['Ana']],
    ['carl', ['Carlos']],
    ['onl', ['bea Online', 'Carlos ONLINE']],
    ['Bbb-', ['Ana']],
    ['ccc-3-and-MORE', ['Carlos ccc-3-and-more']],
    ['nothing', []],
  ])('%j finds %j, and names the field if it is not visible', (query, expected) =>
    expect(found(query)).toEqual(expected),
  )

  test.each<[MachineFilter, string[]]>([
    [{ status: 'online', blocked: '' }, ['bea', 'Carlos']],
    [{ status: '', blocked: 'yes' }, ['Ana']],
    [{ status: '', blocked: 'no' }, ['bea', 'Carlos']],
    [{ status: 'offline', blocked: 'no' }, []],
  ])('within %j finds %j', (filters, expected) => expect(found('', filters)).toEqual(expected))

  test('lists each status once, ignoring case', () =>
    expect(statusesOf(machines)).toEqual(['Online', 'offline']))
})

test.each([
  ['userName', ['Ana', 'bea', 'Carlos']],
  ['credit', ['Carlos', 'bea', 'Ana']],
  ['serviceMode', ['Ana', 'Carlos', 'bea']],
  ['profit', ['bea', 'Carlos', 'Ana']],
  ['constructor', ['Ana', 'bea', 'Carlos']],
])('[MACHINES-2] [MACHINES-3] sorted by %s: %j, and reversed', (key, expected) => {
  const names = (direction: 'asc' | 'desc') =>
    rowsOf({ sort: { key, direction } }).map(({ userName }) => userName)
  expect(names('asc')).toEqual(expected)
  if (key !== 'serviceMode') expect(names('desc')).toEqual(expected.toReversed())
})

test.each([
  ['running', 'success'],
  ['Online', 'success'],
  ['ACTIVE', 'success'],
  ['stopped', 'error'],
  ['Offline', 'error'],
  ['inactive', 'error'],
  ['Maintenance', 'warning'],
  ['service', 'warning'],
  ['Unknown', 'default'],
  ['constructor', 'default'],
  ['', 'default'],
])('[STATE-18] the status %j is %s', (status, tone) => expect(statusTone(status)).toBe(tone))
