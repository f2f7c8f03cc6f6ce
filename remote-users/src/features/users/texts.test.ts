import { describe, expect, test } from '@jest/globals'
import { CallError } from '@console/shared-kernel/core'
import {
  countriesFailureText,
  deletionFailureText,
  failureText,
  formFailureText,
  machineFailureText,
} from './texts'

/** A rejection with the server's message, or without one. */
const rejected = (status: number, said: string | null) => new CallError(said ?? '', { status, said })
const noAnswer = new CallError('Sin conexión con el servidor')
const silent = rejected(500, null)

describe('[ERROR-12] the message of a failed write', () => {
  test.each<[unknown, string]>([
    [rejected(500, 'broken'), 'Error: broken'],
    [noAnswer, 'Error: Sin conexión con el servidor'],
    [silent, 'Error: Error desconocido'],
    ['no error at all', 'Error: Error desconocido'],
  ])('%p: %s', (failure, text) => expect(failureText(failure)).toBe(text))
})

describe('[ERROR-13] the message of a failed form', () => {
  test.each<[unknown, string]>([
    [rejected(403, 'Not yours'), 'Not yours'],
    [noAnswer, 'Sin conexión con el servidor'],
    [silent, 'Error creating/updating user. Please try again.'],
  ])('%p: %s', (failure, text) => expect(formFailureText(failure)).toBe(text))
})

describe('[ERROR-15] the message of countries that failed to load', () => {
  test.each<[unknown, string]>([
    [rejected(500, 'broken'), 'broken'],
    [silent, 'No se pudieron cargar los países. Por favor, intente de nuevo.'],
  ])('%p: %s', (failure, text) => expect(countriesFailureText(failure)).toBe(text))
})

describe('the message of a failed deletion', () => {
  test.each<[string, unknown, string]>([
    ['[ERROR-10] 403', rejected(403, 'not yours'), 'No tienes permisos para eliminar usuarios'],
    [
      '[ERROR-11] 400',
      rejected(400, 'El usuario tiene usuarios a su cargo'),
      'El usuario tiene usuarios a su cargo',
    ],
    ['[ERROR-11] 400 without a word', rejected(400, null), 'Error al eliminar usuario'],
    ['[ERROR-12] another one', rejected(404, 'gone'), 'Error: gone'],
    ['[ERROR-12] no answer', noAnswer, 'Error: Sin conexión con el servidor'],
    ['[ERROR-12] silence', silent, 'Error: Error desconocido'],
  ])('%s', (_, failure, text) => expect(deletionFailureText(failure)).toBe(text))
})

describe('[ERROR-21] the message of a machine that was not created', () => {
  test.each<[unknown, string]>([
    [rejected(500, 'broken'), 'Error al crear la máquina: broken'],
    [noAnswer, 'Error al crear la máquina: Sin conexión con el servidor'],
    [silent, 'Error al crear la máquina: Error desconocido'],
  ])('%p: %s', (failure, text) => expect(machineFailureText(failure)).toBe(text))
})
