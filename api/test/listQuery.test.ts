import { beforeAll, describe, expect, test } from '@jest/globals'
import { matcher } from '@console/shared-kernel/rules'
import type { MachineResponse, UserResponse } from '@console/shared-kernel/schemas'
import fc from 'fast-check'
import { startDemoApi } from '../testing/demo'
import { call, get, tokenOf, type Answer } from '../testing/http'
import { demoForTests, newName, pathsOf } from '../testing/people'

const { api, people } = demoForTests(startDemoApi)
/** Of one of each kind of caller: everything, a part of the tree, a leaf of it. */
const CALLERS = ['master', 'admin1', 'client1'] as const
const tokens: Record<string, string> = {}
const USER_LISTS = ['/api/Users', '/api/Users/children', '/api/Users/all-hierarchy'] as const
const LISTS = [...USER_LISTS, '/api/Machines'] as const
type Path = (typeof LISTS)[number]
type Row = Partial<UserResponse & MachineResponse>
type Query = Readonly<Record<string, string | number>>

beforeAll(async () => {
  for (const name of CALLERS) tokens[name] = await tokenOf(api().url, name)
  // accents, two scripts, what is more than a letter elsewhere, and the signs of patterns
  for (const userName of [
    'Ana García',
    'ana garci\u0301a 2',
    'Ñandú 100%',
    'Őrs (a.b)*',
    'Йод',
    'ΟΔΟΣ',
    'İpek_[x]',
  ]) {
    await people().create('subdistributor1', 6, { userName })
  }
})

const read = (path: string, query: Query = {}, caller = 'master', headers: Record<string, string> = {}) => {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return get<Row[]>(`${api().url}${path}?${text}`, tokens[caller], headers)
}

const nextOf = ({ headers }: Pick<Answer, 'headers'>): string | null =>
  /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null

async function cursorOf(path: Path, caller = 'master', limit = 1): Promise<string> {
  const next = new URL(nextOf(await read(path, { limit }, caller)) ?? '', api().url)
  return next.searchParams.get('cursor') ?? ''
}

const textOf = (cursor: string): string => Buffer.from(cursor, 'base64url').toString()
const written = (text: string): string => Buffer.from(text).toString('base64url')

const idOf = (row: Row): number | string | undefined => row.idMachine ?? row.userId

/** The pages of a list as their links lead from one to the next. */
async function* pagesOf(path: Path, query: Query, caller: string): AsyncGenerator<Row[]> {
  let answer = await read(path, query, caller)
  for (;;) {
    expect(answer.status).toBe(200)
    yield answer.body
    const next = nextOf(answer)
    if (next === null) return
    expect(answer.body).toHaveLength(Number(query['limit']))
    answer = await get<Row[]>(new URL(next, api().url).href, tokens[caller])
  }
}

async function allPages(path: Path, query: Query, caller: string): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pagesOf(path, query, caller)) rows.push(...page)
  return rows
}

/** All with CONSOLE_TEST_ALL=1, otherwise those of levels that may have users below, and some of the others. */
const branches = (): readonly UserResponse[] =>
  people().users.filter(
    ({ level }, index) => process.env['CONSOLE_TEST_ALL'] || level < 6 || index % 10 === 0,
  )

/** What a query finds, in plain code: of the whole list of users and of the list that is narrowed. */
function plain(rows: readonly Row[], users: readonly UserResponse[], query: Query): Row[] {
  const parents = new Map(users.map(({ userId, parentUserId }) => [userId, parentUserId]))
  const isIn = (userId: number | null | undefined, branch: number): boolean =>
    userId != null && (userId === branch || isIn(parents.get(userId), branch))
  const { search = '', level, branch, fields } = query
  const finds = matcher(String(search))
  const searched = ({ userName = '', countryName, machineName, status, idMachine }: Row) =>
    idMachine === undefined
      ? [userName, countryName ?? '']
      : [userName, machineName ?? '', status ?? '', idMachine]
  return rows
    .filter((row) => finds(...searched(row)))
    .filter((row) => level === undefined || String(level).split(',').includes(String(row.level)))
    .filter((row) => branch === undefined || isIn(row.userId, Number(branch)))
    .map((row) => {
      if (fields === undefined) return row
      const wanted = [row.idMachine === undefined ? 'userId' : 'idMachine', ...String(fields).split(',')]
      return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.includes(name)))
    })
}

