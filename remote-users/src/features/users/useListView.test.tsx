import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderAt } from '@console/shared-kernel/testing/render'
import type { Sort } from '@console/shared-kernel/table'
import { useListView } from './useListView'

type Change = (view: ReturnType<typeof useListView>) => void

function View({ change }: { change: Change | undefined }) {
  const view = useListView()
  const { search, sort } = view
  return <button onClick={() => change?.(view)}>{`${search}|${sort.key}|${sort.direction}`}</button>
}

const show = (address: string, change?: Change) => renderAt(address, { '*': <View change={change} /> })
const button = () => screen.getByRole('button')

describe('[USERS-4] what the address says', () => {
  it.each([
    ['/', '|level|asc'],
    ['/?search=ana', 'ana|level|asc'],
    ['/?search=N%C3%BA%C3%B1ez+%26', 'Núñez &|level|asc'],
    ['/?sort=pais', '|pais|asc'],
    ['/?sort=userName&dir=desc', '|userName|desc'],
    ['/?dir=desc', '|level|desc'],
    ['/?dir=up', '|level|asc'],
    ['/?search=', '|level|asc'],
  ])('%s gives %s', (address, expected) => {
    show(address)
    expect(button()).toHaveTextContent(expected)
  })
})

describe('what is written into the address', () => {
  it.each<[string, string, string]>([
    ['/', 'ana', '?search=ana'],
    ['/?search=a', '', ''],
    ['/?sort=pais&dir=desc', 'a b&c', '?sort=pais&dir=desc&search=a+b%26c'],
    ['/?other=1', 'a', '?other=1&search=a'],
  ])('%s and a search for %p give %p', async (address, search, expected) => {
    const { user } = show(address, ({ setSearch }) => setSearch(search))
    await user.click(button())
    expect(location.search).toBe(expected)
    expect(button().textContent).toContain(`${search}|`)
  })

  it.each<[string, Sort, string]>([
    ['/', { key: 'pais', direction: 'asc' }, '?sort=pais'],
    ['/?sort=pais', { key: 'pais', direction: 'desc' }, '?sort=pais&dir=desc'],
    ['/?sort=pais&dir=desc', { key: 'level', direction: 'asc' }, ''],
    ['/?search=a', { key: 'level', direction: 'desc' }, '?search=a&dir=desc'],
  ])('%s and a sort by %j give %p', async (address, sort, expected) => {
    const { user } = show(address, ({ setSort }) => setSort(sort))
    await user.click(button())
    expect(location.search).toBe(expected)
    expect(button().textContent).toContain(`|${sort.key}|${sort.direction}`)
  })

  it('takes the place of the last one: back leaves the screen', async () => {
    const { user } = show('/', ({ search, setSearch }) => setSearch(`${search}a`))
    const entries = history.length
    for (const _letter of 'ana') await user.click(button())
    expect(location.search).toBe('?search=aaa')
    expect(history.length).toBe(entries)
  })
})
