import { describe, expect, test } from '@jest/globals'
import { hierarchyName, normaliseHierarchyMachine } from './hierarchyEntries'
import { normaliseUser } from './user'

describe('[ENTITY-19] a user in the report filters is read like any other', () => {
  test.each([
    [{ userId: 7, userName: 'ana', level: 4, parentUserId: 3 }],
    [{ id: '7', name: 'ana', levelU: '4', userIdcriador: '3' }],
  ])('%j', (wire) => {
    const user = normaliseUser(wire)!
    expect(user).toMatchObject({ userId: 7, level: 4, parentUserId: 3 })
    expect(hierarchyName(user)).toBe('ana')
  })

  test.each([
    [3, 'Unknown SubAdmin'],
    [4, 'Unknown Distributor'],
    [5, 'Unknown SubDistributor'],
    [6, 'Unknown Client'],
    [7, 'Unknown Player'],
  ])('[ENTITY-20] level %p without a name is called %p', (level, name) =>
    expect(hierarchyName(normaliseUser({ id: 1, level, userName: ' ' })!)).toBe(name),
  )
})

describe('[ENTITY-21] a machine in the report filters', () => {
  test.each([
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
    expect(normaliseHierarchyMachine(wire)).toEqual({ ...expected, type: 'machine' })
  })

  test.each([[null], [{}], [{ name: 'X' }], [{ id: '' }]])(
    '[ENTITY-22] is not read from %p, which has no id',
    (wire) => expect(normaliseHierarchyMachine(wire)).toBeNull(),
  )
})
