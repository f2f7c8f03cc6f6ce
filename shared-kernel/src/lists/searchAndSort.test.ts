import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type Machine, normaliseMachines } from '../contracts/machine'
import { userIdentity, type User } from '../contracts/user'
import { aUser } from '../../testing/entities'
import { blockedOwners } from '../domain/blockedBranch'
import { placeAt } from '../domain/packedTreeRow'
import { compareNames, sortRows, type SortDirection, type SortKind } from '../domain/sorting'
import {
  LIST_KINDS,
  type ListView,
  type MachineFilter,
  type RowChange,
  type UserFilter,
  type ListKindName,
  type ListRows,
} from './listKinds'
import { NameRanks, orderBy, rankValues } from './ranks'
import { changedRows, lastChanges } from './lists'
import { ListIndex } from './searchAndSort'
import { indexOfRows } from '../../testing/indexedRows'

const indexOf = <Kind extends ListKindName>(kind: Kind, items: readonly unknown[]) =>
  indexOfRows(kind, items.map(LIST_KINDS[kind].normalise).filter((row) => row !== null) as ListRows[Kind][])

const users = indexOf('users', [
  { id: 1, userName: 'zoe', level: 2, pais: 'Spain', createdAt: '2026-03-01T00:00:00Z', nameClient: 'b10' },
  { id: 2, userName: 'Ñu', level: 1, pais: 'peru', createdAt: '2026-03-01T00:30:00+01:00', nameClient: 'B9' },
  { id: 3, userName: 'nube', level: 7, pais: null, createdAt: 'soon', nameClient: 'a' },
  { id: 4, userName: 'Ángel', levelU: null, pais: 'Spain', createdAt: null, nameClient: 'C' },
  { id: 5, userName: 'user10', level: 2, pais: 'Perú', createdAt: '2025-12-31T00:00:00Z', nameClient: '' },
  {
    id: 6,
    userName: 'user9',
    level: 2,
    pais: 'Austria',
    createdAt: '2026-01-01T00:00:00Z',
    nameClient: 'b1',
  },
])
const idsOf = (index: typeof users, view: ListView<UserFilter>) =>
  [...index.find(view).indexes].map((at) => index.rows[at]!.userId)
const idsBy = (key: string, direction: SortDirection = 'asc') => idsOf(users, { sort: { key, direction } })

describe('[USERS-4] sorting by the columns of users', () => {
  test.each([
    ['userName, as Spanish readers expect', 'userName', [4, 3, 2, 6, 5, 1]],
    ['level, missing values last', 'level', [2, 1, 5, 6, 3, 4]],
    ['pais, missing values first', 'pais', [3, 6, 2, 5, 1, 4]],
  ])('%s', (_, key, expected) => expect(idsBy(key)).toEqual(expected))

  test.each([
    ['level', [4, 3, 1, 5, 6, 2]],
    ['pais', [1, 4, 2, 5, 6, 3]],
  ])('%s descending keeps the order of equal rows', (key, expected) =>
    expect(idsBy(key, 'desc')).toEqual(expected),
  )
})

describe('[USERS-5] other sort keys', () => {
  test.each([['dateCreation'], ['creationDate']])('%s sorts by time, with unreadable values first', (key) =>
    expect(idsBy(key)).toEqual([3, 4, 5, 6, 2, 1]),
  )

  test.each([
    ['nameClient', [5, 3, 6, 1, 2, 4]],
    ['machineCount', [1, 2, 3, 4, 5, 6]],
    ['noSuchField', [1, 2, 3, 4, 5, 6]],
    ['constructor', [1, 2, 3, 4, 5, 6]],
    ['__proto__', [1, 2, 3, 4, 5, 6]],
  ])('%s sorts as lower-case text', (key, expected) => expect(idsBy(key)).toEqual(expected))
})

