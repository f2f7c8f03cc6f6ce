import { expect, test } from '@jest/globals'
import { noticesOf } from './lastSignIn'

const NOW = new Date(2026, 10, 29, 9, 0)
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString()

test.each<[string, unknown, string[]]>([
  ['another server', undefined, []],
  ['the first sign-in', { refused: 0 }, []],
  ['nothing unusual', { at: at(28, 18, 22), address: '81.0.x.x', refused: 0 }, []],
  [
    'refusals since yesterday',
    { at: at(28, 18, 22), address: '81.0.x.x', refused: 3 },
    ['Last sign-in yesterday 18:22 from 81.0.x.x; 3 refused since'],
  ],
  ['refusals since today', { at: at(29, 7, 5), refused: 1 }, ['Last sign-in today 07:05; 1 refused since']],
  ['an earlier day', { at: at(3, 7, 5), refused: 1 }, ['Last sign-in 3 November 07:05; 1 refused since']],
  ['refusals before the first one', { refused: 2 }, ['First sign-in; 2 refused before']],
  [
    'a reset',
    { at: at(28, 18, 22), refused: 0, factorReset: { at: at(29, 8, 0), by: 'admin1' } },
    ['Your second factor was removed by admin1. Add one under Security.'],
  ],
  ['values of other kinds', { at: 7, address: {}, refused: 'many' }, []],
])('%s', (_, wire, notices) => expect(noticesOf(wire, NOW)).toEqual(notices))
