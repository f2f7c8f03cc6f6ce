import { describe, expect, it } from '@jest/globals'
import { render, renderHook, screen, waitFor } from '@testing-library/react'
import type { Steps } from '../contracts/steps'
import { sortRows } from '../domain/sorting'
import { useNameRanking } from './useNameRanking'
import { usePrepared } from './usePrepared'

const LONG = 6_000
const making = (result: string) =>
  function* (): Steps<string> {
    for (let step = 0; step < 1000; step += 1) yield
    return result
  }
const show = (length: number, make: () => Steps<string>) =>
  renderHook(({ length, make }) => usePrepared(length, make), { initialProps: { length, make } })

describe('what is made of a list', () => {
  it('is there at once where the list is short', () => {
    const { result, rerender } = show(10, making('a'))
    expect(result.current).toEqual({ value: 'a', current: true })
    rerender({ length: 10, make: making('b') })
    expect(result.current).toEqual({ value: 'b', current: true })
  })

  it('comes later where it is long, the last one standing in for it', async () => {
    const { result, rerender } = show(LONG, making('a'))
    expect(result.current).toEqual({ value: null, current: false })
    await waitFor(() => expect(result.current).toEqual({ value: 'a', current: true }))
    rerender({ length: LONG, make: making('b') })
    expect(result.current).toEqual({ value: 'a', current: false })
    await waitFor(() => expect(result.current).toEqual({ value: 'b', current: true }))
    rerender({ length: 3, make: making('short') })
    expect(result.current).toEqual({ value: 'short', current: true })
    rerender({ length: LONG, make: making('c') })
    expect(result.current).toEqual({ value: 'short', current: false })
    await waitFor(() => expect(result.current.value).toBe('c'))
  })

  it('is given up where the list has changed meanwhile', async () => {
    const { result, rerender } = show(LONG, making('a'))
    rerender({ length: LONG, make: making('b') })
    await waitFor(() => expect(result.current.value).toBe('b'))
  })
})

describe('the ranking of a list’s names', () => {
  const itself = (name: string) => [name]
  function Names({ names }: { names: string[] }) {
    const { ranking, complete } = useNameRanking(names, itself)
    const sorted = sortRows(names, 'name', (name) => name, 'asc', ranking)
    return <output>{`${complete} ${sorted.slice(0, 3).join()} ${sorted.at(-1)}`}</output>
  }
  const seen = () => screen.getByRole('status').textContent
  const many = Array.from({ length: LONG }, (_, index) => `user ${LONG - index}`)

  it('orders a short list at once, also after it has changed', () => {
    const { rerender } = render(<Names names={['c', 'a', 'b']} />)
    expect(seen()).toBe('true a,b,c c')
    rerender(<Names names={['c', 'A', 'b', 'aa']} />)
    expect(seen()).toBe('true A,aa,b c')
  })

  it('orders a long list soon; a new name stands last until it has its place', async () => {
    const { rerender } = render(<Names names={many} />)
    expect(seen()).toMatch(/^false user 6000,user 5999/)
    await waitFor(() => expect(seen()).toBe('true user 1,user 2,user 3 user 6000'))
    rerender(<Names names={[...many, 'ana']} />)
    expect(seen()).toBe('false user 1,user 2,user 3 ana')
    await waitFor(() => expect(seen()).toBe('true ana,user 1,user 2 user 6000'))
  })
})
