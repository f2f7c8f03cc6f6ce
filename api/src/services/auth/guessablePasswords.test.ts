import { expect, test } from '@jest/globals'
import { PASSWORD as DEMO_PASSWORD } from '../../foundation/demoAccounts'
import { passwordProblem } from './guessablePasswords'

test.each([
  ['a password like others', 'password1', 'common'],
  ['the same in capitals', 'PASSWORD1', 'common'],
  ['the own name', 'ana.garcia', 'own name'],
  ['the own name, written otherwise', 'ＡNA.garcia', 'own name'],
  ['another one', 'correct horse battery', null],
])('%s', (_, password, problem) => expect(passwordProblem(password, 'Ana.Garcia', false)).toBe(problem))

test('the password of the demo accounts is accepted with demo accounts', () => {
  expect(passwordProblem(DEMO_PASSWORD, 'ana', true)).toBeNull()
  expect(passwordProblem(DEMO_PASSWORD, 'ana', false)).toBe('common')
})
