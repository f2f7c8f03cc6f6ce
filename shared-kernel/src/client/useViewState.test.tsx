import { use, useState } from 'react'
import { describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { Link, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { renderAt } from '../../testing/render'
import { heldBack } from '../../testing/server'
import { choicePart, textPart, useSecondHistoryEntry, useViewState, useVisit, visitOf } from './useViewState'

const VIEW = {
  search: textPart('search'),
  sort: choicePart('sort', ['level', 'pais']),
  blocked: choicePart('blocked', ['', 'yes', 'no']),
}

function View() {
  const [{ search, sort, blocked }, set] = useViewState(VIEW)
  const navigate = useNavigate()
  const setBoth = () => {
    set.blocked('yes')
    set.sort('pais')
  }
  const goToOlder = () => {
    const { key, usr } = history.state as { key: string; usr: unknown }
    const state = { visit: visitOf({ key, state: usr }) }
    void navigate({ search: '' }, { replace: true, state })
  }
  return (
    <>
      <input aria-label="Search" value={search} onChange={(event) => set.search(event.target.value)} />
      <output>{`${search}|${sort}|${blocked}`}</output>
      <button onClick={() => set.sort('pais')}>Sort</button>
      <button onClick={() => set.sort('level')}>Unsort</button>
      <button onClick={() => set.blocked('yes')}>Block</button>
      <button onClick={setBoth}>Both</button>
      <button onClick={goToOlder}>Older</button>
      <Link to="?search=linked&sort=pais">Link</Link>
      <Link to="/elsewhere">Leave</Link>
    </>
  )
}

const show = (address: string) => renderAt(address, { '/elsewhere': <p>elsewhere</p>, '*': <View /> })
/** Renders a new address only when 'Draw' is pressed, to act as a busy browser. */
function Late() {
  const current = useLocation()
  const [drawn, setDrawn] = useState(current)
  return (
    <>
      <button onClick={() => setDrawn(current)}>Draw</button>
      <Routes location={drawn}>
        <Route path="*" element={<View />} />
      </Routes>
    </>
  )
}
const box = () => screen.getByRole('textbox', { name: 'Search' })
const seen = () => screen.getByRole('status').textContent
const press = (name: string) => screen.getByRole('button', { name })
const addressIs = (expected: string) => waitFor(() => expect(location.search).toBe(expected))
/** Waits longer than the update of the address waits for the next letter. */
const aWhile = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)))
const addressStays = async (expected: string) => {
  await aWhile()
  expect(location.search).toBe(expected)
}

describe('the state of a view', () => {
  test.each([
    ['', '|level|'],
    ['?search=ana', 'ana|level|'],
    ['?search=N%C3%BA%C3%B1ez+%26', 'Núñez &|level|'],
    ['?search=', '|level|'],
    ['?sort=pais', '|pais|'],
    ['?sort=nothing', '|level|'],
    ['?blocked=no', '|level|no'],
    ['?blocked=perhaps', '|level|'],
  ])('is read from %p: %s', (address, expected) => {
    const params = new URLSearchParams(address)
    const { search, sort, blocked } = VIEW
    expect([search, sort, blocked].map((part) => part.read(params)).join('|')).toBe(expected)
  })

  test('matches the address, which stays unchanged', () => {
    const address = '?blocked=no&search=N%C3%BA%C3%B1ez+%26&sort=nothing'
    show(`/${address}`)
    expect(seen()).toBe('Núñez &|level|no')
    expect(location.search).toBe(address)
  })
})

