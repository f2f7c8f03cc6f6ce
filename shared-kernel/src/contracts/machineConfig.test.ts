import { describe, expect, test } from '@jest/globals'
import { machineConfigToWire, normaliseMachineConfig, type MachineConfig } from './machineConfig'

const defaults: Omit<MachineConfig, 'raw'> = {
  pingBrowserSeconds: 30,
  pingGamesSeconds: 30,
  offlineExpirySeconds: 120,
  touchScreen: true,
  showVolumeButton: true,
  serviceMode: false,
  gameIds: [],
  gamesListLocked: false,
  creditValue: 0.01,
  maxPokerBet: 100,
  maxSlotPrize: 0,
  paymentValidation: 'code',
  profitLowerPercent: 0,
  profitUpperPercent: 100,
}

describe('[ENTITY-15] [CONST-11] a machine configuration', () => {
  test.each([
    ['nothing', null],
    ['an empty answer', {}],
    ['a list', [1]],
    ['wrong types', { pingBrowser: 'often', touchScreen: 'x', tipoValidacionCobro: 'face', listaJuegos: {} }],
    ['nulls', { pingJuegos: null, maxApuestaPoker: null, serviceMode: null, listaJuegos: null }],
  ])('%s gives the defaults', (_, wire) => expect(normaliseMachineConfig(wire)).toMatchObject(defaults))

  test('is read with every field, zero and false included, and written back the same', () => {
    const wire = {
      idMachine: 'a',
      pingBrowser: 5,
      pingJuegos: 6,
      premioMaximoSlot: 7.5,
      editBlockedListaJuegos: true,
      valorCentimosDeUnCredito: 0.05,
      limiteInferiorProfit: 10,
      limiteSuperiorProfit: 0,
      tipoValidacionCobro: 'pin',
      addSecondsExpireOffline: 10,
      touchScreen: false,
      maxApuestaPoker: 0,
      serviceMode: true,
      showBotonVolumen: false,
      listaJuegos: '[1,2]',
      firmware: { version: 3 },
    }
    const config = normaliseMachineConfig(wire)
    expect(config).toMatchObject({
      pingBrowserSeconds: 5,
      pingGamesSeconds: 6,
      maxSlotPrize: 7.5,
      gamesListLocked: true,
      creditValue: 0.05,
      profitLowerPercent: 10,
      profitUpperPercent: 0,
      paymentValidation: 'pin',
      offlineExpirySeconds: 10,
      touchScreen: false,
      maxPokerBet: 0,
      serviceMode: true,
      showVolumeButton: false,
      gameIds: ['1', '2'],
    })
    expect(machineConfigToWire(config)).toEqual(wire)
  })

  test.each([
    ['JSON text', '[1, 2]', ['1', '2']],
    ['JSON text of texts', '["1","2"]', ['1', '2']],
    ['an array', [1, '2'], ['1', '2']],
    ['objects', [{ id: 1 }, { _id: '2' }], ['1', '2']],
    ['a comma list', '1, 2,3', ['1', '2', '3']],
    ['a comma list with gaps', ',1,,2,', ['1', '2']],
    ['broken JSON', '[1,2', ['1', '2']],
    ['one id', '7', ['7']],
    ['one number', 7, ['7']],
    ['one id twice', '[1,"01",1]', ['1']],
    ['an empty text', '', []],
    ['JSON that is no list', '{"a":1}', []],
    ['JSON null', 'null', []],
    ['no ids', 'x,y,1.5', []],
  ])('[ENTITY-16] has the games of %s', (_, listaJuegos, expected) => {
    expect(normaliseMachineConfig({ listaJuegos }).gameIds).toEqual(expected)
  })

  test('[ENTITY-17] is written with the games as JSON text of integers', () => {
    const config = { ...normaliseMachineConfig({}), gameIds: ['3', '10', 'x'] }
    expect(machineConfigToWire(config)['listaJuegos']).toBe('[3,10]')
  })
})