describe('[USERS-3] [VALID-18] searching users', () => {
  const people = indexOf('users', [
    { id: 1, userName: 'Ana.García', countryName: 'Spain' },
    { id: 2, userName: 'spinner', countryName: null },
    { id: 3, userName: 'bob', countryName: 'PERÚ' },
    { id: 4, userName: 'ΣΟΦΙΑ', countryName: 'Ελλάδα' },
  ])
  test.each([
    ['', [1, 2, 3, 4]],
    ['   ', [1, 2, 3, 4]],
    ['ana', [1]],
    ['GARCÍA', [1]],
    ['garci\u0301a', [1]],
    ['sp', [1, 2]],
    ['perú', [3]],
    ['garcia', [1]],
    ['PERU', [3]],
    ['spínner', []],
    ['garcìa', []],
    ['σοφια', [4]],
    ['ελλαδα', [4]],
    ['σοφ', [4]],
    [' bob ', [3]],
    ['.', [1]],
    ['.*', []],
    ['null', []],
    ['nobody', []],
  ])('%p finds %p', (search, expected) => expect(idsOf(people, { search })).toEqual(expected))

  test('can be limited to names', () =>
    expect(idsOf(people, { search: 'sp', searchIn: 'name' })).toEqual([2]))
})

describe('a list with changes and views', () => {
  const names = fc.constantFrom('ana', 'Ána', 'aníana', 'nan', 'bob', 'b')
  const change = fc.oneof(
    fc.record({
      ifListed: fc.boolean(),
      put: fc
        .record({
          userId: fc.nat(8),
          userName: names,
          level: fc.integer({ min: 1, max: 7 }),
          isBlocked: fc.boolean(),
          parentUserId: fc.nat(8),
        })
        // cyclic links are covered by the tree's own test
        .map((user) => ({
          ...user,
          parentUserId: user.parentUserId < user.userId ? user.parentUserId : null,
        })),
    }),
    fc.record({ remove: fc.nat(8) }),
  )
  const changes = fc.record({ changes: fc.array(change, { maxLength: 5 }) })
  const view = fc.record({
    key: fc.constantFrom('userName', 'level', 'pais', 'userId'),
    direction: fc.constantFrom<SortDirection>('asc', 'desc'),
    search: fc.constantFrom('', 'a', 'an', 'ana', 'ÁN', 'b', 'x'),
    levels: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }))),
    blocked: fc.option(fc.boolean()),
    within: fc.option(fc.nat(8)),
  })

  const identityOf = (made: RowChange<User>) => ('put' in made ? userIdentity(made.put) : made.remove)
  const pathOf = (user: User, rows: readonly User[]): number[] => {
    const parent = rows.find(({ userId }) => userId === user.parentUserId)
    return [user.userId, ...(parent ? pathOf(parent, rows) : [])]
  }

  /** The definition of the result: filtered, then sorted. */
  function expected(
    rows: readonly User[],
    {
      key,
      direction,
      search,
      levels,
      blocked,
      within,
    }: typeof view extends fc.Arbitrary<infer V> ? V : never,
  ) {
    const passing = rows.filter(
      (user) =>
        (levels === null || levels.includes(user.level)) &&
        (blocked === null || user.isBlocked === blocked) &&
        (within === null || pathOf(user, rows).includes(within)) &&
        LIST_KINDS.users.searchTexts.all(user).includes(search.toLowerCase()),
    )
    return sortRows(passing, LIST_KINDS.users.column(key), direction)
  }

  test("has the page's rows and the requested view, after any change", () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(changes, view), { maxLength: 25 }), (steps) => {
        const index = indexOf('users', [])
        let rows: readonly User[] = []
        for (const step of steps) {
          if ('key' in step) {
            const { key, direction, search, levels, blocked, within } = step
            const filter = { ...(levels && { levels }), ...(blocked !== null && { blocked }) }
            const view = { sort: { key, direction }, search, filter, within }
            const { indexes } = index.find(view)
            expect([...indexes].map((at) => rows[at])).toEqual(expected(rows, step))
            // a tree finds the same rows, in another order
            const { tree } = index.find({ ...view, branches: [] })
            const found = [...tree!.indexes].filter((_, at) => placeAt(tree!.places, at).found)
            expect(found.sort()).toEqual([...indexes].sort())
          } else {
            const made = step.changes.map((each) =>
              'put' in each ? { ...each, put: aUser(each.put) } : each,
            )
            const last = lastChanges(made, userIdentity)
            const [before, earlier] = [index.snapshot(), rows]
            index.change(last)
            rows = changedRows(rows, userIdentity, last)
            expect(index.rows).toEqual(rows)
            expect(before.rows).toEqual(earlier)
            expect(earlier.map(before.indexOf)).toEqual([...earlier.keys()])
            for (const each of last) {
              const listed = rows.filter((row) => userIdentity(row) === identityOf(each))
              if ('remove' in each) expect(listed).toEqual([])
              else if (!each.ifListed) expect(listed).toEqual([each.put])
            }
          }
        }
      }),
    ))
})

