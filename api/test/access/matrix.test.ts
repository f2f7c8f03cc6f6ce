import { beforeAll, describe, expect, test } from '@jest/globals'
import { API_ACCESS } from '../../src/http/accessRules'
import { named, openStream } from '../../testing/events'
import { call } from '../../testing/http'
import { newUser, FORBIDDEN } from '../../testing/people'
import type { Urls } from '../../testing/server'
import { sharedDemoApi } from '../../testing/sharedServer'
import {
  ACTIVITY,
  blockingProtected,
  BULK,
  BULK_REVERT,
  COPY,
  copying,
  creatingUnder,
  EVENTS,
  EXTERNAL_REPORT,
  filteringBy,
  noting,
  OWN,
  PLAIN,
  REPORT,
  REVERT,
  reverting,
  TARGETED,
} from './expected'
import { hasMachine, LEVELS, levelOf, makeFamily, RELATIONS, type Family, type Relation } from './family'

let api: Urls
let family: Family

beforeAll(async () => {
  api = await sharedDemoApi()
  family = await makeFamily(api.url)
})

const token = (level: number) => family.tokens[level]
const cases = LEVELS.flatMap((level) => RELATIONS.map((relation) => [level, relation] as const)).filter(
  ([level, relation]) => levelOf(level, relation) !== null,
)
const machineCases = cases.filter(([level, relation]) => hasMachine(levelOf(level, relation) ?? 0))
const casesAbout = (about: string) => (about === 'machine' || about === 'machineId' ? machineCases : cases)
const relativeOf = (level: number, relation: Relation) => family.relative(level, relation)!

/** Checks the status, and the body of a 403. */
function check(answer: { status: number; body: unknown }, expected: number): void {
  expect(answer.status).toBe(expected)
  if (expected === 403) expect(answer.body).toEqual(FORBIDDEN)
}

test('each level has the relatives and machines that the cases need', () => {
  for (const level of LEVELS)
    for (const relation of RELATIONS) {
      const relative = family.relative(level, relation)
      expect(relative?.level ?? null).toBe(levelOf(level, relation))
      if (relative) expect(relative.machineId !== null).toBe(hasMachine(relative.level))
    }
})

describe.each(TARGETED)('$row', ({ row, about, deletes, body, expected }) => {
  test.each(casesAbout(about))('called by level %d, about their %s', async (level, relation) => {
    const known = relativeOf(level, relation)
    const target =
      deletes && relation !== 'self' && relation !== 'ancestor' && relation !== 'unknown id'
        ? await family.copyOf(known)
        : known
    const id = about === 'machine' ? target.machineId : target.userId
    const answer = await call(api.url, row.replace(':id', String(id)), {
      token: token(level),
      body: body?.(target),
    })
    check(answer, expected({ level, relation, target }))
  })
})

describe('POST /api/Users', () => {
  test.each(cases)('called by level %d, under their %s', async (level, relation) => {
    const target = relativeOf(level, relation)
    const body = { ...newUser(Math.min(target.level + 1, 7)), userIdcriador: target.userId }
    const answer = await call(api.url, 'POST /api/Users', { token: token(level), body })
    check(answer, creatingUnder({ level, relation, target }))
  })
})

interface Results {
  results: readonly { status: number; message?: string }[]
}

/** A bulk call is rejected as a whole only for the caller's level; items have the results of single calls. */
function checkResult(answer: { status: number; body: Results }, mayCall: boolean, expected: number): void {
  check(answer, mayCall ? 200 : 403)
  if (!mayCall) return
  const [{ status, message }] = answer.body.results as [Results['results'][number]]
  expect(status).toBe(expected)
  if (expected === 403) expect(message).toBe(FORBIDDEN.message)
}

describe.each(BULK)('$row', ({ row, about, levels, body, expected }) => {
  test.each(casesAbout(about))('called by level %d, about their %s', async (level, relation) => {
    const target = relativeOf(level, relation)
    const answer = await call<Results>(api.url, row, { token: token(level), body: body(target) })
    checkResult(answer, levels.includes(level), expected({ level, relation, target }))
  })
})

