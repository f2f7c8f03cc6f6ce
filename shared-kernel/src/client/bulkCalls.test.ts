import { expect, test } from '@jest/globals'
import { serverForTests } from '@console/shared-kernel/testing/page'
import { type BulkCalls, bulkSender } from './bulkCalls'
import { isStale } from './useApiMutation'

interface Item {
  id: number
  version: number
}

const server = serverForTests()
const PATH = '/api/Machines/bulk/block'
const ITEMS: Item[] = [1, 2, 3].map((id) => ({ id, version: 1 }))
const NEVER_STOPPED = { isWanted: () => true, onCall: () => undefined }

/** Resends items whose rejection has a version. */
const calls: BulkCalls<Item> = {
  path: PATH,
  idOf: ({ id }) => id,
  bodyOf: (items) => ({ items }),
  single: async () => undefined,
  resent: ({ id }, rejection) => {
    const { version } = (rejection.current ?? {}) as Partial<Item>
    return isStale(rejection) && version !== undefined ? { id, version } : null
  },
}
const stale = (id: number, current?: object) => ({ id, status: 409, message: 'changed', current })
const done = (id: number) => ({ id, status: 200 })

test.each([
  { again: { body: { results: [done(2)] } }, results: { 1: 'done', 2: 'done' }, stopped: null },
  {
    again: { body: { results: [stale(2, { version: 8 })] } },
    results: { 1: 'done', 2: { failed: 'changed' } },
    stopped: null,
  },
  { again: { fault: 'reset' }, results: { 1: 'done' }, stopped: expect.stringMatching(/^No answer/) },
] as const)(
  'a rejection that does not concern an item resends it once, under a key of its own: %j',
  async (outcome) => {
    const first = { body: { results: [done(1), stale(2, { version: 7 }), stale(3)] } }
    server().on(PATH, ({ body }) => (JSON.parse(body).items.length === 3 ? first : outcome.again))
    const answer = await bulkSender(calls)(ITEMS, NEVER_STOPPED)
    const results = { ...outcome.results, 3: { failed: 'changed' } }
    expect([Object.fromEntries(answer.results), answer.stopped]).toEqual([results, outcome.stopped])
    const [one, two, ...others] = server().writes()
    expect([JSON.parse(two!.body), others]).toEqual([{ items: [{ id: 2, version: 7 }] }, []])
    expect(two!.headers['idempotency-key']).toBe(`${one!.headers['idempotency-key']}:again`)
  },
)
