import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { chunksOf } from './lists'

test('a list has each row once, and no statement follows an incomplete chunk', async () => {
  const sizes = { rows: fc.nat(30), chunk: fc.integer({ min: 1, max: 7 }) }
  await fc.assert(
    fc.asyncProperty(fc.record(sizes), async ({ rows, chunk }) => {
      const all = Array.from({ length: rows }, (_, row) => String(row))
      let reads = 0
      const chunks = await chunksOf<number>(async (after) => {
        reads += 1
        const begin = after ?? 0
        const read = all.slice(begin, begin + chunk)
        return { json: read.join() || null, last: read.length === chunk ? begin + chunk : null }
      })
      const found: string[] = []
      for await (const chunk of chunks) found.push(...chunk.split(','))
      expect(found).toEqual(all)
      expect(reads).toBe(Math.floor(rows / chunk) + 1)
    }),
  )
})
