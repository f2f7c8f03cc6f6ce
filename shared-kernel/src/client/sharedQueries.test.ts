import { expect, test } from '@jest/globals'
import { queryOptions } from '@tanstack/react-query'
import { createQueryClient } from './queryClient'
import { readAgain } from './sharedQueries'

/** The cache has old data, and the first reads are cancelled while they run. */
function readCancelled(times: number): Promise<string> {
  const queryKey = ['list']
  const client = createQueryClient()
  client.setQueryData(queryKey, 'old', { updatedAt: 1_000 })
  let reads = 0
  const queryFn = async () => {
    reads += 1
    if (reads <= times) await client.cancelQueries({ queryKey })
    return 'new'
  }
  return readAgain(client, queryOptions({ queryKey, queryFn }))
}

test('a read after a change is repeated once if it is cancelled elsewhere', async () => {
  expect(await readCancelled(1)).toBe('new')
  await expect(readCancelled(2)).rejects.toThrow('The current state could not be read')
})
