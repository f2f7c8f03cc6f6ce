import { describe, expect, test } from '@jest/globals'
import { machineConfigToWire, normaliseMachineConfig } from '@console/shared-kernel/contracts'
import { configOf, formOf, NUMBER_FIELDS, problemOf, type ConfigNumberField } from './model'

const WHOLE = 'Enter a whole number'
const AMBIGUOUS = (text: string) =>
  `${text} is ambiguous. Use a point for decimals and no thousands separator`
const DECIMAL = 'Enter a number with at most two decimals'

const defaults = formOf(normaliseMachineConfig({}))

describe('[VALID-13] [MACHINECONFIG-11] the limits of a number', () => {
  const least = 'Must be at least'
  test.each<[ConfigNumberField, string, string | undefined]>([
    ['pingBrowserSeconds', '5', undefined],
    ['pingBrowserSeconds', '4', `${least} 5`],
    ['pingBrowserSeconds', '30.5', WHOLE],
    ['pingGamesSeconds', '5', undefined],
    ['pingGamesSeconds', '4', `${least} 5`],
    ['pingGamesSeconds', '', WHOLE],
    ['offlineExpirySeconds', '10', undefined],
    ['offlineExpirySeconds', '9', `${least} 10`],
    ['offlineExpirySeconds', '-10', `${least} 10`],
    ['creditValue', '0.01', undefined],
    ['creditValue', '0', `${least} 0.01`],
    ['creditValue', '0.00', `${least} 0.01`],
    ['creditValue', '0.015', DECIMAL],
    ['creditValue', '1,5', undefined],
    ['creditValue', '1,500', AMBIGUOUS('1,500')],
    ['maxSlotPrize', '1.500,50', AMBIGUOUS('1.500,50')],
    ['maxPokerBet', '0', undefined],
    ['maxPokerBet', '-1', `${least} 0`],
    ['maxPokerBet', '1e3', DECIMAL],
    ['maxSlotPrize', '0', undefined],
    ['maxSlotPrize', '-0.01', `${least} 0`],
    ['maxSlotPrize', 'Infinity', DECIMAL],
    ['profitLowerPercent', '0', undefined],
    ['profitLowerPercent', '100', undefined],
    ['profitLowerPercent', '100.01', 'Must be at most 100'],
    ['profitUpperPercent', '100', undefined],
    ['profitUpperPercent', '101', 'Must be at most 100'],
    ['profitUpperPercent', 'NaN', DECIMAL],
  ])('%s of %j: %s', (field, text, problem) =>
    expect(problemOf(field, { ...defaults, [field]: text })).toBe(problem),
  )

  test('allow every default', () => {
    for (const field of NUMBER_FIELDS) expect(problemOf(field, defaults)).toBeUndefined()
  })
})

describe('the form of a configuration', () => {
  const wire = {
    pingBrowser: 30,
    pingJuegos: 31,
    addSecondsExpireOffline: 120,
    touchScreen: false,
    showBotonVolumen: true,
    serviceMode: true,
    listaJuegos: '[3,10]',
    editBlockedListaJuegos: true,
    valorCentimosDeUnCredito: 0.05,
    maxApuestaPoker: 99.9,
    premioMaximoSlot: 0,
    tipoValidacionCobro: 'pin',
    limiteInferiorProfit: 1.25,
    limiteSuperiorProfit: 90,
    firmware: { version: 3 },
  }

  test('[CALL-16] [ENTITY-15] sends everything that was read if saved unchanged, including unknown fields', () => {
    const config = normaliseMachineConfig(wire)
    expect(machineConfigToWire(configOf(formOf(config), config))).toEqual(wire)
  })

  test('sends typed text as numbers', () => {
    const config = normaliseMachineConfig(wire)
    const form = { ...formOf(config), pingBrowserSeconds: '5', creditValue: '0,10', profitUpperPercent: '07' }
    expect(machineConfigToWire(configOf(form, config))).toEqual({
      ...wire,
      pingBrowser: 5,
      valorCentimosDeUnCredito: 0.1,
      limiteSuperiorProfit: 7,
    })
  })
})
