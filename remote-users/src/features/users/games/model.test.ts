import { describe, expect, it } from '@jest/globals'
import { normaliseGameSettings } from '@console/shared-kernel/contracts'
import { formOf, numberTyped, settingsOf, toggled } from './model'

describe('[VALID-11] what is typed for a jackpot counts as', () => {
  it.each([
    ['12', 12],
    [' 12.5 ', 12.5],
    ['-3', -3],
    ['1e2', 100],
    ['', 0],
    ['   ', 0],
    ['abc', 0],
    ['12abc', 0],
    ['1,5', 0],
    ['0x10', 0],
    ['NaN', 0],
    ['Infinity', 0],
    ['1e999', 0],
  ])('%j: %d', (text, expected) => expect(numberTyped(text)).toBe(expected))
})

describe('the form of game settings', () => {
  const read = normaliseGameSettings({
    selectedGames: ['4', { id: 2 }],
    jackpotSettings: { megaJackpot: { initial: 2.5 }, literalMonedaJackpot: '£' },
    otherSettings: { browser: 'Edge', languages: ['German'] },
    version: 3,
  })

  it('goes back as it came where nothing is changed', () => {
    expect(settingsOf(formOf(read), read)).toEqual(read)
  })

  it('[ENTITY-12] holds numbers as text while they are typed', () => {
    const form = formOf(read)
    expect(form.jackpots.mega).toEqual({
      minimumAp: '0',
      initial: '2.5',
      maximum: '0',
      increasePercent: '0',
      backupIncreasePercent: '0',
    })
    const typed = { ...form, jackpots: { ...form.jackpots, mini: { ...form.jackpots.mini, maximum: 'x' } } }
    expect(settingsOf(typed, read).jackpots.mini.maximum).toBe(0)
  })

  it.each([
    [[1, 2], 2, [1]],
    [[1, 2], 3, [1, 2, 3]],
    [[], 1, [1]],
  ])('a choice of %j with %j toggled is %j', (chosen, item, expected) =>
    expect(toggled(chosen, item)).toEqual(expected),
  )
})
