import { describe, expect, test } from '@jest/globals'
import type { Activity } from '@console/shared-kernel/contracts'
import { changesOf, type RecordNames, sideText, targetNameOf, withNoteSubjects } from './model'
import {
  type ActivityFilters,
  filterWords,
  matchesFilters,
  toParameters,
  unusableFilters,
  withDays,
} from './view'

const row = (over: Partial<Activity>): Activity => ({
  id: 1,
  at: '2026-11-21T10:00:00Z',
  kind: 'machine.credit',
  actor: { userId: 2, userName: 'ana' },
  subject: null,
  before: null,
  after: null,
  reason: null,
  reverts: null,
  requestId: null,
  ...over,
})

const NAMES: RecordNames = {
  game: (id) => (id === 1 ? 'Fruit Fiesta' : undefined),
  user: (id) => (id === 20 ? 'admin1' : undefined),
  machine: (id) => (id === 'm1' ? { id, name: 'Slot 1', ownerId: 20, userName: 'admin1' } : undefined),
  instant: (iso) => iso,
}

const AUGUST = '2026-08-01T00:00:00.000Z'

test.each([
  [{ detached: ['movements_2026_05', 'movements_2026_06', 'movements_2026_07'] }, '05-2026 to 07-2026'],
  [{ dropped: ['movements_2026_05'] }, '05-2026'],
  [
    { attached: ['movements_2025_11', 'movements_2025_12', 'movements_2026_01', 'movements_2026_08'] },
    '11-2025 to 01-2026, 08-2026',
  ],
  [{ detached: ['movements_2026_05', 'other', 'movements_2026_06'] }, '05-2026, other, 06-2026'],
  [{ attached: [] }, ''],
  [{ detached: [7] }, ''],
])('the months that were moved are shown in place of a subject: %j', (after, months) =>
  expect(targetNameOf(row({ after }))).toBe(months),
)

test('notes have the user or machine that they are about as their target, if its name is known', () => {
  const user = row({ kind: 'note.create', after: { userId: 20 } })
  const machine = row({ kind: 'note.delete', before: { machineId: 'm1' } })
  const unknown = row({ kind: 'note.create', after: { machineId: 'm2' } })
  const other = row({ kind: 'user.update', after: { userId: 20 } })
  const rows = withNoteSubjects([user, machine, unknown, other], NAMES)
  expect(rows.map(({ subject }) => [subject?.type, subject?.name, subject?.ownerName])).toEqual([
    ['user', 'admin1', ''],
    ['machine', 'Slot 1', 'admin1'],
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
  ])
  expect(rows.slice(0, 2).flatMap((note) => changesOf(note, NAMES))).toEqual([])
  expect(rows.slice(2)).toEqual([unknown, other])
  const withoutNotes = [other]
  expect(withNoteSubjects(withoutNotes, NAMES)).toBe(withoutNotes)
})

describe('the values before and after', () => {
  test('show money in dollars, and leave out version numbers', () => {
    const credit = row({
      before: { creditCents: 500, version: 1 },
      after: { creditCents: 123450, version: 2 },
    })
    expect(sideText(credit, 'from', NAMES)).toBe('Credit: $5.00')
    expect(sideText(credit, 'to', NAMES)).toBe('Credit: $1,234.50')
  })

  test('leave out what is missing before or after', () => {
    const created = row({ after: { name: 'Slot 1', quit_pass: false } })
    expect([sideText(created, 'from', NAMES), sideText(created, 'to', NAMES)]).toEqual([
      '',
      'Name: Slot 1, Remove password: No',
    ])
  })

  test('show the address of a sign-in before its method', () =>
    expect(sideText(row({ after: { method: 'password, code', address: '::1' } }), 'to', NAMES)).toBe(
      'Address: ::1, Method: password, code',
    ))

  test('show nested fields separately, and the added and removed elements of lists', () =>
    expect(
      changesOf(
        {
          before: {
            otherSettings: { touchScreen: false },
            jackpotSettings: { superJackpot: { apMinimum: 1 } },
          },
          after: {
            otherSettings: { touchScreen: true },
            jackpotSettings: { superJackpot: { apMinimum: 2 } },
          },
        },
        NAMES,
      ),
    ).toEqual([
      { field: 'Other, Touch Screen', from: 'No', to: 'Yes' },
      { field: 'Jackpots, Super, Minimum AP', from: '1', to: '2' },
    ]))

  test('name games and users, and show the kind of an unknown id', () =>
    expect(
      changesOf(
        {
          before: { selectedGames: { removed: [3] }, parent_id: 20 },
          after: { selectedGames: { added: [1, 5] }, parent_id: 21 },
        },
        NAMES,
      ),
    ).toEqual([
      { field: 'Games', from: 'removed game 3', to: 'added Fruit Fiesta, game 5' },
      { field: 'Parent', from: 'admin1', to: 'user 21' },
    ]))

  test('name the fields of a configuration as its form does', () =>
    expect(
      changesOf(
        {
          before: { limiteInferiorProfit: 1, editBlockedListaJuegos: false, listaJuegos: { removed: [3] } },
          after: { limiteInferiorProfit: 2, editBlockedListaJuegos: true, listaJuegos: { added: [4] } },
        },
        NAMES,
      ).map(({ field }) => field),
    ).toEqual(['Profit Lower Limit', 'Block Games List Editing', 'Games']))

  test.each([
    [{ detached: ['movements_2026_05'], before: AUGUST }, 'Before: 08-2026 UTC'],
    [{ attached: [], from: AUGUST }, 'Since: 08-2026 UTC'],
    [{ detached: [7], before: 'soon' }, 'Detached: 7, Before: soon'],
    [{ rows: 3, before: '2026-11-21T23:30:00.000Z' }, 'Rows: 3, Before: 21-11-2026 23:30 UTC'],
    [{ name: AUGUST }, `Name: ${AUGUST}`],
  ])('name instants as an operator reads them: %j', (after, text) =>
    expect(sideText(row({ after }), 'to', NAMES)).toBe(text),
  )

  test('do not look up field names from the server in prototypes', () =>
    expect(changesOf({ before: { toString: 'a' }, after: { constructor: 'b' } } as never, NAMES)).toEqual([
      { field: 'To string', from: 'a', to: '' },
      { field: 'Constructor', from: '', to: 'b' },
    ]))
})