describe('a user with botonBlockedDeshabilitado', () => {
  const REJECTION = { message: 'El bloqueo de este usuario está deshabilitado' }
  const others = cases.filter(([, relation]) => relation !== 'self')
  const protectedCopy = async (level: number, relation: Relation) => {
    const known = relativeOf(level, relation)
    if (relation === 'unknown id' || known.level === 1) return known
    const copy = await family.copyOf(known)
    const body = { botonBlockedDeshabilitado: true }
    await call(api.url, `PUT /api/Users/${copy.userId}`, { token: family.people.master, body })
    return copy
  }

  describe.each([
    ['is not blocked', false],
    ['is blocked by a call that lifts the flag', true],
  ])('%s', (_, lifted) => {
    test.each(others)('by level %d, whose %s it is', async (level, relation) => {
      const target = await protectedCopy(level, relation)
      const body = { isBlocked: true, botonBlockedDeshabilitado: !lifted }
      const answer = await call(api.url, `PUT /api/Users/${target.userId}`, { token: token(level), body })
      const expected = blockingProtected({ level, relation, target }, lifted)
      const isBelow = blockingProtected({ level, relation, target }, true) === 200
      if (expected === 403 && isBelow) expect(answer).toMatchObject({ status: 403, body: REJECTION })
      else check(answer, expected)
    })
  })

  test.each(others.filter(([level]) => level <= 5))(
    'is not blocked in bulk by level %d, whose %s it is',
    async (level, relation) => {
      const target = await protectedCopy(level, relation)
      const body = { items: [{ userId: target.userId, blocked: true }] }
      const row = 'POST /api/Users/bulk/block'
      const { body: answer } = await call<Results>(api.url, row, { token: token(level), body })
      const isBelow = blockingProtected({ level, relation, target }, true) === 200
      expect(answer.results).toMatchObject([
        isBelow
          ? { status: 403, ...REJECTION }
          : { status: blockingProtected({ level, relation, target }, false) },
      ])
    },
  )

  test('stays blocked if it was blocked before, and may be unblocked', async () => {
    const user = await family.people.create('subdistributor1', 6, {
      isBlocked: true,
      botonBlockedDeshabilitado: true,
    })
    for (const isBlocked of [true, false, false]) {
      const answer = await call(api.url, `PUT /api/Users/${user.userId}`, {
        token: family.people.master,
        body: { isBlocked },
      })
      expect(answer).toMatchObject({ status: 200, body: { isBlocked, botonBlockedDeshabilitado: true } })
    }
  })
})

describe(COPY, () => {
  test.each(cases)('called by level %d, to their %s', async (level, relation) => {
    const { userId, ...target } = relativeOf(level, relation)
    const fromUserId = family.relative(level, 'child')?.userId ?? userId
    const body = { fromUserId, items: [{ userId }] }
    const answer = await call<Results>(api.url, COPY, { token: token(level), body })
    checkResult(answer, level <= 2, copying({ level, relation, target: { userId, ...target } }))
  })

  test.each(cases)('called by level %d, from their %s', async (level, relation) => {
    const target = relativeOf(level, relation)
    const items = [{ userId: family.relative(level, 'child')?.userId ?? target.userId }]
    const body = { fromUserId: target.userId, items }
    const answer = await call(api.url, COPY, { token: token(level), body })
    check(answer, copying({ level, relation, target }))
  })
})

