import { describe, expect, it } from '@jest/globals'
import { CallError } from '@console/shared-kernel/core'
import {
  countriesFailureText,
  createdMessage,
  createLabel,
  createTitle,
  deletionFailureText,
  failureText,
  formFailureText,
  machineFailureText,
} from './texts'

/** A refusal in the server's words, or without any. */
const refused = (status: number, said: string | null) => new CallError(said ?? '', { status, said })
const noAnswer = new CallError('Sin conexión con el servidor')
const silent = refused(500, null)

describe('[ERROR-12] the message of a failed write', () => {
  it.each<[unknown, string]>([
    [refused(500, 'broken'), 'Error: broken'],
    [noAnswer, 'Error: Sin conexión con el servidor'],
    [silent, 'Error: Error desconocido'],
    ['no error at all', 'Error: Error desconocido'],
  ])('%p: %s', (failure, text) => expect(failureText(failure)).toBe(text))
})

describe('[ERROR-13] the message of a failed form', () => {
  it.each<[unknown, string]>([
    [refused(403, 'Not yours'), 'Not yours'],
    [noAnswer, 'Sin conexión con el servidor'],
    [silent, 'Error creating/updating user. Please try again.'],
  ])('%p: %s', (failure, text) => expect(formFailureText(failure)).toBe(text))
})

describe('[ERROR-15] the message of countries that failed to load', () => {
  it.each<[unknown, string]>([
    [refused(500, 'broken'), 'broken'],
    [silent, 'No se pudieron cargar los países. Por favor, intente de nuevo.'],
  ])('%p: %s', (failure, text) => expect(countriesFailureText(failure)).toBe(text))
})

describe('the message of a failed deletion', () => {
  it.each<[string, unknown, string]>([
    ['[ERROR-10] 403', refused(403, 'not yours'), 'No tienes permisos para eliminar usuarios'],
    [
      '[ERROR-11] 400',
      refused(400, 'El usuario tiene usuarios a su cargo'),
      'El usuario tiene usuarios a su cargo',
    ],
    ['[ERROR-11] 400 without a word', refused(400, null), 'Error al eliminar usuario'],
    ['[ERROR-12] another one', refused(404, 'gone'), 'Error: gone'],
    ['[ERROR-12] no answer', noAnswer, 'Error: Sin conexión con el servidor'],
    ['[ERROR-12] silence', silent, 'Error: Error desconocido'],
  ])('%s', (_, failure, text) => expect(deletionFailureText(failure)).toBe(text))
})

describe('[ERROR-21] the message of a machine that was not created', () => {
  it.each<[unknown, string]>([
    [refused(500, 'broken'), 'Error al crear la máquina: broken'],
    [noAnswer, 'Error al crear la máquina: Sin conexión con el servidor'],
    [silent, 'Error al crear la máquina: Error desconocido'],
  ])('%p: %s', (failure, text) => expect(machineFailureText(failure)).toBe(text))
})

describe('[USERFORM-3] [USERFORM-11] title and button', () => {
  it.each([
    [2, 'Administrator'],
    [3, 'Sub-Administrator'],
    [4, 'Distributor'],
    [5, 'Sub-Distributor'],
    [6, 'Client'],
    [7, 'Player'],
  ])('level %d', (level, name) => {
    expect(createTitle(level)).toBe(`Create New ${name}`)
    expect(createLabel(level)).toBe(`Create ${name}`)
  })
})

describe('[ERROR-18] the message about a new user', () => {
  const withMachine = 'Usuario ana creado con éxito. Una máquina ha sido creada automáticamente.'
  it.each([
    [2, 'Usuario creado con éxito'],
    [5, 'Usuario creado con éxito'],
    [6, withMachine],
    [7, withMachine],
  ])('level %d', (level, text) => expect(createdMessage({ userName: 'ana', level })).toBe(text))
})
