import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { AxiosError, AxiosHeaders, type AxiosResponse } from 'axios'
import { CallError, messageOfBody, statusTextOf, toCallError } from './errors'

describe('[ERROR-5] the text of a failed answer', () => {
  test.each([
    ['message of the body', { message: 'Nombre ocupado' }, 'Nombre ocupado'],
    ['plain text whole', 'server says no', 'server says no'],
    ['plain text without its edges', '  no\n', 'no'],
    ['nothing in no body', '', null],
    ['nothing in blanks', ' \n ', null],
    ['nothing in a page', '<!doctype html><h1>502</h1>', null],
    ['nothing in a page after blanks', '\n <html>', null],
    ['nothing in no message', { error: 'x' }, null],
    ['nothing in an empty message', { message: '' }, null],
    ['nothing in a message of another type', { message: { text: 'x' } }, null],
    ['nothing in null', null, null],
    ['nothing in undefined', undefined, null],
    ['nothing in a list', ['x'], null],
    ['nothing in a number', 5, null],
  ])('%s', (_, body, expected) => expect(messageOfBody(body)).toBe(expected))
})

const answered = (data: unknown, headers: Record<string, string> = {}, status = 429): AxiosError => {
  const config = { headers: new AxiosHeaders() }
  const response: AxiosResponse = { data, status, statusText: 'Too Many', headers, config }
  return new AxiosError('failed', 'ERR_BAD_REQUEST', config, {}, response)
}

describe('Retry-After', () => {
  afterEach(() => {
    jest.useRealTimers()
  })

  test.each([
    ['seconds', '30', 30],
    ['none', undefined, null],
    ['empty', '', null],
    ['zero', '0', 0],
    ['negative', '-5', 0],
    ['a date ahead', 'Sat, 21 Nov 2026 10:00:30 GMT', 30],
    ['a date behind', 'Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['nonsense', 'soon', null],
  ])('%s', (_, header, expected) => {
    jest.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') })
    const headers = header === undefined ? undefined : { 'retry-after': header }
    expect(toCallError(answered({}, headers)).retryAfter).toBe(expected)
  })
})

describe('a failed call', () => {
  test.each([
    ['a list', [{ path: 'a', message: 'b' }], [{ path: 'a', message: 'b' }]],
    ['none', undefined, []],
    ['an object', { path: 'a', message: 'b' }, []],
    ['a list of other things', [1, null, 'x', { path: 'a' }], []],
  ])('has field errors: %s', (_, errors, expected) =>
    expect(toCallError(answered({ message: 'm', errors }, {}, 400))).toMatchObject({
      status: 400,
      message: 'm',
      fieldErrors: expected,
    }),
  )

  test.each([
    ['no answer', new AxiosError('Network Error'), { message: 'Sin conexión con el servidor', status: null }],
    ['an error of the code', new TypeError('x is not a function'), { message: 'x is not a function' }],
    ['something thrown', 'oops', { message: 'oops', status: null, fieldErrors: [], retryAfter: null }],
  ])('%s', (_, error, expected) => {
    const made = toCallError(error)
    expect(made).toBeInstanceOf(CallError)
    expect(made).toMatchObject({ ...expected, cause: error })
  })

  test.each(['', {}, '<html>'])('has no message if the server sent none: %p', (body) => {
    const error = toCallError(answered(body, {}, 500))
    expect(error).toMatchObject({ message: '', said: null })
    expect(statusTextOf(error)).toBe('Too Many')
  })

  test('stays unchanged if it already is a CallError', () => {
    const error = new CallError('x', { status: 409 })
    expect(toCallError(error)).toBe(error)
  })
})
