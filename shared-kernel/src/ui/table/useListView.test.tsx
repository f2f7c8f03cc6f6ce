import { describe, expect, it, jest } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { Link, useNavigate } from 'react-router-dom'
import { renderAt } from '../../../testing/render'
import { useListView } from './useListView'

function View() {
  const { search, sort, setSearch, setSort } = useListView({ key: 'level', direction: 'asc' })
  const navigate = useNavigate()
  const sortBy = (key: string) => setSort({ key, direction: 'desc' })
  return (
    <>
      <input aria-label="Search" value={search} onChange={(event) => setSearch(event.target.value)} />
      <output>{`${search}|${sort.key}|${sort.direction}`}</output>
      <button onClick={() => sortBy('pais')}>Sort</button>
      <button onClick={() => sortBy('level')}>Sort by default</button>
      <button onClick={() => setSort({ key: 'level', direction: 'asc' })}>Unsort</button>
      <button onClick={() => void navigate(-1)}>Back</button>
      <Link to="?search=linked&sort=pais">Link</Link>
      <Link to="/elsewhere">Leave</Link>
    </>
  )
}

const show = (address: string) => renderAt(address, { '/elsewhere': <p>elsewhere</p>, '*': <View /> })
const box = () => screen.getByRole('textbox', { name: 'Search' })
const seen = () => screen.getByRole('status').textContent
const press = (name: string) => screen.getByRole('button', { name })
const addressIs = (expected: string) => waitFor(() => expect(location.search).toBe(expected))
/** Longer than the address waits for the next letter. */
const aWhile = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)))

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
  ])('%s gives %s', async (address, expected) => {
    show(address)
    expect(seen()).toBe(expected)
    expect(location.search).toBe(address.slice(1))
  })
})

describe('what is written into the address', () => {
  it.each<[string, string, string]>([
    ['/', 'ana', '?search=ana'],
    ['/?sort=pais&dir=desc', 'a b&c', '?sort=pais&dir=desc&search=a+b%26c'],
    ['/?other=1', 'a', '?other=1&search=a'],
  ])('%s and a search for %p give %p', async (address, search, expected) => {
    const { user } = show(address)
    await user.type(box(), search)
    expect(box()).toHaveValue(search)
    await addressIs(expected)
    expect(seen()).toContain(`${search}|`)
  })

  it('[VALID-18] a search that is cleared leaves it', async () => {
    const { user } = show('/?search=a')
    await user.clear(box())
    await addressIs('')
  })

  it.each<[string, string, string]>([
    ['/', 'Sort', '?sort=pais&dir=desc'],
    ['/?sort=pais', 'Sort by default', '?dir=desc'],
    ['/?sort=pais&dir=desc', 'Unsort', ''],
    ['/?search=a', 'Sort', '?search=a&sort=pais&dir=desc'],
  ])('%s and the button %s give %p', async (address, button, expected) => {
    const { user } = show(address)
    await user.click(press(button))
    await addressIs(expected)
  })

  it('a sort right after a letter loses neither', async () => {
    const { user } = show('/')
    await user.type(box(), 'ana')
    await user.click(press('Sort'))
    await addressIs('?search=ana&sort=pais&dir=desc')
    expect(seen()).toBe('ana|pais|desc')
  })

  it('is written once for what is typed at one go, and takes the place of the last one', async () => {
    const replaced = jest.spyOn(history, 'replaceState')
    const { user } = show('/')
    const entries = history.length
    replaced.mockClear()
    await user.type(box(), 'ana')
    await addressIs('?search=ana')
    expect(replaced).toHaveBeenCalledTimes(1)
    expect(history.length).toBe(entries)
    replaced.mockRestore()
  })

  it('is not written into the address of another screen', async () => {
    const { user } = show('/')
    await user.type(box(), 'ana')
    await user.click(screen.getByRole('link', { name: 'Leave' }))
    await aWhile()
    expect(location.href).toMatch(/\/elsewhere$/)
  })
})

describe('an address that somebody else changes', () => {
  it('is not written while the next screen is on its way', async () => {
    const { user } = show('/list')
    await user.type(box(), 'ana')
    history.replaceState(history.state, '', '/elsewhere')
    await aWhile()
    expect(location.pathname + location.search).toBe('/elsewhere')
  })

  it('is followed: a link, and back', async () => {
    const { user } = show('/')
    await user.type(box(), 'ana')
    await addressIs('?search=ana')
    await user.click(screen.getByRole('link', { name: 'Link' }))
    await waitFor(() => expect(box()).toHaveValue('linked'))
    expect(seen()).toBe('linked|pais|asc')
    await user.click(press('Back'))
    await waitFor(() => expect(box()).toHaveValue('ana'))
    expect(seen()).toBe('ana|level|asc')
  })

  it('takes the place of what was typed and not written yet', async () => {
    const { user } = show('/')
    await user.type(box(), 'ana')
    await user.click(screen.getByRole('link', { name: 'Link' }))
    await waitFor(() => expect(box()).toHaveValue('linked'))
    await aWhile()
    expect(location.search).toBe('?search=linked&sort=pais')
  })

  it('is not taken for one when it is the echo of an older letter', async () => {
    const { user } = show('/')
    await user.type(box(), 'an')
    // the router answers with 'an' while the next letters are typed
    await addressIs('?search=an')
    await user.type(box(), 'abel')
    expect(box()).toHaveValue('anabel')
    await addressIs('?search=anabel')
    expect(box()).toHaveValue('anabel')
  })
})
