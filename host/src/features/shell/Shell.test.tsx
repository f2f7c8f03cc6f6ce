import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { connect, CurrentUserContext, sessionStore } from '@console/shared-kernel/host'
import { aUser, clearStorage, renderAt, mockWindowWidth } from '@console/shared-kernel/testing/page'
import type { NavEntry } from './model'
import { Shell } from './Shell'

const prefetch = jest.fn()
const About = ({ onClose }: { onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    About is open
  </button>
)
const NAVIGATION = [
  { path: '/', label: 'Users', icon: 'people', prefetch },
  { path: '/machines', label: 'Machines', icon: 'machines', prefetch },
  { path: '/external', label: 'External', icon: 'M1 1h2v2z', prefetch },
  { path: '/internal', label: 'Internal', icon: 'map-3d', prefetch },
  { path: '/settings', label: 'Settings', icon: 'unknown', prefetch },
]

function show(address = '/', over = {}, navigation: NavEntry[] = NAVIGATION) {
  const user = aUser({ userName: 'master', level: 1, ...over })
  const area = (
    <CurrentUserContext value={user}>
      <Shell navigation={navigation} notices={<p>Notice</p>} panel={<p>Panel</p>} AboutDialog={About}>
        <h1>Screen</h1>
      </Shell>
    </CurrentUserContext>
  )
  return renderAt(address, { '*': area })
}

// a closed drawer is hidden, and therefore has no role
const drawer = () => screen.getByText('Admin Console').closest('aside')!
const button = (name: string) => screen.getByRole('button', { name })

beforeAll(() =>
  connect({ apiUrl: 'http://127.0.0.1:9', externalReportsUrl: 'http://127.0.0.1:9', timeZone: 'UTC' }),
)
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  clearStorage()
  Reflect.deleteProperty(window, 'matchMedia')
  document.documentElement.removeAttribute('data-theme')
})