describe.each(LISTS)('%s', (path) => {
  test('in pages returns the whole list, and its last page has no next link', async () => {
    for (const caller of CALLERS) {
      const whole = (await read(path, {}, caller)).body
      // short lists row by row, the others in some ten pages
      const short = Math.ceil(whole.length / (whole.length > 40 ? 10 : 40)) || 1
      for (const limit of [short, Math.max(1, whole.length), 1000]) {
        expect(await allPages(path, { limit }, caller)).toEqual(whole)
      }
    }
  })

  test('as NDJSON has the same rows and the same next link', async () => {
    const query = { limit: 5, search: 'a' }
    const [json, lines] = [
      await read(path, query),
      await read(path, query, 'master', { accept: 'application/x-ndjson' }),
    ]
    const rows = lines.text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Row)
    expect([rows, nextOf(lines)]).toEqual([json.body, nextOf(json)])
    expect([rows.length, nextOf(lines)]).toEqual([5, expect.stringContaining(`${path}?limit=5&`)])
  })

  test('from a cursor without a limit returns the rest', async () => {
    const whole = (await read(path)).body
    const rest = await read(path, { cursor: await cursorOf(path, 'master', 3) })
    expect([rest.body, nextOf(rest)]).toEqual([whole.slice(3), null])
  })

  test.each([
    ['limit', ['', '0', '1001', '-1', '1.5', 'x', '1e2']],
    [
      'cursor',
      ['', 'x', '!', 'dXNlcnMgLi4vLi4v\u00e4', ...['users 1 ../..', 'machines 1 9999999999'].map(written)],
    ],
    ['search', ['a\0', 'a\nb', 'x'.repeat(101)]],
    ['branch', ['', 'x', '-1', '1,2', '1'.repeat(16)]],
    ['fields', ['', 'x', 'userName,', 'password', 'constructor', 'userName,password_hash']],
    ...(path === '/api/Machines' ? [] : [['level', ['', '0', '8', '1,,2', 'x']] as const]),
  ] as const)('refuses a malformed %s and names it', async (name, values) => {
    for (const value of values) {
      const answer = await read(path, { [name]: value })
      expect([value, answer.status, pathsOf(answer)]).toEqual([value, 400, [name]])
    }
    const twice = await get(`${api().url}${path}?${name}=1&${name}=1`, tokens['master'])
    expect([twice.status, pathsOf(twice)]).toEqual([400, [name]])
  })

  test('without these parameters is unchanged, whatever other parameters are sent', async () => {
    const bare = await get(`${api().url}${path}`, tokens['master'])
    const other = await read(path, { _: 1, page: 2, toString: 'x' })
    expect([other.status, other.text, nextOf(bare)]).toEqual([200, bare.text, null])
    expect(other.headers.get('etag')).toBe(bare.headers.get('etag'))
  })

  test("never has a row that its caller's whole list lacks", async () => {
    // of the Master's whole list no row is missing
    for (const caller of ['admin1', 'client1']) {
      const whole = new Set((await read(path, {}, caller)).body.map(idOf))
      for (const { userId } of branches()) {
        const answer = await read(path, { branch: userId }, caller)
        if (answer.status === 403) continue
        expect(answer.status).toBe(200)
        expect(answer.body.filter((row) => !whole.has(idOf(row)))).toEqual([])
      }
      // a cursor made by hand, from the one of somebody who sees more
      const [list, , ...position] = textOf(await cursorOf(path)).split(' ')
      const cursor = written([list, people().named(caller).userId, ...position].join(' '))
      const { status, body } = await read(path, { cursor }, caller)
      expect([status, body.filter((row) => !whole.has(idOf(row)))]).toEqual([200, []])
    }
  })
})

