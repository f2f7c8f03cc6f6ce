import { beforeEach, expect, test } from '@jest/globals'
import { refusalsNotice, showSignInNotices } from './lastSignIn'
import { toastStore } from './toasts'

beforeEach(() => toastStore.set([]))

const NOW = new Date(2026, 10, 29, 9, 0)
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString()

test.each<[string, unknown, string | null]>([
  ['another server', undefined, null],
  ['the first sign-in', { refused: 0 }, null],
  ['nothing unusual', { at: at(28, 18, 22), address: '81.0.x.x', refused: 0 }, null],
  [
    'refusals since yesterday',
    { at: at(28, 18, 22), address: '81.0.x.x', refused: 3 },
    'Last sign-in yesterday 18:22 from 81.0.x.x; 3 refused since',
  ],
  ['refusals since today', { at: at(29, 7, 5), refused: 1 }, 'Last sign-in today 07:05; 1 refused since'],
  ['an earlier day', { at: at(3, 7, 5), refused: 1 }, 'Last sign-in 3 November 07:05; 1 refused since'],
  ['refusals before the first one', { refused: 2 }, 'First sign-in; 2 refused before'],
  ['values of other kinds', { at: 7, address: {}, refused: 'many' }, null],
])('%s', (_, wire, notice) => expect(refusalsNotice(wire, NOW)).toBe(notice))

test('a removed factor is shown until the notice is closed; rejected sign-ins are shown as usual', () => {
  showSignInNotices({ refused: 2, factorReset: { at: at(29, 8, 0), by: 'admin1' } })
  expect(toastStore.get()).toEqual([
    { id: expect.any(Number), message: 'First sign-in; 2 refused before', severity: 'warning' },
    {
      id: expect.any(Number),
      message: 'Your second factor was removed by admin1. Add one under Security.',
      severity: 'warning',
      persistent: true,
    },
  ])
})

test('a user who has a factor again is not asked to add one', () => {
  showSignInNotices({ refused: 0, factorReset: { at: at(29, 8, 0), by: 'admin1', hasFactor: true } })
  expect(toastStore.get()).toMatchObject([{ message: 'Your second factor was removed by admin1.' }])
})

test('unconfirmed recovery codes are shown until the notice is closed', () => {
  showSignInNotices({ refused: 0, recoveryCodesKept: false })
  expect(toastStore.get()).toMatchObject([
    {
      message: 'If you did not keep your recovery codes, get new ones under Security.',
      persistent: true,
    },
  ])
})
