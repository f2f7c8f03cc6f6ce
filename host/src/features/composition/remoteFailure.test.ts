import { describe, expect, test } from '@jest/globals'
import { RemoteFailure, toRemoteFailure } from './remoteFailure'

const AT = 'https://static.example.com/users/'

describe('any rejected load becomes a message for the panel', () => {
  const notLoaded = `sus archivos no se pudieron cargar de ${AT}`
  test.each([
    {
      title: 'a script that did not load',
      error: new Error('[ Federation Runtime ]: ... #RUNTIME-008 ...'),
      phase: 'load',
      message: notLoaded,
    },
    {
      title: 'a chunk that did not load',
      error: new Error('Loading chunk 5 failed.'),
      phase: 'load',
      message: notLoaded,
    },
    {
      title: 'a style sheet that did not load',
      error: new Error('Loading CSS chunk 5 failed.'),
      phase: 'load',
      message: notLoaded,
    },
    {
      title: 'an error in its code',
      error: new TypeError('x is not a function'),
      phase: 'module',
      message: 'x is not a function',
    },
    { title: 'a thrown string', error: 'get failed', phase: 'module', message: 'get failed' },
  ])('$title', ({ error, phase, message }) => {
    expect(toRemoteFailure(error, AT)).toMatchObject({ phase, message, cause: error })
  })

  test('a failure that has a message keeps it', () => {
    const failure = new RemoteFailure('timeout', 'x')
    expect(toRemoteFailure(failure, AT)).toBe(failure)
  })
})
