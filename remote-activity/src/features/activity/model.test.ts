import { describe, expect, it } from '@jest/globals'
import type { Activity } from '@console/shared-kernel/contracts'
import { changesOf, sideText, toParameters, whatOf } from './model'

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

describe('what was done', () => {
  it.each([
    ['machine.credit', null, 'Credit changed'],
    ['user.update', { name_client: 'x' }, 'User changed'],
    ['user.update', { is_blocked: true }, 'User blocked'],
    ['user.update', { is_blocked: false }, 'User unblocked'],
    ['tips.pay', null, 'tips.pay'],
    ['constructor', null, 'constructor'],
  ])('%s with %j: %s', (kind, after, what) => expect(whatOf(row({ kind, after }))).toBe(what))
})

describe('from what to what', () => {
  it('money is in dollars, and the number of a version is nothing that a user has changed', () => {
    const credit = row({
      before: { creditCents: 500, version: 1 },
      after: { creditCents: 123450, version: 2 },
    })
    expect(sideText(credit, 'from')).toBe('Credit: $5.00')
    expect(sideText(credit, 'to')).toBe('Credit: $1,234.50')
  })

  it('what was not there before, or is no longer there, is left out', () => {
    const created = row({ after: { name: 'Slot 1', quit_pass: false } })
    expect([sideText(created, 'from'), sideText(created, 'to')]).toEqual([
      '',
      'Name: Slot 1, Remove password: No',
    ])
  })

  it('nested fields stand by themselves, lists say what was removed and added', () =>
    expect(
      changesOf({
        before: { jackpotSettings: { megaJackpot: { initial: 1 } }, selectedGames: { removed: [3] } },
        after: { jackpotSettings: { megaJackpot: { initial: 2 } }, selectedGames: { added: [4, 5] } },
      }),
    ).toEqual([
      { field: 'Jackpots, mega jackpot, initial', from: '1', to: '2' },
      { field: 'Games', from: 'removed 3', to: 'added 4, 5' },
    ]))

  it('a configuration is called as in its form', () =>
    expect(
      changesOf({
        before: { limiteInferiorProfit: 1, editBlockedListaJuegos: false, listaJuegos: { removed: [3] } },
        after: { limiteInferiorProfit: 2, editBlockedListaJuegos: true, listaJuegos: { added: [4] } },
      }).map(({ field }) => field),
    ).toEqual(['Profit Lower Limit', 'Block Games List Editing', 'Games']))

  it('a name from the wire never reaches a prototype', () =>
    expect(changesOf({ before: { toString: 'a' }, after: { constructor: 'b' } } as never)).toEqual([
      { field: 'To string', from: 'a', to: '' },
      { field: 'Constructor', from: '', to: 'b' },
    ]))
})

it('the filters go to the API under its names, without those that are any', () =>
  expect(
    toParameters({ who: '1', whom: '', machine: 'm', kind: 'machine.block', from: '2026-11-01', to: '' }),
  ).toEqual({ actorId: '1', machineId: 'm', kind: 'machine.block', dateFrom: '2026-11-01' }))
