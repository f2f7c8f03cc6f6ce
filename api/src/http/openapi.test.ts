import { expect, test } from '@jest/globals'
import type { AccessRule } from './accessRules'
import { describeRule } from './openapi'

const managers = { caller: 'signed-in', levels: [1, 2, 3, 4, 5] } as const

test.each<[AccessRule, string]>([
  [{ caller: 'anyone' }, 'Open to anyone.'],
  [{ caller: 'signed-in' }, 'Any signed-in user.'],
  [
    { caller: 'signed-in', target: 'caller or below' },
    'Any signed-in user, about themselves or anybody below.',
  ],
  [managers, 'Users of levels 1 to 5.'],
  [{ ...managers, target: 'below' }, 'Users of levels 1 to 5, about anybody below.'],
  [{ ...managers, target: 'owned below' }, 'Users of levels 1 to 5, about a machine of anybody below.'],
  [
    { caller: 'signed-in', target: 'owned by caller or below' },
    'Any signed-in user, about a machine of their own or of anybody below.',
  ],
  [{ ...managers, items: 'below' }, 'Users of levels 1 to 5, each item about anybody below.'],
])('describes the rule %j', (rule, words) => expect(describeRule(rule)).toBe(words))