test('a cursor of another list or of another user is refused, so that no row is lost', async () => {
  const calls = [
    ['/api/Users', '/api/Machines'],
    ['/api/Machines', '/api/Users'],
    ['/api/Users', '/api/Users/children'],
    ['/api/Users/children', '/api/Users/all-hierarchy'],
    ['/api/Users', '/api/Users', 'admin1'],
    ['/api/Machines', '/api/Machines', 'admin1'],
  ] as const
  for (const [one, other, caller] of calls) {
    const answer = await read(other, { cursor: await cursorOf(one) }, caller)
    expect([other, answer.status, pathsOf(answer)]).toEqual([other, 400, ['cursor']])
  }
})

test('a cursor reveals nothing about the levels above its caller', async () => {
  const { userId } = people().named('admin1')
  expect(textOf(await cursorOf('/api/Users', 'admin1', 2))).toMatch(
    new RegExp(`^users ${userId} \\.[0-9a-z]{6}$`),
  )
})

test('a part of the list has no entity tag and does not match that of the whole list', async () => {
  const path = '/api/Users/all-hierarchy'
  const tag = (await read(path)).headers.get('etag') ?? ''
  expect((await read(path, {}, 'master', { 'if-none-match': tag })).status).toBe(304)
  const part = await read(path, { level: 2 }, 'master', { 'if-none-match': tag })
  expect([part.status, part.headers.get('etag')]).toEqual([200, null])
})

test('a page of another origin may read the link, and the time of the server', async () => {
  const { headers } = await read('/api/Users', { limit: 1 }, 'master', { origin: 'http://localhost:4000' })
  expect(headers.get('access-control-expose-headers')).toBe('Date, ETag, Link, Retry-After, X-Request-Id')
})

test('the OpenAPI document has the parameters', async () => {
  interface Document {
    paths: Record<
      string,
      { get: { parameters: { name: string; in: string; required: boolean; description: string }[] } }
    >
  }
  const { body } = await call<Document>(api().url, 'GET /api/docs/json')
  for (const path of LISTS) {
    const parameters = body.paths[path]?.get.parameters ?? []
    expect(parameters.map(({ name }) => name)).toEqual([
      'limit',
      'cursor',
      'search',
      'branch',
      'fields',
      ...(path === '/api/Machines' ? [] : ['level']),
    ])
    for (const one of parameters) {
      expect(one).toMatchObject({ in: 'query', required: false, description: expect.stringMatching(/\w/) })
    }
  }
})

test.each([
  ['garcia', ['Ana García', 'ana garci\u0301a 2', 'Inés García']],
  [' GARCÍA ', ['Ana García', 'ana garci\u0301a 2', 'Inés García']],
  ['garci\u0301a', ['Ana García', 'ana garci\u0301a 2', 'Inés García']],
  ['garcìa', []],
  ['ñandu', []],
  ['nandu 100%', ['Ñandú 100%']],
  ['(A.B)*', ['Őrs (a.b)*']],
  ['.*', []],
  ['йОД', ['Йод']],
  ['иод', []],
  ['οδος', ['ΟΔΟΣ']],
  ['ipek_[X]', ['İpek_[x]']],
  ['İPEK', ['İpek_[x]']],
])('a search for %j finds %j', async (search, found) => {
  const { body } = await read('/api/Users', { search, level: 6, fields: 'userName' })
  expect(body.map(({ userName }) => userName)).toEqual(found)
})

const search = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'client',
    'CLIENT',
    'garc',
    'García',
    'nandu',
    'Ñ',
    'spain',
    'offline',
    '1',
    '-',
    '%',
    '_',
    '\\',
    '[',
    '.',
  ),
  fc.string({ unit: fc.constantFrom(...'aábnñoőuúйиd10 .-'), maxLength: 2 }),
)
const someOf = (names: readonly string[]) =>
  fc.subarray([...names], { minLength: 1 }).map((chosen) => chosen.join(','))
