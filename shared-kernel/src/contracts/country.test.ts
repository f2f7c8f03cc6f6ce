import { describe, expect, test } from '@jest/globals'
import { DEFAULT_COUNTRIES, normaliseCountries } from './country'

describe('[ENTITY-8] countries', () => {
  test.each([
    ['as sent', [{ id: 1, name: 'Spain' }], [{ id: 1, name: 'Spain' }]],
    ['ids as text', [{ id: '2', name: 'Peru' }], [{ id: 2, name: 'Peru' }]],
    ['those without id or name', [{ id: 1 }, { name: 'x' }, null, { id: 3, name: ' ' }], []],
    [
      'one id twice',
      [
        { id: 1, name: 'a' },
        { id: '1', name: 'b' },
      ],
      [{ id: 1, name: 'a' }],
    ],
    ['an object', { id: 1, name: 'a' }, []],
    ['nothing', null, []],
  ])('%s', (_, wire, expected) => expect(normaliseCountries(wire)).toEqual(expected))

  test('[USERFORM-8] [CONST-4] Spain is the fallback, with id 1', () => {
    expect(DEFAULT_COUNTRIES).toEqual([{ id: 1, name: 'Spain' }])
  })
})
