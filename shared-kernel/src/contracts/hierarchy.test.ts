import { describe, expect, it } from '@jest/globals'
import { normaliseHierarchyMachines, normaliseHierarchyUsers } from './hierarchy'

describe("[ENTITY-19] a user of the reports' filters", () => {
  it.each([
    [
      'as sent',
      { userId: 7, userName: 'ana', level: 4, parentUserId: 3 },
      { userId: 7, name: 'ana', level: 4, parentUserId: 3 },
    ],
    [
      'aliases',
      { id: '7', name: 'ana', levelU: '5', userIdcriador: '3' },
      { userId: 7, name: 'ana', level: 5, parentUserId: 3 },
    ],
    [
      'levelU and userIdcriador first',
      { id: 1, name: 'a', levelU: 3, level: 7, userIdcriador: 2, parentUserId: 9 },
      { userId: 1, name: 'a', level: 3, parentUserId: 2 },
    ],
    [
      'no parent',
      { id: 1, name: 'a', level: 3, parentUserId: null },
      { userId: 1, name: 'a', level: 3, parentUserId: null },
    ],
  ])('%s', (_, wire, expected) => expect(normaliseHierarchyUsers([wire])).toEqual([expected]))

  it.each([
    [3, 'Unknown SubAdmin'],
    [4, 'Unknown Distributor'],
    [5, 'Unknown SubDistributor'],
    [6, 'Unknown Client'],
    [7, 'Unknown Player'],
  ])('[ENTITY-20] level %p without a name is %p', (level, name) => {
    expect(normaliseHierarchyUsers([{ id: 1, level, userName: ' ' }])).toMatchObject([{ name }])
  })

  it.each([[1], [2], [8], [999], [3.5], ['x'], [null]])('[CONST-3] level %p is none of it', (level) => {
    expect(normaliseHierarchyUsers([{ id: 1, level }])).toEqual([])
  })

  it.each([[null], [{}], [[null, {}, { level: 3 }]]])('%p holds no users', (wire) =>
    expect(normaliseHierarchyUsers(wire)).toEqual([]),
  )

  it('one id twice counts once', () => {
    expect(
      normaliseHierarchyUsers([
        { id: 1, level: 3 },
        { id: '1', level: 4 },
      ]),
    ).toHaveLength(1)
  })
})

describe("[ENTITY-21] a machine of the reports' filters", () => {
  it.each([
    [
      'machineId',
      { machineId: 'a', id: 'b', name: 'X', userId: 1 },
      { id: 'a', name: 'Machine: X', ownerId: 1 },
    ],
    [
      'id',
      { id: 5, IdMachine: 6, machineName: 'X', clientId: '2' },
      { id: '5', name: 'Machine: X', ownerId: 2 },
    ],
    ['IdMachine', { IdMachine: 'c', model: 'X', parentId: 3 }, { id: 'c', name: 'Machine: X', ownerId: 3 }],
    ['idMachine', { idMachine: 'd', serialNumber: 'X' }, { id: 'd', name: 'Machine: X', ownerId: null }],
    ['no name', { id: 'e' }, { id: 'e', name: 'Machine: Machine e', ownerId: null }],
    [
      'a prefix already there',
      { id: 'f', name: 'machine: X' },
      { id: 'f', name: 'machine: X', ownerId: null },
    ],
    [
      'owners in order',
      { id: 'g', name: 'X', userId: null, clientId: 2, parentId: 3 },
      { id: 'g', name: 'Machine: X', ownerId: 2 },
    ],
  ])('%s', (_, wire, expected) => {
    expect(normaliseHierarchyMachines([wire])).toEqual([{ ...expected, type: 'machine' }])
  })

  it.each([[null], [{}], [[null, {}, { name: 'X' }, { id: '' }]]])(
    '[ENTITY-22] %p holds none with an id',
    (wire) => expect(normaliseHierarchyMachines(wire)).toEqual([]),
  )
})
