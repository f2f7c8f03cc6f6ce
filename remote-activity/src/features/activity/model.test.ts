import { describe, expect, it } from '@jest/globals'
import type { Activity } from '@console/shared-kernel/contracts'
import { changesOf, isUsable, type RecordNames, sideText, toParameters, whatOf } from './model'

const row = (over: Partial<Activity>): Activity => ({
  id: 1,
  at: '2026-11-21T10:00:00Z',
  kind: 'machine.credit',
  actor: { userId: 2, userName: 'ana' },
  subject: null,
  before: null,
  after: null,
  ...over,
})

const NAMES: RecordNames = {
  game: (id) => (id === 1 ? 'Fruit Fiesta' : undefined),
  user: (id) => (id === 20 ? 'admin1' : undefined),
}

describe('the text of a change', () => {
  it.each([
    ['machine.credit', null, 'Credit changed'],
    ['user.update', { name_client: 'x' }, 'User changed'],
    ['user.update', { is_blocked: true }, 'User blocked'],
    ['user.update', { is_blocked: false }, 'User unblocked'],
    ['movements.detach', { detached: ['movements_2026_01'] }, 'Movements detached'],
    ['movements.attach', null, 'Movements attached'],
    ['tips.pay', null, 'tips.pay'],
    ['constructor', null, 'constructor'],
  ])('%s with %j: %s', (kind, after, what) => expect(whatOf(row({ kind, after }))).toBe(what))
})

describe('the values before and after', () => {
  it('show money in dollars, and leave out version numbers', () => {
    const credit = row({
      before: { creditCents: 500, version: 1 },
      after: { creditCents: 123450, version: 2 },
    })
    expect(sideText(credit, 'from', NAMES)).toBe('Credit: $5.00')
    expect(sideText(credit, 'to', NAMES)).toBe('Credit: $1,234.50')
  })

  it('leave out what is missing before or after', () => {
    const created = row({ after: { name: 'Slot 1', quit_pass: false } })
    expect([sideText(created, 'from', NAMES), sideText(created, 'to', NAMES)]).toEqual([
      '',
      'Name: Slot 1, Remove password: No',
    ])
  })

  it('show nested fields separately, and the added and removed elements of lists', () =>
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

  it('name games and users, and say what kind an unknown id is', () =>
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

  it('name the fields of a configuration as its form does', () =>
    expect(
      changesOf(
        {
          before: { limiteInferiorProfit: 1, editBlockedListaJuegos: false, listaJuegos: { removed: [3] } },
          after: { limiteInferiorProfit: 2, editBlockedListaJuegos: true, listaJuegos: { added: [4] } },
        },
        NAMES,
      ).map(({ field }) => field),
    ).toEqual(['Profit Lower Limit', 'Block Games List Editing', 'Games']))

  it('do not read prototypes for names from the wire', () =>
    expect(changesOf({ before: { toString: 'a' }, after: { constructor: 'b' } } as never, NAMES)).toEqual([
      { field: 'To string', from: 'a', to: '' },
      { field: 'Constructor', from: '', to: 'b' },
    ]))
})

it('filters are sent under the names of the API, without empty ones', () =>
  expect(
    toParameters({ who: '1', whom: '', machine: 'm', kind: 'machine.block', from: '2026-11-01', to: '' }),
  ).toEqual({ actorId: '1', machineId: 'm', kind: 'machine.block', dateFrom: '2026-11-01' }))

it.each([
  ['', true],
  ['machine.credit,user.update', true],
  ['credit', false],
  ['machine.credit,zzz', false],
])('a request is possible for the kinds %j: %s', (kind, usable) =>
  expect(isUsable({ who: '', whom: '', machine: '', kind, from: '', to: '' })).toBe(usable),
)
