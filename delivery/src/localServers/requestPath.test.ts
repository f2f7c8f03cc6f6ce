import { describe, expect, test } from '@jest/globals'
import { cacheControl, namesAFile, requestPath } from './serveBuilds'

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

  test.each(['', 'users', 'http://elsewhere/x', '/%'])('refuses %j, which is no path', (address) =>
    expect(requestPath(address)).toEqual({ refused: 400 }),
  )
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
