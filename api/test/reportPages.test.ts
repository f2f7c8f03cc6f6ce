import { beforeAll, describe, expect, test } from '@jest/globals'
import { matcher } from '@console/shared-kernel/rules'
import {
  detailRow,
  externalTotalRow,
  internalTotalRow,
  posRow,
  ticketRow,
  type MachineResponse,
} from '@console/shared-kernel/schemas'
import fc from 'fast-check'
import { startDemoApi } from '../testing/demo'
import { ACCOUNTS, call, get, tokenOf, type Answer } from '../testing/http'
import { demoForTests, FORBIDDEN, pathsOf } from '../testing/people'
import { ALWAYS, report, reportPath, type Query } from '../testing/reports'

// machines that other test files retire would be in reports and not in the list of machines
const { api, people } = demoForTests(startDemoApi)
/** Everything, a part of the tree, and level 5. */
const CALLERS = ['master', 'admin1', 'subdistributor1'] as const
const tokens: Record<string, string> = {}

beforeAll(async () => {
  for (const name of CALLERS) tokens[name] = await tokenOf(api().url, name)
})

type Row = Record<string, unknown>
interface Report {
  readonly name: string
  readonly service: 'internal' | 'external'
  readonly query: Query
  /** The field that is always there. */
  readonly id: string
  /** The field that is searched. */
  readonly machine: string
  readonly fields: readonly string[]
}

const totals = { id: 'machineId', machine: 'machineName' }
const movements = { id: 'Machine', machine: 'Machine' }
const REPORTS: readonly Report[] = [
  {
    ...totals,
    name: 'internal totals',
    service: 'internal',
    query: {},
    fields: Object.keys(internalTotalRow.shape),
  },
  {
    ...totals,
    name: 'external totals',
    service: 'external',
    query: { tipoMovs: '2,5' },
    fields: Object.keys(externalTotalRow.shape),
  },
  {
    ...movements,
    name: 'Detail',
    service: 'external',
    query: { queryType: 'Detail', tipoMovs: '4,6' },
    fields: Object.keys(detailRow.shape),
  },
  {
    ...movements,
    name: 'Tickets',
    service: 'external',
    query: { queryType: 'Tickets' },
    fields: Object.keys(ticketRow.shape),
  },
  {
    ...movements,
    name: 'POS',
    service: 'external',
    query: { queryType: 'POS' },
    fields: Object.keys(posRow.shape),
  },
]

const read = (one: Report, query: Query = {}, caller = 'master'): Promise<Answer<Row[]>> =>
  report<Row[]>(api(), tokens[caller] ?? '', one.service, { ...ALWAYS, ...one.query, ...query })

const nextOf = ({ headers }: Pick<Answer, 'headers'>): string | null =>
  /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null

const follow = ({ service }: Report, next: string, caller: string): Promise<Answer<Row[]>> =>
  get<Row[]>(`${service === 'internal' ? api().url : api().externalUrl}${next}`, tokens[caller])

async function allPages(one: Report, query: Query, caller: string): Promise<Row[]> {
  const rows: Row[] = []
  let answer = await read(one, query, caller)
  for (;;) {
    expect(answer.status).toBe(200)
    rows.push(...answer.body)
    const next = nextOf(answer)
    if (next === null) return rows
    expect(answer.body).toHaveLength(Number(query['limit']))
    answer = await follow(one, next, caller)
  }
}

async function cursorOf(one: Report, caller = 'master', limit = 1): Promise<string> {
  const next = nextOf(await read(one, { limit }, caller))
  return new URLSearchParams(next?.split('?')[1]).get('cursor') ?? ''
}

const textOf = (cursor: string): string => Buffer.from(cursor, 'base64url').toString()
const written = (text: string): string => Buffer.from(text).toString('base64url')

/** One of each kind. */
const EXAMPLES = ['external totals', 'Detail']
const ALL = Boolean(process.env['CONSOLE_TEST_ALL'])