describe(REVERT, () => {
  /** The id of the latest change of the relative's machine, or an unknown id if the machine is unknown. */
  const changeOf = async (level: number, relation: Relation) => {
    const { machineId } = relativeOf(level, relation)
    const row = `PUT /api/Machines/${machineId}/credit`
    const answer = await call<{ activityId?: number }>(api.url, row, {
      token: family.people.master,
      body: { amount: 3 },
    })
    return answer.body.activityId ?? 987_654_321
  }

  test.each(machineCases)('called by level %d, about a machine of their %s', async (level, relation) => {
    const row = REVERT.replace(':activityId', String(await changeOf(level, relation)))
    const answer = await call(api.url, row, { token: token(level) })
    check(answer, reverting({ level, relation, target: relativeOf(level, relation) }))
  })

  test.each(machineCases)('in bulk by level %d, about a machine of their %s', async (level, relation) => {
    const body = { items: [{ activityId: await changeOf(level, relation) }] }
    const answer = await call<Results>(api.url, BULK_REVERT, { token: token(level), body })
    const expected = reverting({ level, relation, target: relativeOf(level, relation) })
    checkResult(answer, level <= 5, expected)
  })
})

describe.each(['userId', 'machineId'] as const)('a note with %s', (name) => {
  test.each(casesAbout(name))('by level %d, about their %s', async (level, relation) => {
    const target = relativeOf(level, relation)
    const expected = noting({ level, relation, target })
    const [about, sent] = [{ [name]: target[name] }, { token: token(level) }]
    const body = { ...about, text: 'A note' }
    check(await call(api.url, 'POST /api/notes', { ...sent, body }), expected)
    const row = `GET /api/notes?${name}=${target[name]}`
    check(await call(api.url, row, sent), expected === 201 ? 200 : expected)
  })
})

const FILTERS = ['subAdminId', 'distributorId', 'subDistributorId', 'clientId', 'machineId'] as const

describe.each([
  ['internal', REPORT, () => api.url],
  ['external', EXTERNAL_REPORT, () => api.externalUrl],
])('[CALL-27] the %s report', (_, row, url) => {
  describe.each(FILTERS)('filtered by %s', (filter) => {
    test.each(casesAbout(filter))('called by level %d, about their %s', async (level, relation) => {
      const target = relativeOf(level, relation)
      const id = filter === 'machineId' ? target.machineId : target.userId
      const answer = await call(url(), `${row}&${filter}=${id}`, { token: token(level) })
      check(answer, filteringBy({ level, relation, target }))
    })
  })
})

describe.each(['actorId', 'userId', 'machineId'])('the activity filtered by %s', (filter) => {
  test.each(casesAbout(filter))('called by level %d, about their %s', async (level, relation) => {
    const target = relativeOf(level, relation)
    const id = filter === 'machineId' ? target.machineId : target.userId
    const answer = await call(api.url, `${ACTIVITY}&${filter}=${id}`, { token: token(level) })
    check(answer, filteringBy({ level, relation, target }))
  })
})

describe.each(PLAIN)('[ROLE-7] $row', ({ row, body, expected }) => {
  test.each(LEVELS)('called by level %d', async (level) => {
    check(await call(api.url, row, { token: token(level), body }), expected(level))
  })
})

// events.bothEngines tests which part of a subtree a stream shows
describe(EVENTS, () => {
  test.each(LEVELS)('called by level %d', async (level) => {
    const stream = await openStream(api.url, token(level)!)
    expect(stream.status).toBe(200)
    await stream.waitFor(named('start'))
    stream.close()
  })
})

test('these tables cover every row of the access table except public calls and those about oneself', () => {
  const tables = [...TARGETED, ...PLAIN, ...BULK].map(({ row }) => row.replace(/\?.*/, ''))
  const known = (row: string) =>
    [COPY, EVENTS, REVERT, BULK_REVERT, ...tables].some((name) => fits(row, name))
  const others = Object.entries(API_ACCESS).filter(([row, { caller }]) => caller !== 'anyone' && !known(row))
  expect(others.map(([row]) => row).sort()).toEqual(
    [...OWN, 'POST /api/Auth/logout', 'POST /api/Users', 'POST /api/notes'].sort(),
  )
})

const fits = (pattern: string, row: string): boolean =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(row)
