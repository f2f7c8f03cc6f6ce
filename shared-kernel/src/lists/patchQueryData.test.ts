import { describe, expect, test } from '@jest/globals'
import { patchQueryData } from './listQueries'
import { createQueryClient } from '../client/queryClient'

const LIST = ['list']
const add = (list: string[]) => [...list, 'new']

function clientWith(list: string[] | undefined) {
  const client = createQueryClient()
  if (list) client.setQueryData(LIST, list, { updatedAt: 1_000 })
  return client
}

describe('a patch of cached data', () => {
  test('keeps the time of the last read', async () => {
    const client = clientWith(['old'])
    await patchQueryData(client, LIST, add)
    expect(client.getQueryData(LIST)).toEqual(['old', 'new'])
    expect(client.getQueryState(LIST)).toMatchObject({ dataUpdatedAt: 1_000, isInvalidated: false })
  })

  test('does nothing without cached data', async () => {
    const client = clientWith(undefined)
    await patchQueryData(client, LIST, add)
    expect(client.getQueryData(LIST)).toBeUndefined()
  })

  test('keeps outdated data outdated', async () => {
    const client = clientWith(['old'])
    await client.invalidateQueries({ queryKey: LIST })
    await patchQueryData(client, LIST, add)
    expect(client.getQueryState(LIST)).toMatchObject({ isInvalidated: true })
  })

  test('cancels a running read that may be older, and drops its answer', async () => {
    const client = clientWith(['old'])
    let answer = (_list: string[]) => {}
    const queryFn = () => new Promise<string[]>((resolve) => (answer = resolve))
    const read = client.fetchQuery({ queryKey: LIST, queryFn }).catch((failure: unknown) => failure)
    await patchQueryData(client, LIST, add)
    answer(['older'])
    await read
    expect(client.getQueryData(LIST)).toEqual(['old', 'new'])
    expect(client.getQueryState(LIST)).toMatchObject({ isInvalidated: true })
  })
})
