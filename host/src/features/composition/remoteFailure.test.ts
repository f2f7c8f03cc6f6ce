import { describe, expect, test } from '@jest/globals'
import { RemoteFailure, toRemoteFailure } from './remoteFailure'

const AT = 'https://static.example.com/users/'

describe('any rejection of a load becomes a message for the panel', () => {
  const notLoaded = `sus archivos no se pudieron cargar de ${AT}`
  test.each([
    [
      'a script that did not come',
      new Error('[ Federation Runtime ]: ... #RUNTIME-008 ...'),
      'load',
      notLoaded,
    ],
    ['a chunk that did not come', new Error('Loading chunk 5 failed.'), 'load', notLoaded],
    ['a style sheet that did not come', new Error('Loading CSS chunk 5 failed.'), 'load', notLoaded],
    ['an error of its code', new TypeError('x is not a function'), 'module', 'x is not a function'],
    ['something thrown', 'get failed', 'module', 'get failed'],
  ])('%s', (_, error, phase, message) => {
    expect(toRemoteFailure(error, AT)).toMatchObject({ phase, message, cause: error })
  })

  test('a failure that has a message keeps it', () => {
    const failure = new RemoteFailure('timeout', 'x')
    expect(toRemoteFailure(failure, AT)).toBe(failure)
  })
})
