import { expect, test } from '@jest/globals'
import { DatabaseError } from 'pg'
import {
  CannotStore,
  classify,
  DatabaseBusy,
  DatabaseUnavailable,
  isDuplicate,
  isTransient,
} from '../src/db/failures'

const fromServer = (code: string, more: object = {}): Error =>
  Object.assign(new DatabaseError('no', 2, 'error'), { code, severity: 'ERROR', ...more })
const fromSystem = (code: string): Error => Object.assign(new Error('no'), { code })

test.each([
  // has the form of an SQLSTATE
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
  expect(isTransient(error)).toBe(true)
})

test.each([
  ['a full disk', fromServer('53100', { file: 'md.c' }), false],
  ['a disk that only reads', fromServer('42501', { file: 'md.c' }), false],
  ['a server that only reads, after a failover', fromServer('25006'), true],
])('%s: nothing was done, and a retry may succeed', (_what, failure, leaves) => {
  const { error, broken } = classify(failure)
  expect(error).toBeInstanceOf(CannotStore)
  expect(broken).toBe(leaves)
  expect(isTransient(error)).toBe(true)
})

test.each(['53100', '42501'])('%s with severity PANIC breaks the connection', (code) => {
  const { error, broken } = classify(fromServer(code, { severity: 'PANIC', file: 'xlog.c' }))
  expect(error).toBeInstanceOf(DatabaseUnavailable)
  expect(broken).toBe(true)
})

test("a missing privilege of the role is the statement's own error", () => {
  const failure = fromServer('42501', { file: 'aclchk.c' })
  expect(classify(failure)).toEqual({ error: failure, broken: false })
})

test.each(['57014', '55P03'])('%s, a time limit, keeps the connection', (code) => {
  const { error, broken } = classify(fromServer(code))
  expect(error).toBeInstanceOf(DatabaseBusy)
  expect(broken).toBe(false)
})

test.each(['23505', '40001', '40P01', '42601', 'P0001'])("%s is the statement's own error", (code) => {
  const failure = fromServer(code)
  expect(classify(failure)).toEqual({ error: failure, broken: false })
})

test.each(['28P01', '3D000'])('%s is permanent, so nothing waits for it', (code) => {
  expect(isTransient(new DatabaseUnavailable('no', { cause: fromServer(code) }))).toBe(false)
})

test('a start waits if no connection was free', () =>
  expect(isTransient(new DatabaseBusy('full'))).toBe(true))

test.each([
  ['the constraint', { code: '23505', constraint: 'users_name' }, true],
  ['another constraint', { code: '23505', constraint: 'users_pkey' }, false],
  ['another failure', { code: '23503', constraint: 'users_name' }, false],
])('a failure is a duplicate only with the right code and constraint: %s', (_, error, expected) =>
  expect(isDuplicate(error, 'users_name')).toBe(expected),
)
