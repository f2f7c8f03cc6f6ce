import { describe, expect, test } from '@jest/globals'
import { normaliseBlockToggle, normaliseMachines, type Machine } from './machine'

const bare: Machine = {
  id: '',
  name: '',
  userName: '',
  creditCents: 0,
  ownerId: null,
  creditVersion: null,
  version: null,
  serviceMode: false,
  profitCents: 0,
  blocked: false,
  blockedUntil: null,
  ownerBlocked: null,
  location: null,
  ipAddress: null,
  creationDate: null,
  lastConnection: null,
  status: 'Unknown',
  connected: false,
  securityLevel: 'Standard',
  jackpotMegaCents: 0,
  jackpotMiniCents: 0,
}

describe('[ENTITY-14] a machine of the list', () => {
  test.each<[string, Record<string, unknown>, Partial<Machine>]>([
    ['nothing known', {}, {}],
    ['idMachine', { idMachine: 'a', id: 'b', IdMachine: 'c' }, { id: 'a' }],
    ['id', { id: 'b', IdMachine: 'c' }, { id: 'b' }],
    ['IdMachine', { IdMachine: 'c' }, { id: 'c' }],
    ['a numeric id', { id: 12 }, { id: '12' }],
    ['a blocked owner', { ownerBlocked: true }, { ownerBlocked: true }],
    ['an owner who is not', { ownerBlocked: false }, { ownerBlocked: false }],
    ['names', { machineName: 'M', userName: 'ana' }, { name: 'M', userName: 'ana' }],
    ['credit', { credit: 10.5, playingCredit: 1 }, { creditCents: 1050 }],
    ['playingCredit', { credit: null, playingCredit: '0.29' }, { creditCents: 29 }],
    ['credit as text', { credit: '1234.56' }, { creditCents: 123456 }],
    ['a numeric version', { creditVersion: 3 }, { creditVersion: '3' }],
    ['a version as text', { creditVersion: 'v3' }, { creditVersion: 'v3' }],
    ['the version of the block', { version: '4' }, { version: '4' }],
    ['serviceMode', { serviceMode: true }, { serviceMode: true }],
    ['service', { service: 1 }, { serviceMode: true }],
    ['serviceMode before service', { serviceMode: false, service: true }, { serviceMode: false }],
    ['a loss', { profit: -1234.5 }, { profitCents: -123450 }],
    ['block', { block: 'true' }, { blocked: true }],
    [
      'the end of a block',
      { blockedUntil: '2026-01-01T08:00:00.000Z' },
      { blockedUntil: '2026-01-01T08:00:00.000Z' },
    ],
    ['its owner', { userId: 7 }, { ownerId: 7 }],
    ['jackpots', { jackpotMega: 1.5, jackpotMini: '2' }, { jackpotMegaCents: 150, jackpotMiniCents: 200 }],
    [
      'details',
      { location: 'Bar', ipAddress: '10.0.0.1', status: 'online', isConnected: true, securityLevel: 'High' },
      { location: 'Bar', ipAddress: '10.0.0.1', status: 'online', connected: true, securityLevel: 'High' },
    ],
    [
      'dates',
      { creationDate: '2026-01-01', lastConnection: '2026-01-02' },
      { creationDate: '2026-01-01', lastConnection: '2026-01-02' },
    ],
    [
      'wrong types',
      { machineName: {}, credit: [], profit: {}, status: null, block: 'x', creditVersion: {} },
      {},
    ],
  ])('%s', (_, wire, expected) => expect(normaliseMachines([wire])).toEqual([{ ...bare, ...expected }]))

  test.each([[null], [{}], ['x'], [[null, 1, 'x', []]]])('%p contains no machines', (wire) =>
    expect(normaliseMachines(wire)).toEqual([]),
  )

  test('[VALID-14] all machines without an id are listed, and repeated ids once', () => {
    const wire = [{ id: 'a', machineName: '1' }, { machineName: '2' }, { id: 'a' }, { machineName: '3' }]
    expect(normaliseMachines(wire).map(({ name }) => name)).toEqual(['1', '2', '3'])
  })
})

describe('[ENTITY-18] the answer to the block toggle', () => {
  test.each([
    [{ blocked: true }, true],
    [{ blocked: 0 }, false],
    [{}, null],
    [null, null],
    [true, null],
  ])('%p means %p', (wire, expected) => expect(normaliseBlockToggle(wire)).toBe(expected))
})