const name = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom('a1', 'A01', 'á1', 'a2', 'a10', 'ñ', 'n', 'o'),
)

describe('name ranks', () => {
  test('agree with the collator, even when more names arrive', () =>
    fc.assert(
      fc.property(fc.array(name), fc.array(name), (first, more) => {
        const known = new NameRanks()
        known.rank(first)
        const names = [...more, ...first]
        const ranks = known.rank(names)
        names.forEach((a, i) =>
          names.forEach((b, j) => {
            expect(Math.sign(ranks[i]! - ranks[j]!)).toBe(Math.sign(compareNames(a, b)))
          }),
        )
      }),
    ))

  test('of 100,000 names agree with the collator', () => {
    const many = Array.from(
      { length: 100_000 },
      (_, i) => `${['José', 'Ana', 'user', 'Ñu'][i % 4]}${(i * 7919) % 100_000}`,
    )
    const order = orderBy(new NameRanks().rank(many), 'asc')
    const wrong = order.findIndex(
      (index, at) => at > 0 && compareNames(many[order[at - 1]!]!, many[index]!) > 0,
    )
    expect(wrong).toBe(-1)
  })
})

describe('a sort order', () => {
  test('keeps the order of equal rows in both directions', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.string({ maxLength: 2 }), fc.constant(null))),
        fc.constantFrom<SortKind>('number', 'time', 'text'),
        fc.constantFrom('asc' as const, 'desc' as const),
        (values, kind, direction) => {
          const rows = values.map((value, index) => ({ value, index }))
          const column = { kind, read: (row: (typeof rows)[number]) => row.value }
          const order = orderBy(rankValues(rows, column), direction)
          expect([...order].map((index) => rows[index])).toEqual(sortRows(rows, column, direction))
        },
      ),
    ))
})

describe('filtering machines', () => {
  const below2 = new Map([
    [2, 0],
    [3, 1],
    [4, 2],
  ])
  const usersOfOwners = [
    aUser({ userId: 3, userName: 'ana', isBlocked: true }),
    aUser({ userId: 4, userName: 'bea', parentUserId: 3 }),
  ]
  const machines = new ListIndex<Machine, MachineFilter>(
    LIST_KINDS.machines,
    (_, userId) => (userId === 2 ? below2 : new Map([[userId, 0]])),
    () => blockedOwners(usersOfOwners),
  )
  for (const machine of normaliseMachines([
    { id: 'a', userId: 3, isConnected: true, block: false, status: 'Online' },
    { id: 'b', userId: 4, isConnected: false, block: true, status: 'Offline', ownerBlocked: false },
    { id: 'c', userId: 5, isConnected: true, block: true, status: 'Online', ownerBlocked: true },
    { id: 'd', userName: 'bea' },
  ]))
    machines.add(machine)
  const users = { id: 'list 1', version: 1 }
  test.each<[Partial<MachineFilter>, string]>([
    [{}, 'abcd'],
    [{ online: 'yes' }, 'ac'],
    [{ online: 'no' }, 'bd'],
    [{ blocked: 'yes', online: 'yes' }, 'c'],
    [{ status: 'online', blocked: 'no' }, 'a'],
    [{ ownerFrom: { users, userId: 2 } }, 'ab'],
    [{ ids: ['b', 'c'], ownerFrom: { users, userId: 2 } }, 'b'],
    [{ ownerFrom: { users, userId: 2 }, online: 'no' }, 'b'],
    [{ ownerFrom: { users, userId: 5 } }, 'c'],
    [{ ownerBlocked: { users: null } }, 'c'],
    // the server's value wins over the list of users, in which an owner without an id is found by name
    [{ ownerBlocked: { users } }, 'acd'],
    [{ ownerFrom: { users, userId: 9 } }, ''],
  ])('by %j', (filter, expected) => {
    const { indexes } = machines.find({ filter: { status: '', blocked: '', ...filter } })
    expect([...indexes].map((at) => machines.rows[at]!.id).join('')).toBe(expected)
  })
})
