import { describe, expect, test } from '@jest/globals'
import { MAX_NAME_LENGTH, MAX_VIEWS, readViews, withView } from './savedViews'

const view = (name: string, query = 'range=yesterday') => ({ name, query })

describe('stored views', () => {
  test('are read as stored, without unknown fields', () => {
    const stored = [view('a'), { ...view('b', 'client=6&dateFrom=2026-11-01'), more: 1 }]
    expect(readViews(stored)).toEqual([view('a'), view('b', 'client=6&dateFrom=2026-11-01')])
  })

  test.each([
    ['nothing', undefined],
    ['what cannot be read', null],
    ['no list', { 0: view('a') }],
    ['no name', [{ query: 'range=today' }]],
    ['an empty name', [view('')]],
    ['a name in spaces', [view(' a')]],
    ['a name that is too long', [view('a'.repeat(MAX_NAME_LENGTH + 1))]],
    ['no query', [{ name: 'a' }]],
    ['an empty query', [view('a', '')]],
    ['a query that is too long', [view('a', `machine=${'m'.repeat(1000)}`)]],
    ['other things', [1, null, 'a', []]],
  ])('are ignored: %s', (_, stored) => expect(readViews(stored)).toEqual([]))

  test('have unique names and a maximum number', () => {
    const many = Array.from({ length: MAX_VIEWS + 1 }, (_, index) => view(`view ${index}`))
    expect(readViews([view('a'), view('A', 'range=today'), ...many])).toEqual([
      view('a'),
      ...many.slice(0, MAX_VIEWS - 1),
    ])
  })
})

describe('a new view', () => {
  test('is added at the end', () => {
    expect(withView([view('a')], view('b'))).toEqual([view('a'), view('b')])
  })
  test('replaces the view with the same name', () => {
    expect(withView([view('a'), view('b')], view('A', 'range=today'))).toEqual([
      view('A', 'range=today'),
      view('b'),
    ])
  })
})
