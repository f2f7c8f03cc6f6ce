import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { createQueryClient } from '@console/shared-kernel/host'
import { heldBack, serverForTests } from '@console/shared-kernel/testing/page'
import { reportQuery, trendQuery } from './api'
import { externalData, internalData } from './definitions'
import { defaultFilters } from './filters/filters'

const server = serverForTests()
const filters = {
  ...defaultFilters(internalData, { day: '2026-10-31', time: '14:05' }),
  dateFrom: '2026-10-01',
}
const dayOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('dateFrom')!
const row = (day: string) => [
  { machineName: 'A', totalBet: Number(day.slice(8)), totalWin: 0, totalProfit: 1 },
]

describe('the profit of each day', () => {
  afterEach(() => void jest.useRealTimers())

  test.each([
    ['ongoing today', '2026-10-31T22:59:00Z', [false, true]],
    ['final after midnight in the time zone of the reports', '2026-10-31T23:00:00Z', [false, false]],
  ])('is %s', async (_, now, ongoing) => {
    jest.useFakeTimers({
      now: new Date(now),
      doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'],
    })
    server().on('/api/internal/query', { body: [] })
    const lastDays = { ...filters, dateFrom: '2026-10-30' }
    const days = await createQueryClient().fetchQuery(
      trendQuery(internalData, { filters: lastDays, number: 1 }),
    )
    expect(days.map((day) => day.ongoing)).toEqual(ongoing)
  })

  test('needs one call per day, two at a time, and lists the days in order', async () => {
    let underWay = 0
    let maxParallel = 0
    server().on('/api/internal/query', ({ path }) => {
      underWay += 1
      maxParallel = Math.max(maxParallel, underWay)
      const answered = () => void (underWay -= 1)
      return { body: row(dayOf(path)), after: new Promise((go) => setTimeout(go, 20)).then(answered) }
    })
    const days = await createQueryClient().fetchQuery(trendQuery(internalData, { filters, number: 1 }))
    expect(days).toHaveLength(31)
    expect(days.map(({ day }) => day)).toEqual([...days.map(({ day }) => day)].sort())
    expect(new Set(days.map(({ profitCents }) => profitCents))).toEqual(new Set([100]))
    expect(server().calls).toHaveLength(31)
    expect(maxParallel).toBe(2)
  })

  test('is missing if one day fails, and no more days are requested', async () => {
    const fourth = heldBack()
    const third = heldBack()
    server().on('/api/internal/query', ({ path }) => {
      const day = dayOf(path)
      if (day === '2026-10-03') return { status: 403, after: third.after }
      if (day !== '2026-10-04') return { body: row(day) }
      // both calls are pending
      third.answer()
      return { body: row(day), after: fourth.after }
    })
    const client = createQueryClient()
    await expect(client.fetchQuery(trendQuery(internalData, { filters, number: 1 }))).rejects.toMatchObject({
      status: 403,
    })
    fourth.answer()
    // gives a call that wrongly follows the answer time to be sent
    const [one, two] = [1, 2].map((number) => reportQuery(internalData, { filters, number }))
    await client.fetchQuery(one!)
    await client.fetchQuery(two!)
    expect(server().paths().slice(0, -2).map(dayOf).sort()).toEqual([
      '2026-10-01',
      '2026-10-02',
      '2026-10-03',
      '2026-10-04',
    ])
  })
})

describe('a search', () => {
  test('[CALL-25] of Internal Data is a JSON call to the API', async () => {
    server().on('/api/internal/query', { body: [] })
    await createQueryClient().fetchQuery(reportQuery(internalData, { filters, number: 1 }))
    expect(server().calls[0]).toMatchObject({
      method: 'GET',
      headers: { 'content-type': 'application/json' },
    })
    expect(server().paths()[0]).not.toContain('tipoMovs')
  })

  test('[CALL-29] of External Data sends the movement types', async () => {
    server().on('/api/external/query', { body: [] })
    await createQueryClient().fetchQuery(reportQuery(externalData, { filters, number: 1 }))
    expect(server().paths()[0]).toContain('tipoMovs=2,3')
  })
})
