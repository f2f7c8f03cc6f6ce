import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { DAY_RANGES } from '@console/shared-kernel/domain'
import { MACHINE_ACTIONS, USER_ACTIONS } from '@console/shared-kernel/rules'
import { LINKS, parseCommand, RANGES } from './commandLine'

const read = (query: string) => {
  const line = parseCommand(query)
  return line && [[...line.verbs].sort().join(' '), line.subject, line.range?.name ?? null]
}

describe('a command line', () => {
  test.each<[string, unknown[] | null]>([
    ['credit slot 0001', ['credit', 'slot 0001', null]],
    ['  CREDIT  Slot   0001 ', ['credit', 'slot 0001', null]],
    ['slot 0001 credit', ['credit', 'slot 0001', null]],
    ['update credit slot 1', ['credit', 'slot 1', null]],
    ['cred slot', ['credit', 'slot', null]],
    ['block client1', ['block', 'client1', null]],
    ['timed block client1', ['block', 'client1', null]],
    ['unblock client1', ['unblock', 'client1', null]],
    ['create machine client1', ['machine', 'client1', null]],
    ['reset second factor client1', ['reset-factor', 'client1', null]],
    ['report distributor1 yesterday', ['/external /internal', 'distributor1', 'yesterday']],
    ['internal report last 7 days client1', ['/internal', 'client1', 'last7days']],
    ['report last month', ['/external /internal', '', 'lastMonth']],
    // other actions have no days
    ['credit yesterday', ['credit', 'yesterday', null]],
    ['history slot 1', ['/activity', 'slot 1', null]],
    ['block', ['block', '', null]],
    // the beginning of a short word may be a name
    ['blo client1', null],
    ['slot 0001', null],
    ['creditor 5', null],
    ['', null],
  ])('%p means %j', (query, expected) => expect(read(query)).toEqual(expected))
})

test('the days of a report are named as reports name them', () =>
  expect(Object.entries(RANGES).map(([name, [label]]) => [name, label])).toEqual(
    DAY_RANGES.map(({ name, label }) => [name, label]),
  ))

const VERBS = [USER_ACTIONS, MACHINE_ACTIONS, LINKS].flatMap((table) =>
  Object.entries<readonly string[]>(table).flatMap(([name, phrases]) =>
    phrases.map((phrase) => [name, phrase] as const),
  ),
)
const LETTER = fc.constantFrom(...'abcxyz019')
/** Words that are not the beginning of an action. */
const SUBJECT = fc
  .array(fc.string({ unit: LETTER, minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '))
  .filter((subject) => parseCommand(subject) === null)

test('each phrase for an action is understood before and after the name, in upper and lower case', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VERBS), SUBJECT, fc.boolean(), ([name, phrase], subject, isFirst) => {
      const line = parseCommand(isFirst ? `${phrase.toUpperCase()} ${subject}` : `${subject} ${phrase}`)
      expect(line?.verbs).toContain(name)
      expect(line?.subject).toBe(subject)
    }),
  )
})
