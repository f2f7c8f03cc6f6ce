import { describe, expect, it, jest } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { renderPart } from '../../testing/render'
import { CallError } from './errors'
import { layOver } from './layOver'
import { sessionStore } from './sessionStorage'
import { useRowWrite, type RowWrite } from './useRowWrite'
import { useWrite } from './useWrite'

const LIST = ['list']

/** A call that a test answers. */
function calls() {
  let answer: (value: string) => void = () => undefined
  const call = () => new Promise<string>((resolve) => (answer = resolve))
  return { call, answer: (value: string) => act(async () => answer(value)) }
}

const show = jest.fn(() => Promise.resolve())
const signIn = (token: string) => act(() => sessionStore.set({ token, user: null }))

describe('what a write changed is put into what was read before', () => {
  const { call, answer } = calls()
  const ROW_WRITE: RowWrite<string, string> = {
    idOf: (row) => row,
    call,
    show,
    done: (output) => `${output} is done`,
    failed: () => 'failed',
    queryKey: LIST,
  }
  function Write() {
    const { mutate } = useWrite(call, show)
    return <button onClick={() => mutate(undefined)}>Write</button>
  }
  function WriteRow() {
    const { run } = useRowWrite(ROW_WRITE)
    return <button onClick={() => void run('row')}>Write</button>
  }

  it.each([
    ['of a form', <Write key="form" />],
    ['of a row', <WriteRow key="row" />],
  ])('%s, but not of somebody else who has signed in meanwhile', async (_, writer) => {
    signIn('ana')
    show.mockClear()
    const { user } = renderPart(writer)
    await user.click(screen.getByRole('button', { name: 'Write' }))
    await answer('first')
    await waitFor(() => expect(show).toHaveBeenCalledTimes(1))

    await user.click(screen.getByRole('button', { name: 'Write' }))
    signIn('bea')
    await answer('second')
    expect(show).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('second is done')).not.toBeInTheDocument()
  })
})

describe('what is laid over a list', () => {
  function listOf(value: string[] | undefined) {
    const { queryClient } = renderPart(<p>list</p>)
    if (value) queryClient.setQueryData(LIST, value, { updatedAt: 1_000 })
    return queryClient
  }
  const add = (list: string[]) => [...list, 'new']

  it('leaves the list as old as it was', async () => {
    const client = listOf(['old'])
    await layOver(client, LIST, add)
    expect(client.getQueryData(LIST)).toEqual(['old', 'new'])
    expect(client.getQueryState(LIST)).toMatchObject({ dataUpdatedAt: 1_000, isInvalidated: false })
  })

  it('is nothing where no list was read', async () => {
    const client = listOf(undefined)
    await layOver(client, LIST, add)
    expect(client.getQueryData(LIST)).toBeUndefined()
  })

  it('leaves a list out of date that was', async () => {
    const client = listOf(['old'])
    await client.invalidateQueries({ queryKey: LIST })
    await layOver(client, LIST, add)
    expect(client.getQueryState(LIST)).toMatchObject({ isInvalidated: true })
  })

  it('gives up a reading that may be older, and takes its answer no more', async () => {
    const client = listOf(['old'])
    const { call, answer } = calls()
    const reading = client.fetchQuery({ queryKey: LIST, queryFn: call }).catch((failure: unknown) => failure)
    await layOver(client, LIST, add)
    await answer('older')
    await reading
    expect(client.getQueryData(LIST)).toEqual(['old', 'new'])
    expect(client.getQueryState(LIST)).toMatchObject({ isInvalidated: true })
  })
})

it.each([
  [null, true],
  [502, true],
  [504, true],
  [403, true],
  [404, true],
  [400, false],
  [409, false],
  [500, false],
])('a form’s write that fails with %p has the lists read again: %p', async (status, again) => {
  function Write() {
    const { mutate } = useWrite(() => Promise.reject(new CallError('no', { status })))
    return <button onClick={() => mutate(undefined)}>Write</button>
  }
  const { user, queryClient } = renderPart(<Write />)
  queryClient.setQueryData(LIST, ['old'])
  await user.click(screen.getByRole('button', { name: 'Write' }))
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(queryClient.getQueryState(LIST)?.isInvalidated).toBe(again)
})
