import { describe, expect, test } from '@jest/globals'
import { machineConfigToWire, normaliseMachineConfig } from '@console/shared-kernel/contracts'
import { configOf, formOf, invalidFields, problemOf, type ConfigNumber } from './configForm'

const defaults = formOf(normaliseMachineConfig({}))

describe('[VALID-13] [MACHINECONFIG-11] the limits of a number', () => {
  const tooLow = 'Must be at least'
  test.each<[ConfigNumber, string, string | undefined]>([
    ['pingBrowserSeconds', '4', `${tooLow} 5`],
    ['pingBrowserSeconds', '30.5', 'Enter a whole number'],
    ['pingGamesSeconds', '4', `${tooLow} 5`],
    ['offlineExpirySeconds', '9', `${tooLow} 10`],
    ['creditValue', '0', `${tooLow} 0.01`],
    ['creditValue', '0.015', 'Enter a number with at most two decimals'],
    ['maxPokerBet', '-1', `${tooLow} 0`],
    ['maxSlotPrize', '-0.01', `${tooLow} 0`],
    ['profitLowerPercent', '100.01', 'Must be at most 100'],
    ['profitUpperPercent', '101', 'Must be at most 100'],
  ])('%s of %j: %s', (field, text, problem) =>
    expect(problemOf(field, { ...defaults, [field]: text })).toBe(problem),
  )

  test('allow every default, and the limits themselves', () => {
    const minimums = {
      pingBrowserSeconds: '5',
      offlineExpirySeconds: '10',
      creditValue: '0.01',
      maxPokerBet: '0',
    }
    expect(invalidFields(defaults)).toEqual([])
    expect(invalidFields({ ...defaults, ...minimums, profitLowerPercent: '100' })).toEqual([])
  })

  test('are checked only for the given fields', () => {
    const form = { ...defaults, pingGamesSeconds: '4', profitLowerPercent: '60', profitUpperPercent: '50' }
    expect(invalidFields(form, ['maxPokerBet', 'profitUpperPercent'])).toEqual(['profitUpperPercent'])
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
    const sent = machineConfigToWire(configOf(formOf(config), config))
    expect(sent).toMatchObject(wire)
    expect(sent).toEqual(machineConfigToWire(config))
  })

  test('sends typed text as numbers', () => {
    const config = normaliseMachineConfig(wire)
    const form = { ...formOf(config), pingBrowserSeconds: '5', creditValue: '0,10', profitUpperPercent: '07' }
    expect(machineConfigToWire(configOf(form, config))).toEqual({
      ...machineConfigToWire(config),
      pingBrowser: 5,
      valorCentimosDeUnCredito: 0.1,
      limiteSuperiorProfit: 7,
    })
  })
})
