import { describe, expect, test } from '@jest/globals'
import { cacheControl, namesAFile, requestPath } from './requestPath'

describe('requestPath', () => {
  test.each([
    ['/', '/'],
    ['/users?x=/../y', '/users'],
    ['/a%20b/%C3%B1.js#top', '/a b/ñ.js'],
    ['/100%25', '/100%'],
    ['/a..b/c...js', '/a..b/c...js'],
  ])('reads %s', (address, path) => {
    expect(requestPath(address)).toEqual({ path })
  })

  test.each([
    ['', 400],
    ['users', 400],
    ['http://elsewhere/x', 400],
    ['/%', 400],
    ['/%c0%ae%c0%ae/x', 400],
    ['/x%00.js', 400],
    ['/..\\x', 400],
    ['/%5c..%5cx', 400],
    ['/../x', 404],
    ['/a/%2e%2e/x', 404],
    ['/..%2fx', 404],
    ['/a/.%2e/x', 404],
    ['/.env', 404],
    ['/a/./b', 404],
  ])('refuses %s with %i', (address, refused) => {
    expect(requestPath(address)).toEqual({ refused })
  })
})

test.each([
  ['/index.html', true],
  ['/static/js/main.1a2b3c4d.js', true],
  ['/users', false],
  ['/v1.2/users', false],
  ['/', false],
])('namesAFile %s: %s', (path, expected) => {
  expect(namesAFile(path)).toBe(expected)
})

test.each([
  ['/remoteEntry.5d1f0c2e.js', true],
  ['/static/js/async/users.1a2b3c4d5e.js.map', true],
  ['/static/font/roboto.0123abcd.woff2', true],
  ['/index.html', false],
  ['/release.json', false],
  ['/environment.json', false],
  ['/static/roboto-latin.woff2', false],
  ['/main.1a2b3c.js', false],
  ['/deadbeef.js', false],
  ['/static/a.0123abcd.d/x', false],
])('%s is immutable: %s', (path, forEver) => {
  expect(cacheControl(path)).toBe(forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
})
