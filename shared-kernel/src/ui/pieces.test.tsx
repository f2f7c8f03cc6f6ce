import { describe, expect, jest, test } from '@jest/globals'
import { act, screen, render } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { renderPart } from '../../testing/render'
import { toggleThemeMode } from '../client/themeMode'
import type { OpenKind } from '../client/opened'
import { OfferedPanelsContext, ServedPathsContext } from '../client/pageContext'
import { DialogLinks } from './DialogLinks'
import { LevelChip, LevelDot, levelShade } from './LevelChip'
import { Screen, ScreenHeader } from './ScreenHeader'
import { SearchField } from './SearchField'
import { EmptyState } from './EmptyState'
import { CentredSpinner, RetryAlert } from './stateViews'
import { CellLink } from './table/cells'
import { PageTitle } from './PageTitle'
import { connect } from '../client/connect'
import { RefreshControl } from './RefreshControl'

describe('states', () => {
  test('a spinner is labelled with what loads', () => {
    renderPart(<CentredSpinner label="Loading users" />)
    expect(screen.getByRole('progressbar', { name: 'Loading users' })).toBeVisible()
  })

  test('an empty state says what is missing and what to do', () => {
    renderPart(<EmptyState title="No users" text="Make one." action={<button>Create</button>} />)
    expect(screen.getByRole('heading', { name: 'No users' })).toBeVisible()
    expect(screen.getByText('Make one.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Create' })).toBeVisible()
  })

  test('an empty state offers to clear the search first, then the filters', async () => {
    const [onClearSearch, onClearFilters] = [jest.fn(), jest.fn()]
    const state = { title: 'No users', text: 'Try another.', onClearFilters }
    const { user, rerender } = renderPart(<EmptyState {...state} onClearSearch={onClearSearch} />)
    expect(screen.getAllByRole('button')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(onClearSearch).toHaveBeenCalledTimes(1)
    rerender(<EmptyState {...state} onClearSearch={false} />)
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(onClearFilters).toHaveBeenCalledTimes(1)
  })

  test('an error can be retried, one attempt at a time', async () => {
    const onRetry = jest.fn()
    const { user, rerender } = renderPart(<RetryAlert message="Error cargando datos" onRetry={onRetry} />)
    expect(screen.getByRole('alert')).toHaveTextContent('Error cargando datos')
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
    rerender(<RetryAlert message="Error cargando datos" onRetry={onRetry} busy />)
    expect(screen.getByRole('button', { name: /Reintentar/ })).toBeDisabled()
  })
})

describe('the search field', () => {
  function Search() {
    const [value, setValue] = useState('')
    return <SearchField label="Search users" value={value} onChange={setValue} />
  }

  test('has a label, accepts text and is cleared by its button', async () => {
    const { user } = renderPart(<Search />)
    const field = screen.getByRole('textbox', { name: 'Search users' })
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
    await user.type(field, 'ana')
    expect(field).toHaveValue('ana')
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(field).toHaveValue('')
    expect(field).toHaveFocus()
  })
})

