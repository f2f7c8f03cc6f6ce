import { expect, test } from '@jest/globals'
import { DatabaseError } from 'pg'
import { classify, DatabaseBusy, DatabaseUnavailable, mayComeBack } from '../src/db/failures'

const fromServer = (code: string): Error => Object.assign(new DatabaseError('no', 2, 'error'), { code })
const fromSystem = (code: string): Error => Object.assign(new Error('no'), { code })

test.each([
  // of the form of an SQLSTATE
  ['EPIPE', fromSystem('EPIPE')],
  ['ECONNRESET', fromSystem('ECONNRESET')],
  ['a time-out of the driver', new Error('Query read timeout')],
  ['a server that stops', fromServer('57P01')],
  ['a server that starts', fromServer('57P03')],
  ['a server without room', fromServer('53300')],
])('%s breaks the connection, and nothing was done', (_what, failure) => {
  const { error, broken } = classify(failure)
  expect(error).toBeInstanceOf(DatabaseUnavailable)
  expect(broken).toBe(true)
  expect(mayComeBack(error)).toBe(true)
})

test.each(['57014', '55P03'])('%s, a time limit, leaves the connection as it is', (code) => {
  const { error, broken } = classify(fromServer(code))
  expect(error).toBeInstanceOf(DatabaseBusy)
  expect(broken).toBe(false)
})

test.each(['23505', '40001', '40P01', '42601', 'P0001'])('%s is what the statement said', (code) => {
  const failure = fromServer(code)
  expect(classify(failure)).toEqual({ error: failure, broken: false })
})

test.each(['28P01', '3D000'])('%s refuses, and is not waited for', (code) => {
  expect(mayComeBack(new DatabaseUnavailable('no', { cause: fromServer(code) }))).toBe(false)
})
