import { describe, expect, test } from '@jest/globals'
import { returnPath } from './LoginScreen'

describe('the address after signing in', () => {
  test.each([
    ['/machines'],
    ['/external?from=2026-01-01&run=1'],
    ['/'],
    ['/@evil.example'],
    ['/a//b'],
    ['/%2F%2Fevil.example'],
  ])('is the former one: %s', (from) => expect(returnPath({ from })).toBe(from))

  test.each<[string, unknown]>([
    ['no state', null],
    ['undefined', undefined],
    ['another state', 'x'],
    ['no path', {}],
    ['a path that is no text', { from: 5 }],
    ['an object', { from: { pathname: '/machines' } }],
    ['nothing', { from: '' }],
    ['a relative path', { from: 'machines' }],
    ['another site', { from: 'https://evil.example/' }],
    ['a script', { from: 'javascript:alert(1)' }],
    ['another host', { from: '//evil.example' }],
    ['another host by backslash', { from: '/\\evil.example' }],
    ['two backslashes', { from: '\\\\evil.example' }],
    ['another host behind a tab, which browsers drop', { from: '/\t/evil.example' }],
    ['behind a line break', { from: '/\n\\evil.example' }],
    ['behind a return', { from: '/\r\n/evil.example' }],
    ['behind a blank', { from: ' //evil.example' }],
  ])('is the start page for %s', (_, state) => expect(returnPath(state)).toBe('/'))
})
