import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { CannotStore, ClientGone, DatabaseBusy, DatabaseUnavailable } from '../db/failures'
import { OutageLog } from './outage'

function watched() {
  const lines: [level: string, message: string, fields: object][] = []
  const at = (level: string) => (fields: object, message: string) => void lines.push([level, message, fields])
  const log = { info: at('info'), warn: at('warn'), error: at('error') } as unknown as FastifyBaseLogger
  let now = 0
  const outage = new OutageLog(
    () => log,
    () => now,
  )
  return { outage, lines, wait: (ms: number) => void (now += ms) }
}

const away = () => new DatabaseUnavailable('connect ECONNREFUSED')

test('an outage that affects a thousand calls logs two lines', () => {
  const { outage, lines, wait } = watched()
  for (let call = 0; call < 1000; call += 1) {
    expect(outage.note(away())).toBe(true)
    wait(30)
  }
  outage.answered()
  wait(5_000)
  outage.answered()
  outage.answered()
  expect(lines).toEqual([
    [
      'error',
      'the database is unavailable: calls are answered 503 until it is back',
      { reason: 'connect ECONNREFUSED' },
    ],
    ['info', 'the database is back', { seconds: 30 }],
  ])
})

test('each reason why the database is busy or full is logged once a minute, up to ten; a disconnected client never is', () => {
  const { outage, lines, wait } = watched()
  for (let second = 0; second < 100; second += 1) {
    outage.note(new DatabaseBusy('No connection was free in time'))
    if (second === 0) for (let file = 0; file < 20; file += 1) outage.note(new CannotStore(`file ${file}`))
    outage.note(new ClientGone('The client has gone'))
    wait(1_000)
  }
  const reasons = lines.map(([, , fields]) => (fields as { reason: string }).reason)
  expect(reasons.filter((reason) => reason.startsWith('No connection'))).toHaveLength(2)
  expect(reasons).toHaveLength(11)
})

test('other errors are left to the caller', () => {
  const { outage, lines } = watched()
  expect(outage.note(new TypeError('x is undefined'))).toBe(false)
  expect(lines).toEqual([])
})

test('in any order of failures and answers the lines alternate, and the last one is true', () => {
  const step = fc.oneof(fc.constantFrom('fail', 'busy', 'answer'), fc.integer({ min: 1, max: 8_000 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { outage, lines, wait } = watched()
      let isAway = false
      let quiet = 0
      for (const one of steps) {
        if (typeof one === 'number') {
          wait(one)
          quiet += one
        } else if (one === 'fail') {
          outage.note(away())
          isAway = true
          quiet = 0
        } else if (one === 'busy') outage.note(new DatabaseBusy('busy'))
        else {
          outage.answered()
          if (quiet >= 5_000) isAway = false
        }
      }
      const levels = lines.filter(([level]) => level !== 'warn').map(([level]) => level)
      expect(levels).toEqual(levels.map((_, index) => (index % 2 === 0 ? 'error' : 'info')))
      expect(levels.at(-1) === 'error').toBe(isAway)
    }),
  )
})
