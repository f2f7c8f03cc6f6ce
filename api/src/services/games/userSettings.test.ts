import { describe, expect, test } from '@jest/globals'
import type { GameSettingsResponse } from '@console/shared-kernel/schemas'
import { HttpError } from '../../foundation/httpError'
import { rejectSettingsOutOfBounds } from './userSettings'

const JACKPOT = { apMinimum: 1, initial: 2, maximum: 3, increasePercentage: 4, increaseBackupPercentage: 5 }
const settingsOf = (over: object, jackpot = 'miniJackpot'): GameSettingsResponse => {
  const jackpots = { megaJackpot: JACKPOT, superJackpot: JACKPOT, miniJackpot: JACKPOT }
  return {
    jackpotSettings: { ...jackpots, [jackpot]: { ...JACKPOT, ...over } },
  } as unknown as GameSettingsResponse
}

/** The validation messages after a change, by field. */
function rejectionOf(after: GameSettingsResponse, before = settingsOf({})): Record<string, string> {
  try {
    rejectSettingsOutOfBounds(before, after)
    return {}
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    expect([error.status, error.message]).toEqual([400, 'Hay datos que no son válidos'])
    return Object.fromEntries(error.details.errors?.map(({ path, message }) => [path, message]) ?? [])
  }
}

const VALUE = 'Debe estar entre 0 y 1000000000'
const CENTS = 'Debe tener dos decimales como máximo'
const PERCENTAGE = 'Debe estar entre 0 y 100'

test('unchanged values may be out of bounds', () => {
  const old = settingsOf({ apMinimum: -1, initial: 2e9, maximum: 0.001, increasePercentage: 101 })
  expect(rejectionOf(old, old)).toEqual({})
})

const VALUES: readonly [value: number, message: string | null][] = [
  [0, null],
  [0.01, null],
  [1e9, null],
  [-0.01, VALUE],
  [1e9 + 1, VALUE],
  [0.001, CENTS],
]
const PERCENTAGES: typeof VALUES = [
  [0, null],
  [0.001, null],
  [100, null],
  [-0.001, PERCENTAGE],
  [100.001, PERCENTAGE],
]

describe.each(['megaJackpot', 'superJackpot', 'miniJackpot'])('a setting of %s', (jackpot) => {
  describe.each([
    ...['apMinimum', 'initial', 'maximum'].map((name) => ({ name, cases: VALUES })),
    ...['increasePercentage', 'increaseBackupPercentage'].map((name) => ({ name, cases: PERCENTAGES })),
  ])('$name', ({ name, cases }) => {
    test.each(cases)('%d', (value, message) =>
      expect(rejectionOf(settingsOf({ [name]: value }, jackpot))).toEqual(
        message === null ? {} : { [`jackpotSettings.${jackpot}.${name}`]: message },
      ),
    )
  })
})

test('every invalid field is named', () =>
  expect(
    Object.keys(rejectionOf(settingsOf({ apMinimum: -1, maximum: -1, increasePercentage: 101 }))),
  ).toEqual([
    'jackpotSettings.miniJackpot.apMinimum',
    'jackpotSettings.miniJackpot.maximum',
    'jackpotSettings.miniJackpot.increasePercentage',
  ]))
