import { describe, expect, it } from '@jest/globals'
import { normaliseMachines } from '@console/shared-kernel/contracts/machine'
import {
  findMachines,
  hintOf,
  isSortedByName,
  keepUnchanged,
  sortMachines,
  statusesOf,
  statusTone,
  type MachineFilters,
} from './model'

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
  { id: 'ccc-3', userName: 'Carlos', credit: 0.5, profit: 0, status: 'ONLINE' },
])
const ALL: MachineFilters = { status: '', blocked: '' }
const found = (query: string, filters = ALL) =>
  findMachines(machines, query, filters).map((machine) =>
    `${machine.userName} ${hintOf(machine, query) ?? ''}`.trim(),
  )

describe('[VALID-17] the search of machines', () => {
  it.each([
    ['', ['bea', 'Ana', 'Carlos']],
    ['  ', ['bea', 'Ana', 'Carlos']],
    ['BEA', ['bea']],
    ['poker', ['bea Poker 10', 'Ana Poker 9']],
    ['POKER 9', ['Ana Poker 9']],
    ['carl', ['Carlos']],
    ['onl', ['bea Online', 'Carlos ONLINE']],
    ['Bbb-', ['Ana bbb-2']],
    ['nothing', []],
  ])('%j finds %j, and says where no column does', (query, expected) =>
    expect(found(query)).toEqual(expected),
  )

  it.each<[MachineFilters, string[]]>([
    [{ status: 'online', blocked: '' }, ['bea', 'Carlos']],
    [{ status: '', blocked: 'yes' }, ['Ana']],
    [{ status: '', blocked: 'no' }, ['bea', 'Carlos']],
    [{ status: 'offline', blocked: 'no' }, []],
  ])('within %j: %j', (filters, expected) => expect(found('', filters)).toEqual(expected))

  it('offers each status once, whatever its case', () =>
    expect(statusesOf(machines)).toEqual(['Online', 'offline']))
})

it.each([
  ['userName', ['Ana', 'bea', 'Carlos']],
  ['credit', ['Carlos', 'bea', 'Ana']],
  ['serviceMode', ['Ana', 'Carlos', 'bea']],
  ['profit', ['bea', 'Carlos', 'Ana']],
  ['constructor', ['Ana', 'bea', 'Carlos']],
])('[MACHINES-2] [MACHINES-3] sorted by %s: %j, and the other way round', (key, expected) => {
  const names = (direction: 'asc' | 'desc') =>
    sortMachines(machines, key, direction).map(({ userName }) => userName)
  expect(names('asc')).toEqual(expected)
  if (key !== 'serviceMode') expect(names('desc')).toEqual(expected.toReversed())
})

it.each([
  ['userName', true],
  ['credit', false],
  ['serviceMode', false],
  ['profit', false],
  ['constructor', true],
])('an order by %s waits for the ranking of names: %p', (key, expected) =>
  expect(isSortedByName(key)).toBe(expected),
)

it.each([
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

describe('a list that was read again', () => {
  const again = () => machines.map((machine) => ({ ...machine }))

  it('is the very same one where nothing has changed', () =>
    expect(keepUnchanged(again(), machines)).toBe(machines))

  it('keeps each machine that has not', () => {
    const now = again()
    now[1] = { ...now[1]!, creditCents: 7 }
    const kept = keepUnchanged(now, machines)
    expect(kept.map((machine, place) => machine === machines[place])).toEqual([true, false, true])
    expect(kept[1]!.creditCents).toBe(7)
  })

  it.each([
    ['longer', [...machines, machines[0]!]],
    ['shorter', machines.slice(1)],
    ['empty', []],
  ])('is another one where it is %s', (_, now) => expect(keepUnchanged(now, machines)).toEqual(now))
})
