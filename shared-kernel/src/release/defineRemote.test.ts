import { afterEach, expect, test } from '@jest/globals'
import { ownKey } from './defineRemote'

const scope = globalThis as { CONSOLE_RELEASE?: string }
afterEach(() => {
  delete scope.CONSOLE_RELEASE
})

test('a query key of a remote begins with its name and build', () => {
  scope.CONSOLE_RELEASE = 'users_3f9c2a1b'
  expect(ownKey('game-configuration', 7)).toEqual(['users_3f9c2a1b', 'game-configuration', 7])
})

test('outside a remote’s build, all keys share one scope', () => expect(ownKey('x')).toEqual(['alone', 'x']))