describe('a screen', () => {
  test('has one title, a mark and actions', () => {
    renderPart(
      <Screen>
        <ScreenHeader title="Managed Users" mark={<span>mark</span>} actions={<button>Create</button>} />
      </Screen>,
    )
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Managed Users')
    expect(screen.getByText('mark')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Create' })).toBeVisible()
  })
})

describe('[ROLE-1] a level', () => {
  test.each([
    [1, 'Master'],
    [7, 'Player'],
    [999, 'Unknown'],
  ])('%d has its name and colour on a chip', (level, name) => {
    renderPart(<LevelChip level={level} />)
    expect(screen.getByText(name).parentElement).toHaveStyle({ color: levelShade(level, 'light') })
  })

  test('is a dot of its colour, hidden from assistive technology', () => {
    const { container } = renderPart(<LevelDot level={1} />)
    const dot = container.querySelector('[aria-hidden]')
    expect(dot).toHaveStyle({ backgroundColor: levelShade(1, 'light') })
  })
})

test('[STATE-6] the theme applies to the whole interface at once', () => {
  renderPart(<LevelChip level={1} />)
  const chip = screen.getByText('Master').parentElement
  expect(document.body).toHaveStyle({ backgroundColor: '#f4f6f8' })
  act(toggleThemeMode)
  expect(document.body).toHaveStyle({ backgroundColor: '#0e1116' })
  expect(chip).toHaveStyle({ color: levelShade(1, 'dark') })
  act(toggleThemeMode)
})

describe('a link', () => {
  const links = [
    { label: 'Hello', to: '/hello/7?full=1' },
    { label: 'Activity', to: '/activity?whom=7' },
    { label: 'Detail', to: '?type=Detail' },
  ]
  const show = (paths: readonly string[] | null, some = links) =>
    renderPart(
      <MemoryRouter>
        <ServedPathsContext value={paths}>
          <DialogLinks links={some} />
          <CellLink to="/activity?machine=7" text="Slot 1" tip="Its activity" label="Activity of Slot 1" />
        </ServedPathsContext>
      </MemoryRouter>,
    )
  const shown = () => screen.queryAllByRole('link').map(({ textContent }) => textContent)

  test('works for existing screens, and is plain text for others', () => {
    show(['/', '/hello/:id'])
    expect(shown()).toEqual(['Hello', 'Detail'])
    expect(screen.getByText('Slot 1')).toBeVisible()
  })

  test.each<[readonly OpenKind[] | null, string | null]>([
    [null, '/?open=machine:7'],
    [['machine'], '/?open=machine:7'],
    [['user'], null],
  ])('in a cell opens a panel if the console has panels for %j, even without the screen', (kinds, href) => {
    renderPart(
      <MemoryRouter>
        <ServedPathsContext value={[]}>
          <OfferedPanelsContext value={kinds}>
            <CellLink
              to="/machines?search=7"
              text="Slot 1"
              tip="Machine"
              label="Slot 1, machine"
              opens={{ kind: 'machine', id: 7 }}
            />
          </OfferedPanelsContext>
        </ServedPathsContext>
      </MemoryRouter>,
    )
    const link = screen.queryByRole('link', { name: 'Slot 1, machine' })
    expect(link && decodeURIComponent(link.getAttribute('href') ?? '')).toBe(href)
    expect(screen.getByText('Slot 1')).toBeVisible()
  })

  test('works everywhere if the screens are unknown', () => {
    show(null)
    expect(shown()).toEqual(['Hello', 'Activity', 'Detail', 'Slot 1'])
  })

  test('is not announced if it is plain text', () => {
    show(['/'], links.slice(0, 2))
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  })
})

const page = (title: string, field = false) => (
  <main key={title}>
    <PageTitle title={title} />
    {field && <input aria-label="First" autoFocus />}
  </main>
)
const announced = () => document.querySelector('[aria-live=polite]')

test('a page after the first one is announced and gets the focus', () => {
  const { rerender } = renderPart(page('Users'))
  expect(document.title).toBe('Users · Admin Console')
  expect(announced()).toBeEmptyDOMElement()
  expect(document.body).toHaveFocus()

  rerender(page('Machines'))
  expect(document.title).toBe('Machines · Admin Console')
  expect(announced()).toHaveTextContent('Machines')
  expect(screen.getByRole('main')).toHaveFocus()

  rerender(page('Login', true))
  expect(announced()).toHaveTextContent('Login')
  expect(screen.getByLabelText('First')).toHaveFocus()
})

test.each([
  ['Asia/Tokyo', 'Updated 01:05:09'],
  ['Europe/Madrid', 'Updated 17:05:09'],
])('shows when the list was read, in the time zone %s', (timeZone, text) => {
  connect({ apiUrl: '', externalReportsUrl: '', timeZone })
  render(
    <RefreshControl
      updatedAt={Date.parse('2026-11-22T16:05:09Z')}
      paused={false}
      onPause={() => undefined}
    />,
  )
  expect(screen.getByText(text)).toBeVisible()
})