describe.each(REPORTS.filter(({ name }) => ALL || EXAMPLES.includes(name)))('$name', (one) => {
  test('in pages is the whole report, and the last page has no next link', async () => {
    for (const caller of CALLERS) {
      const whole = (await read(one, {}, caller)).body
      expect(whole.length).toBeGreaterThan(1)
      // short ones row by row, the others in some ten pages
      const short = Math.min(1000, Math.ceil(whole.length / (whole.length > 40 ? 10 : 40)))
      for (const limit of new Set([short, Math.min(1000, whole.length), 1000])) {
        expect(await allPages(one, { limit }, caller)).toEqual(whole)
      }
    }
  })

  test('from a cursor without a limit is the rest', async () => {
    const whole = (await read(one)).body
    const rest = await read(one, { cursor: await cursorOf(one, 'master', 3) })
    expect([rest.body, nextOf(rest)]).toEqual([whole.slice(3), null])
  })

  test('names the next page with the parameters of this one', async () => {
    const answer = await read(one, { limit: 2, search: 'slot', fields: one.machine })
    const [path, query] = (nextOf(answer) ?? '').split('?')
    expect(path).toBe(`/api/${one.service}/query`)
    expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
      ...ALWAYS,
      ...one.query,
      limit: '2',
      search: 'slot',
      fields: one.machine,
      cursor: expect.stringMatching(/^\w+$/),
    })
  })

  test('as NDJSON has the same rows and the same next link', async () => {
    const query = { ...ALWAYS, ...one.query, limit: 3 }
    const url = one.service === 'internal' ? api().url : api().externalUrl
    const lines = await get(`${url}${reportPath(one.service, query)}`, tokens['master'], {
      accept: 'application/x-ndjson',
    })
    const json = await read(one, { limit: 3 })
    const rows = lines.text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Row)
    expect([rows, nextOf(lines)]).toEqual([json.body, nextOf(json)])
  })

  test.each([
    ['limit', ['', '0', '1001', '-1', '1.5', 'x']],
    [
      'cursor',
      [
        '',
        'x',
        '!',
        ...['machines 1 1', 'Total 1 9999999999', 'Total 1 -1', 'Detail 1 1', 'Detail 1 1e3 1'].map(written),
        ...['POS 1 1 ', 'Tickets 1 1 1 1', 'internal 1 1 or 1=1', 'x'.repeat(70)].map(written),
      ],
    ],
    ['search', ['a\0', 'a\nb', 'x'.repeat(101)]],
    ['branch', ['', 'x', '-1', '1,2', '1'.repeat(16)]],
    ['fields', ['', 'x', `${one.id},`, 'constructor', 'password_hash', 'key']],
  ])('refuses a malformed %s and names it', async (name, values) => {
    for (const value of values) {
      const answer = await read(one, { [name]: value })
      expect([value, answer.status, pathsOf(answer)]).toEqual([value, 400, [name]])
    }
  })

  test('refuses the cursor of another report or user', async () => {
    const others = REPORTS.filter(({ name }) => name !== one.name).map((other) => cursorOf(other))
    for (const cursor of [...(await Promise.all(others)), await cursorOf(one, 'admin1')]) {
      expect(await read(one, { cursor, limit: 5 })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'cursor', message: 'No es un cursor de esta lista y de este usuario' }] },
      })
    }
  })

  test('has the wanted fields and the id alone, and refuses those of other reports', async () => {
    const whole = (await read(one)).body
    for (const wanted of [[one.fields.at(-1) ?? ''], one.fields.slice(1, 4), [one.id], one.fields]) {
      const names = new Set([one.id, ...wanted])
      const { body } = await read(one, { fields: wanted.join() })
      expect(body).toEqual(
        whole.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))),
      )
    }
    const foreign = REPORTS.flatMap(({ fields }) => fields).filter((name) => !one.fields.includes(name))
    for (const name of new Set(foreign)) {
      const answer = await read(one, { fields: `${one.id},${name}` })
      expect(answer).toMatchObject({
        status: 400,
        body: {
          errors: [
            {
              path: 'fields',
              message: `Debe ser uno o varios, separados por comas, de: ${one.fields.join(', ')}`,
            },
          ],
        },
      })
    }
  })

  test('without these parameters is unchanged, whatever other parameters are sent', async () => {
    const bare = await read(one)
    const other = await read(one, { level: 2, page: 2, toString: 'x' } as unknown as Query)
    expect([other.status, other.text, nextOf(bare)]).toEqual([200, bare.text, null])
    expect(Object.keys(bare.body[0] ?? {})).toEqual(one.fields)
  })

  test('a branch outside of the subtree is 403, whether it exists or not, and an unknown one 404 for level 1', async () => {
    for (const branch of [
      people().named('master').userId,
      people().named('admin1').userId,
      99_999,
      2 ** 40,
    ]) {
      expect(await read(one, { branch }, 'subdistributor1')).toMatchObject({ status: 403, body: FORBIDDEN })
    }
    for (const branch of [99_999, 2 ** 40]) expect((await read(one, { branch })).status).toBe(404)
  })

  test('never has a row of somebody else, whatever the cursor', async () => {
    const whole = new Set((await read(one, {}, 'subdistributor1')).body.map((row) => JSON.stringify(row)))
    const [kind = '', , ...position] = textOf(await cursorOf(one)).split(' ')
    const own = (place: string) => written(`${kind} ${people().named('subdistributor1').userId} ${place}`)
    const altered =
      position.length === 1
        ? ['0', '1', '17', '2147483647']
        : ['0 0', '-9007199254740991 0', `${position[0]} 0`, '1 1', '9007199254740991 999999999999999']
    const cursors = [position.join(' '), ...altered].map(own)
    for (const cursor of cursors) {
      for (const limit of [undefined, 1000]) {
        const { status, body } = await read(one, { cursor, limit }, 'subdistributor1')
        expect([textOf(cursor), status]).toEqual([textOf(cursor), 200])
        expect(body.filter((row) => !whole.has(JSON.stringify(row)))).toEqual([])
      }
    }
    // the first and the last position
    const start = own(altered[0] ?? '')
    const first = await read(one, { cursor: start, limit: 1000 }, 'subdistributor1')
    expect(first.body).toEqual((await read(one, { limit: 1000 }, 'subdistributor1')).body)
    expect((await read(one, { cursor: cursors.at(-1) ?? '', limit: 9 }, 'subdistributor1')).text).toBe('[]')
  })
})