const USER_FIELDS = ['userName', 'level', 'numeroMaquinas', 'countryName', 'parentUserId', 'version']
const MACHINE_FIELDS = ['machineName', 'userId', 'userName', 'credit', 'profit', 'status']

test('any combination of filters returns what plain code selects from the whole list', async () => {
  const users = (await read('/api/Users')).body as UserResponse[]
  let found = 0
  const question = fc.constantFrom(...LISTS).chain((path) =>
    fc.record({
      path: fc.constant(path),
      caller: fc.constantFrom(...CALLERS),
      filters: fc.record(
        {
          search,
          branch: fc.constantFrom(...users.filter(({ level }) => level < 6).map(({ userId }) => userId)),
          fields: someOf(path === '/api/Machines' ? MACHINE_FIELDS : USER_FIELDS),
          ...(path === '/api/Machines' ? {} : { level: someOf(['1', '2', '3', '4', '5', '6', '7']) }),
        },
        { requiredKeys: [] },
      ),
      limit: fc.integer({ min: 5, max: 60 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(question, async ({ path, caller, filters, limit }) => {
      const query = filters as Query
      const answer = await read(path, query, caller)
      if (answer.status === 403) return expect(query['branch']).toBeDefined()
      const whole = (await read(path, {}, caller)).body
      const expected = plain(whole, users, query)
      expect(answer.body).toEqual(expected)
      expect(await allPages(path, { ...query, limit }, caller)).toEqual(expected)
      found += expected.length
    }),
    { numRuns: 100 },
  )
  // not a hundred times nothing
  expect(found).toBeGreaterThan(20)
}, 120_000)

test('paging while rows are inserted and deleted repeats no row and loses none that existed throughout', async () => {
  const { url } = api()
  const parents = [people().named('subdistributor1'), await people().create('distributor1', 5)]
  const spare: number[] = []
  const change = fc.oneof(
    fc.nat({ max: 1 }).map((which) => async () => {
      spare.push((await people().create(parents[which]!, 6, { userName: newName('paged') })).userId)
    }),
    fc.nat().map((which) => async () => {
      const [userId] = spare.splice(which % Math.max(1, spare.length), 1)
      if (userId === undefined) return
      const { status } = await call(url, `DELETE /api/Users/${userId}`, { token: people().master })
      expect(status).toBe(204)
    }),
  )
  const sequence = fc.record({
    path: fc.constantFrom(...LISTS),
    limit: fc.integer({ min: 1, max: 6 }),
    changes: fc.array(fc.array(change, { maxLength: 2 }), { minLength: 1, maxLength: 6 }),
  })
  const query: Query = { search: 'paged' }
  let [pages, lost, came] = [0, 0, 0]
  for (let count = 0; count < 8; count += 1) {
    spare.push((await people().create(parents[count % 2]!, 6, { userName: newName('paged') })).userId)
  }
  await fc.assert(
    fc.asyncProperty(sequence, async ({ path, limit, changes }) => {
      const ids = async () => (await read(path, query)).body.map(idOf)
      let throughout = new Set(await ids())
      const ever = new Set(throughout)
      const paged: (number | string | undefined)[] = []
      const waiting = [...changes]
      for await (const page of pagesOf(path, { ...query, limit }, 'master')) {
        paged.push(...page.map(idOf))
        pages += 1
        for (const one of waiting.shift() ?? []) await one()
        const now = new Set(await ids())
        lost += [...throughout].filter((id) => !now.has(id)).length
        came += [...now].filter((id) => !ever.has(id)).length
        throughout = new Set([...throughout].filter((id) => now.has(id)))
        for (const id of now) ever.add(id)
      }
      expect(paged.filter((id, index) => paged.indexOf(id) !== index)).toEqual([])
      expect([...throughout].filter((id) => !paged.includes(id))).toEqual([])
      expect(paged.filter((id) => !ever.has(id))).toEqual([])
    }),
    { numRuns: 12 },
  )
  // there were pages to page through, and changes between them
  expect(Math.min(pages - 12, lost, came)).toBeGreaterThan(0)
}, 120_000)