describe('the side drawer', () => {
  test('prefetches a screen when its entry is hovered or focused', async () => {
    const { user } = show()
    prefetch.mockReset()
    await user.hover(screen.getByRole('link', { name: 'Machines' }))
    expect(prefetch).toHaveBeenCalledTimes(1)
    act(() => screen.getByRole('link', { name: 'Settings' }).focus())
    expect(prefetch).toHaveBeenCalledTimes(2)
  })

  test('draws the icon that a record contains, or a known icon that it names', () => {
    show()
    const icon = (name: string) =>
      screen.getByRole('link', { name }).querySelector('svg > path')!.getAttribute('d')
    expect(icon('External')).toBe('M1 1h2v2z')
    // an unknown name
    expect(icon('Internal')).toBe(icon('Settings'))
    expect(new Set(['Users', 'Machines', 'Settings'].map(icon)).size).toBe(3)
  })

  test.each([
    [1, ['Users', 'Machines', 'External', 'Internal', 'Settings', 'Activity']],
    [5, ['Users', 'Machines', 'External', 'Internal', 'Settings', 'Activity']],
    [6, ['Users', 'Machines', 'External', 'Internal', 'Settings']],
  ])('[SHELL-1] has exactly the entries of level %d', (level, labels) => {
    const limited = {
      path: '/activity',
      label: 'Activity',
      icon: 'activity',
      levels: [1, 2, 3, 4, 5],
      prefetch,
    }
    show('/', { level }, [...NAVIGATION, limited])
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(labels)
  })

  test('[SHELL-3] shows the user card with initial, name, level and dot', () => {
    show('/', { userName: 'carla', level: 3 })
    const card = button('View details carla Sub-Administrator')
    expect(card.querySelector('[data-initial]')).toHaveAttribute('data-initial', 'C')
    expect(within(card).getByText('carla')).toBeVisible()
    expect(within(card).getByText('Sub-Administrator')).toBeVisible()
    expect(card.querySelector('[aria-hidden]')).toHaveStyle({ backgroundColor: 'rgb(21, 87, 176)' })
  })

  test('[SHELL-3] [CONST-7] shows time and date, updated every second', () => {
    jest.useFakeTimers({ now: new Date(2026, 10, 21, 15, 4, 5) })
    show()
    expect(screen.getByText('15:04:05')).toBeVisible()
    expect(screen.getByText('Saturday, November 21, 2026')).toBeVisible()
    act(() => jest.advanceTimersByTime(1000))
    expect(screen.getByText('15:04:06')).toBeVisible()
  })

  test('[SHELL-11] opens the details of the user', async () => {
    const { user } = show()
    await user.click(button('View details master Master'))
    const dialog = await screen.findByRole('dialog', { name: 'User Details: master' })
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test.each([1400, 400])(
    "at %d px leads from the user's details to a screen, and closes the details",
    async (width) => {
      mockWindowWidth(width)
      const { user } = show('/', { machineCount: 30 })
      if (width === 400) await user.click(button('Open menu'))
      await user.click(screen.getByText('master', { selector: 'aside *' }))
      const links = within(await screen.findByRole('navigation', { name: 'Related' }))
      expect(links.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
        '/machines',
        '/external?run=1',
        '/internal?run=1',
        '/activity?whom=7',
      ])
      await user.click(links.getByRole('link', { name: 'Machines (30)' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
      expect(location.pathname).toBe('/machines')
      if (width === 400) await waitFor(() => expect(screen.queryByRole('navigation')).not.toBeInTheDocument())
    },
  )
})

describe('a resized window', () => {
  test('restores the drawer next to the screen, and never opens it over the screen', async () => {
    mockWindowWidth(1000)
    const { user } = show()
    expect(drawer()).toBeVisible()
    mockWindowWidth(400)
    await waitFor(() => expect(screen.queryByText('Admin Console')).not.toBeInTheDocument())
    mockWindowWidth(1000)
    expect(drawer()).toBeVisible()
    await user.click(button('Close menu'))
    mockWindowWidth(400)
    await user.click(button('Open menu'))
    expect(await screen.findByRole('dialog')).toBeVisible()
    mockWindowWidth(1000)
    expect(button('Open menu')).toHaveAttribute('aria-expanded', 'false')
    mockWindowWidth(400)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

test('in a narrow window, a panel covers the screen, which then cannot be reached', () => {
  mockWindowWidth(1000)
  show('/?open=user:7')
  expect(screen.getByText('Panel')).toBeVisible()
  const { style } = screen.getByRole('main')
  expect(style.visibility).toBe('')
  mockWindowWidth(400)
  expect(style.visibility).toBe('hidden')
  mockWindowWidth(1000)
  expect(style.visibility).toBe('')
})

describe('the top bar', () => {
  test('[SHELL-4] has a title of its own, outside the screen', () => {
    show()
    expect(within(screen.getByRole('banner')).getByText('Admin Dashboard')).toBeVisible()
    expect(within(screen.getByRole('main')).getByRole('heading', { name: 'Screen' })).toBeVisible()
  })

  test('[SHELL-4] [PRODUCT-15] toggles the theme', async () => {
    const { user } = show()
    for (const [action, theme] of [
      ['Switch to dark mode', 'dark'],
      ['Switch to light mode', 'light'],
    ] as const) {
      await user.hover(button(action))
      expect(await screen.findByRole('tooltip', { name: action })).toBeVisible()
      await user.click(button(action))
      expect(document.documentElement.dataset.theme).toBe(theme)
    }
  })

  test('opens the about dialog from the account menu, and has a slot for notices', async () => {
    const { user } = show()
    expect(screen.getByText('Notice')).toBeVisible()
    await user.click(button('Account menu'))
    await user.click(screen.getByRole('menuitem', { name: 'About this console' }))
    await user.click(button('About is open'))
    expect(screen.queryByText('About is open')).not.toBeInTheDocument()
  })

  test('makes rows compact from the account menu, and remembers that for the user', async () => {
    sessionStore.set({ token: 't', user: aUser({ userId: 5 }) })
    const { user } = show()
    await user.click(button('Account menu'))
    const choice = () => screen.getByRole('menuitemcheckbox', { name: 'Compact rows' })
    expect(choice()).toHaveAttribute('aria-checked', 'false')
    await user.click(choice())
    expect(choice()).toHaveAttribute('aria-checked', 'true')
    expect(localStorage.getItem('console.5.density')).toBe('"compact"')
    await user.click(choice())
    expect(localStorage.getItem('console.5.density')).toBe('"comfortable"')
  })

  test('[SHELL-4] [SHELL-5] [SHELL-6] has an account menu with name and Logout', async () => {
    sessionStore.set({ token: 't', user: null })
    const { user } = show()
    expect(button('Account menu')).toHaveTextContent('M')
    await user.click(button('Account menu'))
    const menu = screen.getByRole('menu')
    expect(within(menu).getByText('master')).toBeVisible()
    await user.click(within(menu).getByRole('menuitem', { name: 'Logout' }))
    expect(sessionStore.get()).toEqual({ token: null, user: null, left: true })
  })
})
