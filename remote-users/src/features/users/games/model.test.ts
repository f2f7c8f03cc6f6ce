import { describe, expect, test } from '@jest/globals'
import { normaliseGameSettings } from '@console/shared-kernel/contracts'
import { firstProblem, formOf, JACKPOT_FIELDS, JACKPOTS, orderWarnings, settingsOf } from './model'

describe('the form of game settings', () => {
  const read = normaliseGameSettings({
    selectedGames: ['4', { id: 2 }],
    jackpotSettings: { megaJackpot: { initial: 2.5 }, literalMonedaJackpot: '£' },
    otherSettings: { browser: 'Edge', languages: ['German'] },
    version: 3,
  })

  test('returns its data unchanged if nothing is edited', () => {
    expect(settingsOf(formOf(read), read)).toEqual(read)
  })

  test('[ENTITY-12] holds numbers as text while typing', () => {
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
})

describe('the order of minimum, initial and maximum', () => {
  const warnings = (minimumAp: string, initial: string, maximum: string) =>
    orderWarnings({ minimumAp, initial, maximum, increasePercent: '0', backupIncreasePercent: '0' })
  test.each([
    ['1', '2', '3', []],
    ['2', '2', '2', []],
    ['1', '2', '0', []],
    ['3', '2', '0', ['Minimum AP is above Initial Value']],
    ['1', '4', '3', ['Initial Value is above Maximum Value']],
    ['5', '4', '3', ['Minimum AP is above Initial Value', 'Initial Value is above Maximum Value']],
  ])('%s, %s, %s: %j', (min, first, max, expected) => expect(warnings(min, first, max)).toEqual(expected))
})

describe('the first number that cannot be saved', () => {
  const before = formOf(normaliseGameSettings({})).jackpots
  const fields = JACKPOTS.flatMap((jackpot) => JACKPOT_FIELDS.map(({ field }) => [jackpot, field] as const))
  test.each(fields)('is found: %s, %s', (jackpot, field) => {
    const wrong = structuredClone(before)
    const at = fields.findIndex((each) => each[0] === jackpot && each[1] === field)
    for (const [other, later] of fields.slice(at)) wrong[other][later] = '-1'
    expect(firstProblem(wrong, before)).toBe(`jackpots.${jackpot}.${field}`)
    // a value may stay as it was read
    expect(firstProblem(wrong, wrong)).toBeUndefined()
  })
})