const NONE: ActivityFilters = {
  ...{ search: '', kind: '', from: '', to: '', range: '', shift: '' },
  ...{ who: '', whom: '', machine: '' },
}

test('filters are sent under their API names, without empty ones', () =>
  expect(
    toParameters({
      ...NONE,
      ...{ who: '1', machine: 'm', kind: 'machine.block', from: '2026-11-01' },
      ...{ search: ' bar ', shift: '16', range: 'today' },
    }),
  ).toEqual({
    ...{ actorId: '1', machineId: 'm', kind: 'machine.block', dateFrom: '2026-11-01' },
    ...{ search: 'bar', shiftHours: '16' },
  }))

test.each([
  ['today', '2026-11-29', '2026-11-29'],
  ['yesterday', '2026-11-28', '2026-11-28'],
  ['last7days', '2026-11-23', '2026-11-29'],
  ['', '2026-01-01', ''],
])('the range %j sets its days', (range, from, to) =>
  expect(withDays({ ...NONE, from: '2026-01-01', range }, '2026-11-29')).toMatchObject({ from, to }),
)

test('the filters in words name people and machines, and show ids if no name is known', () => {
  const names = { who: 'ana', whom: undefined, machine: 'Slot 1' }
  const filters = { ...NONE, who: '2', whom: '6', machine: 'm', kind: 'machine.credit,user.update' }
  const kinds = ['Credit changed', 'User changed']
  const words = (known: typeof names | Record<keyof typeof names, undefined>) =>
    filterWords({ ...filters, from: '2026-11-01' }, known).filter(Boolean)
  expect(words(names)).toEqual([...kinds, 'by ana', 'of user 6', 'Slot 1', 'from 2026-11-01'])
  const none = { who: undefined, whom: undefined, machine: undefined }
  expect(words(none)).toEqual([...kinds, 'by user 2', 'of user 6', 'machine m', 'from 2026-11-01'])
  const shift = { ...NONE, shift: '16', search: 'bar' }
  expect(filterWords(shift, names).filter(Boolean)).toEqual(['my shift', 'with bar'])
})

test.each([
  [{}, ''],
  [{ kind: 'machine.credit,user.update', from: '2026-11-01', to: '2026-11-01' }, ''],
  [{ kind: 'movements.detach,movements.attach' }, ''],
  [{ kind: 'credit' }, 'kinds'],
  [{ kind: 'machine.credit,zzz' }, 'kinds'],
  [{ kind: ',' }, 'kinds'],
  [{ from: 'yesterday' }, 'dates'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'dates'],
  [{ kind: 'zzz', to: 'x' }, 'kinds and the dates'],
])('from %j the API would reject %j', (over, expected) =>
  expect(unusableFilters({ ...NONE, ...over })).toBe(expected),
)

describe('a row matches the filters as in the API', () => {
  const subject = { type: 'machine', userId: 6, machineId: 'ab-1', name: 'Slot', ownerName: 'olga' }
  const viewer = { userId: 2, timeZone: 'Europe/Madrid' }
  test.each([
    [{}, true],
    [{ who: '2' }, true],
    [{ who: '3' }, false],
    [{ whom: '6' }, true],
    [{ whom: '2' }, false],
    [{ machine: 'AB-1' }, true],
    [{ machine: 'ab-2' }, false],
    [{ kind: 'user.create,machine.credit' }, true],
    [{ kind: 'user.create' }, false],
    // 00:30 on the next day in Madrid
    [{ from: '2026-11-22' }, true],
    [{ from: '2026-11-23' }, false],
    [{ to: '2026-11-22' }, true],
    [{ to: '2026-11-21' }, false],
    [{ search: 'SLO' }, true],
    [{ search: 'olga' }, true],
    [{ search: 'the bar' }, true],
    [{ search: 'machine.credit' }, false],
    [{ shift: '16' }, true],
  ])('%j: %s', (filters, matches) => {
    const changed = row({ at: '2026-11-21T23:30:00Z', subject, reason: 'paid at the bar' })
    expect(matchesFilters(changed, { ...NONE, ...filters }, viewer)).toBe(matches)
  })

  test('a shift is the viewer’s own', () =>
    expect(matchesFilters(row({}), { ...NONE, shift: '16' }, { ...viewer, userId: 3 })).toBe(false))

  test('without a subject, an actor or a time it matches no filter that needs them', () => {
    const bare = row({ at: '', actor: null })
    expect(matchesFilters(bare, NONE, viewer)).toBe(true)
    for (const filters of [
      { who: '2' },
      { whom: '6' },
      { machine: 'ab-1' },
      { from: '2026-11-22' },
      { to: '2026-11-22' },
      { search: 'slot' },
      { shift: '16' },
    ])
      expect(matchesFilters(bare, { ...NONE, ...filters }, viewer)).toBe(false)
  })
})