test('a cursor does not lead out of the range', async () => {
  for (const one of REPORTS.filter(({ id }) => id === 'Machine')) {
    const whole = (await read(one)).body
    const [day, month, year] = String(whole.at(-1)?.['Date']).split('-')
    const range = { dateFrom: `${year}-${month}-${day}`, dateTo: `${year}-${month}-${day}` }
    const within = await read(one, range)
    expect(within.body.length).toBeLessThan(whole.length)
    for (const limit of [undefined, 1000]) {
      const cursor = written(`${one.query['queryType']} ${people().named('master').userId} 0 0`)
      expect((await read(one, { ...range, cursor, limit })).body).toEqual(within.body.slice(0, limit))
    }
  }
})

test('the OpenAPI documents have the parameters', async () => {
  interface Document {
    paths: Record<string, { get: { parameters: { name: string; in: string; required: boolean }[] } }>
  }
  for (const [url, path] of [
    [api().url, '/api/internal/query'],
    [api().externalUrl, '/api/external/query'],
  ] as const) {
    const { body } = await call<Document>(url, 'GET /api/docs/json')
    const parameters = body.paths[path]?.get.parameters ?? []
    for (const name of ['limit', 'cursor', 'search', 'branch', 'fields']) {
      expect(parameters.filter((parameter) => parameter.name === name)).toMatchObject([
        { in: 'query', required: false, description: expect.stringMatching(/\w/) },
      ])
    }
  }
})

test('any combination of filters finds what plain code selects from the whole report', async () => {
  const { users } = people()
  const machines = await get<MachineResponse[]>(`${api().url}/api/Machines`, tokens['master'])
  const ownerOf = new Map(machines.body.map(({ machineName, userId }) => [machineName, userId]))
  expect(ownerOf.size).toBe(machines.body.length)
  const parents = new Map(users.map(({ userId, parentUserId }) => [userId, parentUserId]))
  const isIn = (userId: number | null | undefined, branch: number): boolean =>
    userId != null && (userId === branch || isIn(parents.get(userId), branch))
  const branches = ACCOUNTS.map((name) => people().named(name).userId)
  const wholes = new Map<string, Promise<Answer<Row[]>>>()
  const wholeOf = (one: Report, caller: string) => {
    const key = `${one.name} ${caller}`
    const whole = wholes.get(key) ?? read(one, {}, caller)
    wholes.set(key, whole)
    return whole
  }
  const names = [...ownerOf.keys()]
  const question = fc.constantFrom(...REPORTS).chain((one) =>
    fc.record({
      one: fc.constant(one),
      caller: fc.constantFrom(...CALLERS),
      filters: fc.record(
        {
          search: fc.oneof(
            fc.constantFrom('', ' ', '1', 'SLOT', 'slót', '%', '_', '.', '\\', "'"),
            fc.constantFrom(...names).map((name) => name.slice(-3)),
            fc.constantFrom(...names).map((name) => name.toUpperCase()),
          ),
          branch: fc.constantFrom(...branches),
          distributorId: fc.constantFrom(...branches),
          fields: fc
            .subarray([...one.fields], { minLength: 1 })
            .map((chosen) => [...new Set([...chosen, one.id])].join()),
        },
        { requiredKeys: [] },
      ),
      limit: fc.integer({ min: 20, max: 1000 }),
    }),
  )
  let found = 0
  await fc.assert(
    fc.asyncProperty(question, async ({ one, caller, filters, limit }) => {
      const answer = await read(one, filters as Query, caller)
      const { search = '', branch, distributorId, fields } = filters
      if (answer.status === 403) return expect(branch ?? distributorId).toBeDefined()
      const finds = matcher(search)
      const expected = (await wholeOf(one, caller)).body
        .filter((row) => finds(String(row[one.machine])))
        .filter((row) =>
          [branch, distributorId].every(
            (top) => top === undefined || isIn(ownerOf.get(String(row[one.machine])), top),
          ),
        )
        .map((row) =>
          Object.fromEntries(
            Object.entries(row).filter(([name]) => fields?.split(',').includes(name) ?? true),
          ),
        )
      expect(answer.body).toEqual(expected)
      expect(await allPages(one, { ...(filters as Query), limit }, caller)).toEqual(expected)
      found += expected.length
    }),
    { numRuns: ALL ? 60 : 30 },
  )
  // not nothing each time
  expect(found).toBeGreaterThan(0)
}, 120_000)
