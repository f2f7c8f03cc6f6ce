import { describe, expect, test } from '@jest/globals'
import { createdMessage, createLabel, createTitle } from './model'

describe('[USERFORM-3] [USERFORM-11] title and button', () => {
  test.each([
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
  test.each([
    [2, 'Usuario creado con éxito'],
    [5, 'Usuario creado con éxito'],
    [6, withMachine],
    [7, withMachine],
  ])('level %d', (level, text) => expect(createdMessage({ userName: 'ana', level })).toBe(text))
})
