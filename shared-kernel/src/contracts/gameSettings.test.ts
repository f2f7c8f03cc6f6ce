import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { normaliseGameSettings, gameSettingsToWire } from './gameSettings'

const noJackpot = { minimumAp: 0, initial: 0, maximum: 0, increasePercent: 0, backupIncreasePercent: 0 }
const defaults = {
  selectedGameIds: [],
  jackpots: { mega: noJackpot, super: noJackpot, mini: noJackpot, currencySymbol: '€' },
  other: {
    browser: 'Chrome',
    executionMode: 'Release',
    initialLoad: 'AllGames',
    currency: 'Euro',
    touchScreen: false,
    showVolumeButton: false,
    showLuckHandLogo: false,
    canCreatePlayer: false,
    creditsFormat: 'Credits',
    languages: [],
  },
}

const noJackpotWire = {
  apMinimum: 0,
  initial: 0,
  maximum: 0,
  increasePercentage: 0,
  increaseBackupPercentage: 0,
}
const wire = {
  selectedGames: [{ id: 3, name: '', type: '', gameState: true }],
  jackpotSettings: {
    megaJackpot: {
      apMinimum: 1,
      initial: 2.5,
      maximum: 3,
      increasePercentage: 4,
      increaseBackupPercentage: 5,
    },
    superJackpot: { ...noJackpotWire, colour: 'red' },
    miniJackpot: noJackpotWire,
    literalMonedaJackpot: '$',
    newThing: [1],
  },
  otherSettings: {
    browser: 'Edge',
    executionMode: 'Debug',
    initialLoad: 'None',
    currency: 'Pound',
    touchScreen: true,
    showVolumeButton: true,
    logoLuckHand: true,
    canCreatePlayer: true,
    creditsFormat: 'Points',
    languages: ['Spanish', 'Italian'],
    volume: 11,
  },
  version: 9,
}

describe("[ENTITY-11] a user's game settings", () => {
  test.each([
    ['nothing', null],
    ['an empty answer', {}],
    ['a list', []],
    ['parts that are null', { selectedGames: null, jackpotSettings: null, otherSettings: null }],
    ['parts of wrong types', { selectedGames: 'x', jackpotSettings: [], otherSettings: 5 }],
    ['unknown choices', { otherSettings: { browser: 'Lynx', currency: 1, languages: ['Klingon', null] } }],
    ['numbers that are none', { jackpotSettings: { megaJackpot: { initial: 'much' }, miniJackpot: 3 } }],
  ])('[ENTITY-12] [ENTITY-13] %s gives the defaults', (_, sent) => {
    expect(normaliseGameSettings(sent)).toMatchObject(defaults)
  })

  test('[ENTITY-12] [ENTITY-13] are read with every field', () => {
    expect(normaliseGameSettings(wire)).toMatchObject({
      selectedGameIds: [3],
      jackpots: {
        mega: { minimumAp: 1, initial: 2.5, maximum: 3, increasePercent: 4, backupIncreasePercent: 5 },
        currencySymbol: '$',
      },
      other: {
        browser: 'Edge',
        showLuckHandLogo: true,
        creditsFormat: 'Points',
        languages: ['Spanish', 'Italian'],
      },
    })
  })

  test.each([
    ['numbers', [1, 2], [1, 2]],
    ['texts', ['1', ' 2'], [1, 2]],
    ['objects', [{ id: 1, name: 'x' }, { _id: '2' }], [1, 2]],
    ['one twice', [1, '1', { id: 1 }], [1]],
    ['no ids at all', [null, {}, 'x', 1.5, []], []],
    ['a single id', 4, [4]],
    ['a single game', { id: 4 }, [4]],
  ])('[VALID-12] selected games as %s become a list of numbers', (_, selectedGames, expected) => {
    expect(normaliseGameSettings({ selectedGames }).selectedGameIds).toEqual(expected)
  })
})

describe('game settings on the wire', () => {
  test('are read as they were sent, unknown fields included', () => {
    expect(gameSettingsToWire(normaliseGameSettings(wire))).toEqual(wire)
  })

  test('[CALL-24] contain only the ids of the chosen games', () => {
    const settings = { ...normaliseGameSettings({}), selectedGameIds: [7] }
    expect(gameSettingsToWire(settings)).toMatchObject({
      selectedGames: [{ id: 7, name: '', type: '', gameState: true }],
      jackpotSettings: { megaJackpot: noJackpotWire, literalMonedaJackpot: '€' },
    })
  })

  test('are stable after one round trip', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.anything(),
        fc.anything(),
        (selectedGames, jackpotSettings, otherSettings) => {
          const first = normaliseGameSettings({ selectedGames, jackpotSettings, otherSettings })
          const again = normaliseGameSettings(gameSettingsToWire(first))
          expect({ ...again, raw: null }).toEqual({ ...first, raw: null })
        },
      ),
    )
  })
})
