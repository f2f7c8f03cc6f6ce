import { expect, test } from '@jest/globals'
import { STREAM_SECONDS } from '@console/shared-kernel/contracts'
import { activityIds, named, openStream } from '../testing/events'
import { call } from '../testing/http'
import { demoForTests } from '../testing/people'

const MINUTE_MS = 60_000

const { api, people } = demoForTests()

test(
  'a stream ends by itself after nine to ten minutes, and can be resumed without a gap',
  async () => {
    const { master } = people()
    const { machine } = await people().createClient()
    const setCredit = (amount: number) =>
      call(api().url, `PUT /api/Machines/${machine.idMachine}/credit`, { token: master, body: { amount } })
    const isOf =
      (cents: number) =>
      ({ data }: { data: Record<string, unknown> }) =>
        (data['after'] as { creditCents?: number } | undefined)?.creditCents === cents

    const began = performance.now()
    const first = await openStream(api().url, master)
    await first.waitFor(named('start'))
    await setCredit(1)
    const before = await first.waitFor(isOf(100))
    await first.ended
    const lasted = performance.now() - began
    expect(lasted).toBeGreaterThan(STREAM_SECONDS * 1000 - MINUTE_MS)
    expect(lasted).toBeLessThan(STREAM_SECONDS * 1000 + 5_000)
    // a comment after each 15 s without an event; there are one or two events a minute
    expect(first.comments()).toBeGreaterThan(20)

    await setCredit(2)
    const next = await openStream(api().url, master, first.lastId())
    const after = await next.waitFor(isOf(200))
    await setCredit(3)
    const later = await next.waitFor(isOf(300))
    expect(activityIds(next.events)).toEqual([after, later].map(({ data }) => data['id']))
    expect(activityIds(first.events)).toContain(before.data['id'])
    next.close()
  },
  11 * MINUTE_MS,
)
