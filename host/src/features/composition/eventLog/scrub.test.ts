import { describe, expect, test } from '@jest/globals'
import { codeOf, framesOf, withoutQueries } from './telemetry'

describe('telemetry', () => {
  test.each([
    [
      'not loaded from https://a.example.com/users/?token=abc#x',
      'not loaded from https://a.example.com/users/',
    ],
    ['https://a.example.com/a.js?r=1:12:34', 'https://a.example.com/a.js:12:34'],
    ['(https://a.example.com/a.js?r=1#b:12:34)', '(https://a.example.com/a.js:12:34)'],
    ['/users?search=client1 is gone', '/users is gone'],
    ['/token-debug#eyJhbGciOi.eyJzdWIi.c2ln', '/token-debug'],
    ['"https://a.example.com/?user=client1", twice', '"https://a.example.com/", twice'],
    ['https://client1:demo1234@a.example.com/x', 'https://a.example.com/x'],
    ['/login?next=https://client1:demo,1234@a.example.com/x failed', '/login failed'],
    ['refused eyJhbGciOi.eyJzdWIi.c2ln and Bearer abc', 'refused [token] and [token]'],
    ['is it there? yes', 'is it there? yes'],
    ['script-src https://a.example.com/b', 'script-src https://a.example.com/b'],
  ])('turns %s into %s', (text, left) => expect(withoutQueries(text)).toBe(left))

  test('keeps the frames of a stack, of Chromium, Firefox and React, without the thrown message', () => {
    const frames = [
      'TypeError: client1 is at https://a.example.com/x:1:2',
      'at table 7',
      '    at save (https://a.example.com/a.js?r=1:12:34)',
      '    at async https://a.example.com/b.js:1:2',
      'save/<@https://a.example.com/c.js:5:6',
      '    at Users (https://a.example.com/d.js:7:8)',
    ]
    expect(framesOf(frames.join('\n')).split('\n')).toEqual([
      'at save (https://a.example.com/a.js:12:34)',
      'at async https://a.example.com/b.js:1:2',
      'save/<@https://a.example.com/c.js:5:6',
      'at Users (https://a.example.com/d.js:7:8)',
    ])
  })

  test.each([
    ['TypeError', 'TypeError'],
    ['RUNTIME-008', 'RUNTIME-008'],
    ['script-src-elem', 'script-src-elem'],
    ['the user client1', 'UNNAMED'],
    ['x'.repeat(200), 'x'.repeat(80)],
  ])('turns the code %p into %p', (code, left) => expect(codeOf(code)).toBe(left))
})