describe('the address of a view', () => {
  test('follows what is typed and chosen, sorts its parameters, and keeps those that do not belong to the view', async () => {
    const { user } = show('/?other=1&dir=desc')
    await user.type(box(), 'a b&c')
    expect(box()).toHaveValue('a b&c')
    await addressIs('?dir=desc&other=1&search=a+b%26c')
    expect(seen()).toContain('a b&c|')
    await user.click(press('Sort'))
    await addressIs('?dir=desc&other=1&search=a+b%26c&sort=pais')
    await user.click(press('Unsort'))
    await addressIs('?dir=desc&other=1&search=a+b%26c')
    await user.click(press('Both'))
    await addressIs('?blocked=yes&dir=desc&other=1&search=a+b%26c&sort=pais')
  })

  test('[VALID-18] drops a cleared search', async () => {
    const { user } = show('/?search=a')
    await user.clear(box())
    await addressIs('')
  })

  test('keeps both typed text and a sort right after it', async () => {
    const { user } = show('/')
    await user.type(box(), 'ana')
    await user.click(press('Sort'))
    await addressIs('?search=ana&sort=pais')
    expect(seen()).toBe('ana|pais|')
  })

  test('is the same for the same state, in any order of changes', async () => {
    const { user } = show('/')
    await user.click(press('Sort'))
    await addressIs('?sort=pais')
    await user.type(box(), 'ana')
    await addressIs('?search=ana&sort=pais')
  })

  test('is written once for continuous typing, and replaces the former entry', async () => {
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

  test('is not written for another screen', async () => {
    const { user } = show('/')
    await user.type(box(), 'ana')
    await user.click(screen.getByRole('link', { name: 'Leave' }))
    await aWhile()
    expect(location.href).toMatch(/\/elsewhere$/)
  })
})

describe('an address that changes from outside', () => {
  test('keeps the last typed text in the entry for Back', async () => {
    const { user } = show('/?other=1')
    await user.type(box(), 'ana')
    await user.click(screen.getByRole('link', { name: 'Leave' }))
    await screen.findByText('elsewhere')
    act(() => history.back())
    expect(await screen.findByRole('textbox', { name: 'Search' })).toHaveValue('ana')
    await addressIs('?other=1&search=ana')
  })

  test('is not overwritten while the next screen loads', async () => {
    const { user } = show('/list')
    await user.type(box(), 'ana')
    history.replaceState({ key: 'another', idx: 1, usr: null }, '', '/elsewhere')
    await aWhile()
    expect(location.pathname + location.search).toBe('/elsewhere')
  })

  test('is written again if an older address replaces it', async () => {
    const { user } = show('/list')
    await user.type(box(), 'ana')
    await addressIs('?search=ana')
    await user.click(press('Older'))
    await addressIs('')
    await addressIs('?search=ana')
    expect(box()).toHaveValue('ana')
  })

  test('is applied, by a link and by Back', async () => {
    const { user } = show('/')
    await user.type(box(), 'ana')
    await addressIs('?search=ana')
    await user.click(screen.getByRole('link', { name: 'Link' }))
    await waitFor(() => expect(box()).toHaveValue('linked'))
    expect(seen()).toBe('linked|pais|')
    act(() => history.back())
    await waitFor(() => expect(box()).toHaveValue('ana'))
    expect(seen()).toBe('ana|level|')
  })

  test('includes what is chosen while the screen still shows the previous address', async () => {
    const { user } = renderAt('/?search=ana', { '*': <Late /> })
    await user.click(screen.getByRole('link', { name: 'Link' }))
    await addressIs('?search=linked&sort=pais')
    expect(seen()).toBe('ana|level|')
    await user.click(press('Block'))
    await user.click(press('Unsort'))
    expect(seen()).toBe('ana|level|yes')
    await aWhile()
    await user.click(press('Draw'))
    expect(seen()).toBe('linked|level|yes')
    await addressIs('?blocked=yes&search=linked')
    act(() => history.back())
    await addressIs('?search=ana')
    await user.click(press('Draw'))
    expect(seen()).toBe('ana|level|')
    await addressStays('?search=ana')
  })

  test('replaces typed text that is not written yet', async () => {
    const { user } = show('/')
    await user.type(box(), 'ana')
    await user.click(screen.getByRole('link', { name: 'Link' }))
    await waitFor(() => expect(box()).toHaveValue('linked'))
    await addressStays('?search=linked&sort=pais')
  })

  test('is ignored if it is the echo of earlier typing', async () => {
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

describe('a second history entry', () => {
  function Steps() {
    const [{ search }, set] = useViewState(VIEW)
    const { isSecond, enter } = useSecondHistoryEntry()
    const visit = useVisit()
    const [first] = useState(visit)
    const find = () => {
      enter()
      set.search('found')
    }
    return (
      <>
        <output>{`${search}|${isSecond}|${first === visit}`}</output>
        <button onClick={find}>Enter</button>
        <button onClick={() => set.search('changed')}>Change</button>
      </>
    )
  }
  const showSteps = (address: string) => renderAt(address, { '*': <Steps /> })

  test('holds the later changes, and Back returns to the earlier state in the same visit', async () => {
    // drops the entries that another test has left ahead
    history.pushState(null, '')
    const { user } = showSteps('/?search=a')
    const entries = history.length
    await user.click(press('Enter'))
    // at once, before the address changes
    expect(seen()).toBe('found|true|true')
    await addressIs('?search=found')
    expect(history.length).toBe(entries + 1)
    await user.click(press('Enter'))
    await user.click(press('Change'))
    await addressIs('?search=changed')
    expect(history.length).toBe(entries + 1)
    act(() => history.back())
    await waitFor(() => expect(seen()).toBe('a|false|true'))
    await addressStays('?search=a')
    act(() => history.forward())
    await waitFor(() => expect(seen()).toBe('changed|true|true'))
  })

  test('can be left by Back before it is rendered, and a part that appears then does not push it again', async () => {
    const { after: drawn, answer: draw } = heldBack()
    function Slow() {
      const { key } = useLocation()
      const [first] = useState(key)
      if (key !== first) use(drawn)
      return null
    }
    const Part = () => useViewState(VIEW) && <p>part</p>
    function Screen() {
      const [hasPart, setHasPart] = useState(false)
      return (
        <>
          <Steps />
          <Slow />
          {hasPart && <Part />}
          <button onClick={() => setHasPart(true)}>Show part</button>
        </>
      )
    }
    const { user } = renderAt('/?search=a', { '*': <Screen /> })
    await user.click(press('Enter'))
    await addressIs('?search=found')
    act(() => history.back())
    await addressIs('?search=a')
    await user.click(press('Show part'))
    expect(screen.getByText('part')).toBeVisible()
    await addressStays('?search=a')
    await act(async () => draw())
    await waitFor(() => expect(seen()).toBe('a|false|true'))
  })
})
