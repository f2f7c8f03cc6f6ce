import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { machinesQuery, savedViews } from '@console/shared-kernel/core'
import {
  CurrentUserContext,
  featuresStore,
  OfferedPanelsContext,
  sessionStore,
} from '@console/shared-kernel/host'
import { OPEN_KINDS, type OpenKind } from '@console/shared-kernel/remote'
import { aUser, clearStorage, connectedServer, heldBack, renderAt } from '@console/shared-kernel/testing/page'
import type { NavEntry } from '../model'
import { Shell } from '../Shell'

const MACHINE = '3f9c2a1b-0000-4000-8000-000000000001'
const server = connectedServer()
const prefetch = jest.fn()
const NAVIGATION: NavEntry[] = [
  {
    ...{ path: '/', label: 'Users', icon: 'people', prefetch },
    ...{ lists: 'user', actions: ['create', 'export'], views: 'users' },
  },
  {
    ...{ path: '/machines', label: 'Machines', icon: 'machines', prefetch },
    ...{ lists: 'machine', actions: ['export'], views: 'machines' },
  },
  {
    ...{ path: '/activity', label: 'Activity', icon: 'activity', levels: [1, 2, 3, 4, 5], prefetch },
    ...{ actions: ['export'], views: 'activity' },
  },
]
/** As an older build describes its screens. */
const OLDER = NAVIGATION.map(({ path, label, icon }): NavEntry => ({ path, label, icon, prefetch }))
const REPORT: NavEntry = {
  ...{ path: '/external', label: 'External', icon: 'cash', prefetch },
  ...{ report: true, actions: ['export'], views: 'external' },
}
const USERS = [
  { userId: 1, userName: 'master', level: 1, parentUserId: null },
  { userId: 6, userName: 'joe', level: 6, parentUserId: 1, countryName: 'Spain' },
  { userId: 7, userName: 'anjoe', level: 6, parentUserId: 1 },
]

beforeEach(() => {
  // jsdom lays nothing out
  Element.prototype.scrollIntoView = jest.fn<() => void>()
  server().on('/api/Users/all-hierarchy', { body: USERS })
  server().on('/api/Users/children', { body: USERS.slice(1) })
  server().on('/api/Machines', { body: [{ idMachine: MACHINE, machineName: 'Slot 9', userName: 'joe' }] })
})

afterEach(() => {
  clearStorage()
  featuresStore.set({})
})

function show(
  level = 1,
  navigation = NAVIGATION,
  panels: readonly OpenKind[] = OPEN_KINDS,
  address = '/activity',
) {
  const area = (
    <CurrentUserContext value={aUser({ userId: 1, userName: 'master', level })}>
      <OfferedPanelsContext value={panels}>
        <Shell navigation={navigation} notices={null} panel={null} AboutDialog={() => <p>About is open</p>}>
          <input aria-label="Note" />
        </Shell>
      </OfferedPanelsContext>
    </CurrentUserContext>
  )
  return renderAt(address, { '*': area })
}
/** Opens the box by the keyboard and types. */
async function find(text: string, ...shown: Parameters<typeof show>) {
  const opened = show(...shown)
  await opened.user.keyboard('{Control>}k{/Control}')
  await opened.user.type(await box(), text)
  return opened
}
const box = () => screen.findByRole('combobox', { name: /^Find/ })
const labels = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = async () =>
  document.getElementById((await box()).getAttribute('aria-activedescendant') ?? '')?.textContent

describe('Ctrl-K', () => {
  test.each(['{Control>}k{/Control}', '{Meta>}K{/Meta}'])(
    '%s opens the find box, even from a text field',
    async (keys) => {
      const { user } = show()
      await user.click(screen.getByLabelText('Note'))
      await user.keyboard(keys)
      expect(await box()).toHaveFocus()
      expect(screen.getByLabelText('Note')).toHaveValue('')
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    },
  )

  test('loads the lists when the user types, not before', async () => {
    const { user } = await find(' ')
    expect(server().calls).toEqual([])
    await user.keyboard('j')
    await waitFor(() =>
      expect(server().paths().sort()).toEqual(['/api/Machines', '/api/Users/all-hierarchy']),
    )
  })

  test('leaves keys to the page after the box was closed', async () => {
    const { user } = show()
    await user.keyboard('{Control>}k{/Control}{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(screen.getByLabelText('Note'))
    await user.keyboard('abc')
    expect(screen.getByLabelText('Note')).toHaveValue('abc')
  })

  test('does nothing over a dialog', async () => {
    const { user } = show()
    await user.keyboard('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })
})

describe('the find box', () => {
  test.each([
    [1, ['Users', 'Machines', 'Activity', 'New user']],
    [6, ['Users', 'Machines']],
  ])('offers level %d its screens and actions', async (level, first) => {
    const { user } = show(level)
    await user.click(screen.getByRole('button', { name: 'Find' }))
    await box()
    expect(labels()).toEqual([
      ...first,
      'Switch to dark mode',
      'Keyboard shortcuts',
      'Change password',
      'About this console',
      'Logout',
    ])
    if (level === 6) expect(server().paths()).not.toContain('/api/Users/all-hierarchy')
  })

  test('opens a screen by the keyboard alone', async () => {
    const { user } = show()
    await user.keyboard('{Control>}k{/Control}')
    await box()
    expect(await active()).toBe('Users')
    await user.keyboard('{ArrowDown}')
    expect(await active()).toBe('Machines')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/machines'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('finds a user, whole names first', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Users/all-hierarchy', { body: USERS, after })
    const { user } = await find('joe')
    expect(screen.getByRole('status')).toHaveTextContent('still loading')
    answer()
    await waitFor(() =>
      expect(labels()).toEqual(['joeClient · Spain', 'anjoeClient', 'Slot 9joe · 3f9c2a1b']),
    )
    expect(screen.getByRole('group', { name: 'Users' })).toContainElement(screen.getAllByRole('option')[0]!)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname + location.search).toBe('/activity?open=user:6'))
  })

  test('keeps the highlight on the chosen result while others arrive above it', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Users/all-hierarchy', { body: USERS, after })
    const { user } = await find('joe')
    await waitFor(() => expect(labels()).toHaveLength(1))
    await user.keyboard('{ArrowDown}')
    answer()
    await waitFor(() => expect(labels()).toHaveLength(3))
    expect(await active()).toContain('Slot 9')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location.search).toBe(`?open=machine:${MACHINE}`))
  })

  test.each([
    ['joe', '/?search=joe'],
    ['slot', `/machines?search=${MACHINE}`],
  ])('without panels, %s leads to the list', async (query, address) => {
    await find(`${query}{Enter}`, 1, NAVIGATION, [])
    await waitFor(() => expect(location.pathname + location.search).toBe(address))
  })

  test('finds a machine by its name, and opens it by a click', async () => {
    const { user } = await find('slot')
    await user.click(await screen.findByRole('option', { name: /Slot 9/ }))
    await waitFor(() => expect(location.pathname + location.search).toBe(`/activity?open=machine:${MACHINE}`))
  })

  test('accepts Enter before the results arrive', async () => {
    const { user } = await find('slot')
    await waitFor(() => expect(labels()).toHaveLength(1))
    await user.keyboard('{Escape}anjoe{Enter}')
    await waitFor(() => expect(location.pathname + location.search).toBe('/activity?open=user:7'))
  })

  test('waits with Enter for lists that come late', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Users/all-hierarchy', { body: USERS, after })
    const { user } = await find('slot{Enter}')
    await waitFor(() => expect(labels()).toHaveLength(1))
    expect(location.search).toBe('')
    await user.keyboard('{Escape}joe{Enter}')
    answer()
    await waitFor(() => expect(location.pathname + location.search).toBe('/activity?open=user:6'))
  })

  test('opens a screen by Enter while lists load', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Users/all-hierarchy', { body: USERS, after })
    await find('machines{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/machines'))
    answer()
  })

  test('forgets an Enter when something else is typed', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Users/all-hierarchy', { body: USERS, after })
    const { user } = await find('anjoe{Enter}')
    await user.keyboard('{Escape}joe')
    answer()
    await waitFor(() => expect(labels()).toHaveLength(3))
    expect(location.pathname + location.search).toBe('/activity')
  })

  test('is cleared by the first Escape, and says if nothing is found', async () => {
    const { user } = await find('zzz')
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing found.'))
    await user.keyboard('{Enter}{Escape}')
    expect(await box()).toHaveValue('')
    expect(labels()).toContain('Logout')
  })

  test('still finds screens if the lists fail to load', async () => {
    for (const path of ['/api/Users/all-hierarchy', '/api/Machines']) server().on(path, { status: 404 })
    await find('act')
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('Users and Machines could not be loaded.'),
    )
    expect(labels()).toEqual(['Activity', 'Export Activity'])
  })

  test('does not say that lists could not be loaded if it searches those of before', async () => {
    const { user, queryClient } = await find('joe')
    await waitFor(() => expect(labels()).toHaveLength(3))
    for (const path of ['/api/Users/all-hierarchy', '/api/Machines']) server().on(path, { status: 404 })
    await act(() => queryClient.invalidateQueries())
    expect(queryClient.getQueryState(machinesQuery.queryKey)).toMatchObject({ status: 'error' })
    await user.keyboard('{Escape}slot')
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^1 result$/))
  })

  test('says how many there are of those that it shows, and leads to all of them', async () => {
    const many = Array.from({ length: 36 }, (_, index) => ({
      idMachine: `m${index}`,
      machineName: `Slot ${index}`,
      userName: 'joe',
    }))
    server().on('/api/Machines', { body: many })
    const { user } = await find('slot')
    await waitFor(() => expect(labels()).toHaveLength(7))
    expect(screen.getByRole('status')).toHaveTextContent(/^6 of 36 results$/)
    expect(labels()[6]).toBe('Show all 36 in Machines')
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(location.pathname + location.search).toBe('/machines?search=slot'))
    await user.keyboard('{Control>}k{/Control}')
    await box()
    expect(screen.queryByRole('group', { name: 'Recent' })).not.toBeInTheDocument()
  })

  test('counts users as the screen Users finds them, by country too', async () => {
    const spaniards = Array.from({ length: 8 }, (_, index) => ({
      userId: 100 + index,
      userName: `user ${index}`,
      level: 6,
      countryName: 'Spain',
    }))
    server().on('/api/Users/all-hierarchy', {
      body: [...spaniards, { userId: 300, userName: 'zspain', level: 6 }],
    })
    const { user } = await find('Spain')
    await waitFor(() => expect(labels()).toHaveLength(7))
    expect(labels()[0]).toBe('zspainClient')
    expect(screen.getByRole('status')).toHaveTextContent(/^6 of 9 results$/)
    await user.click(screen.getByRole('option', { name: 'Show all 9 in Users' }))
    await waitFor(() => expect(location.pathname + location.search).toBe('/?search=Spain'))
  })

  test('changes the theme', async () => {
    await find('theme{Enter}')
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
  })

  test('is replaced by the list of shortcuts', async () => {
    await find('keys{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  test('signs out', async () => {
    sessionStore.set({ token: 't', user: null })
    await find('sign out{Enter}')
    await waitFor(() => expect(server().paths()).toContain('/api/Auth/logout'))
    expect(sessionStore.get().token).toBeNull()
  })

  test('offers only screens of this console, and finds no machines without their screen', async () => {
    await find('joe', 1, NAVIGATION.slice(0, 1), ['user'])
    await waitFor(() => expect(labels()).toHaveLength(2))
    expect(server().paths()).toEqual(['/api/Users/all-hierarchy'])
  })
})

describe('a command', () => {
  const opened = () => location.pathname + location.search

  test.each([
    ['credit slot', 'Update Credit: Slot 9joe · 3f9c2a1b', `?open=machine:${MACHINE}&do=credit`],
    ['slot 9 configure', 'Configure: Slot 9joe · 3f9c2a1b', `?open=machine:${MACHINE}&do=configure`],
    ['block anjoe', 'Block: anjoeClient', '?open=user:7&do=block'],
    ['edit joe', 'Edit: joeClient · Spain', '?open=user:6&do=edit'],
  ])('%s opens a dialog, and sends nothing', async (query, label, search) => {
    await find(`${query}{Enter}`)
    await waitFor(() =>
      expect(new URLSearchParams(location.search).toString()).toBe(
        new URLSearchParams([...new URLSearchParams(search)].sort()).toString(),
      ),
    )
    expect(server().writes()).toEqual([])
    const { user } = await again()
    await user.keyboard(query)
    await waitFor(() => expect(labels()).toContain(label))
  })

  async function again() {
    const user = userEvent.setup()
    await user.keyboard('{Control>}k{/Control}')
    await box()
    return { user }
  }

  test('opens a report of a user, of the days that are named', async () => {
    server().on('/api/Users/all-hierarchy', { body: [{ ...USERS[1], numeroMaquinas: 2 }] })
    await find('report joe yesterday{Enter}', 1, [...NAVIGATION, REPORT])
    await waitFor(() => expect(opened()).toBe('/external?client=6&run=1&range=yesterday'))
  })

  test('that does not apply says why, and opens the panel', async () => {
    server().on('/api/Users/all-hierarchy', { body: [{ ...USERS[1], botonBlockedDeshabilitado: true }] })
    const { user } = await find('block joe')
    await waitFor(() => expect(labels()[0]).toBe('Block: joeBlocking is disabled for this user'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(opened()).toBe('/activity?open=user:6'))
  })

  test('without a name means what is open, and what was opened from the box, which it offers again', async () => {
    const { user } = await find('slot')
    await waitFor(() => expect(labels()).toHaveLength(1))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(opened()).toBe(`/activity?open=machine:${MACHINE}`))
    await again()
    expect(labels()[0]).toBe('Slot 9joe · 3f9c2a1b')
    expect(screen.getByRole('group', { name: 'Recent' })).toBeVisible()
    await user.keyboard('credit')
    await waitFor(() => expect(labels()).toEqual(['Update Credit: Slot 9joe · 3f9c2a1b']))
    expect(Object.keys(localStorage)).toEqual([])
  })

  test('without a name means a user once that is open and was opened from the box', async () => {
    const { user } = await find('anjoe{Enter}')
    await waitFor(() => expect(opened()).toBe('/activity?open=user:7'))
    await again()
    await user.keyboard('edit')
    await waitFor(() => expect(labels()).toEqual(['Edit: anjoeClient']))
  })

  test('is offered again as its subject only', async () => {
    await find('block anjoe{Enter}')
    await waitFor(() => expect(location.search).toContain('do=block'))
    history.replaceState(history.state, '', '/activity')
    await again()
    const recent = screen.getByRole('group', { name: 'Recent' })
    expect(
      within(recent)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['anjoeClient'])
  })

  test.each([
    ['/external', false],
    ['/external?run=1', true],
  ])('export of a report at %s is offered: %s', async (address, isOffered) => {
    const { user } = show(1, [...NAVIGATION, REPORT], OPEN_KINDS, address)
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await box(), 'export')
    await waitFor(() => expect(labels()).toContain('Export Users'))
    expect(labels().includes('Export External')).toBe(isOffered)
  })

  test('export is offered for each list', async () => {
    await find('export')
    await waitFor(() => expect(labels()).toEqual(['Export Users', 'Export Machines', 'Export Activity']))
  })

  test('saved views are found under the screen that has them, and those of a report run it', async () => {
    sessionStore.set({ ...sessionStore.get(), user: aUser({ userId: 1 }) })
    savedViews('machines').set([{ name: 'Broken', query: 'status=offline' }])
    savedViews('external').set([{ name: 'Broken week', query: 'range=last7days' }])
    const { user } = await find('broken', 1, [...NAVIGATION, REPORT])
    await waitFor(() => expect(labels()).toEqual(['BrokenMachines', 'Broken weekExternal']))
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(opened()).toBe('/external?range=last7days&run=1'))
  })

  test('of a remote whose record is older finds users and machines, and neither exports nor views', async () => {
    sessionStore.set({ ...sessionStore.get(), user: aUser({ userId: 1 }) })
    savedViews('machines').set([{ name: 'Slots', query: 'status=offline' }])
    const { user } = await find('slot', 1, OLDER)
    await waitFor(() => expect(labels()).toEqual(['Slot 9joe · 3f9c2a1b']))
    await user.clear(await box())
    await user.keyboard('export')
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing found.'))
    await user.clear(await box())
    await user.keyboard('credit slot{Enter}')
    await waitFor(() => expect(location.search).toContain('do=credit'))
  })

  test.each([
    ['credit', "Type a machine's name after 'credit'."],
    ['Unblock ', "Type the name of a user or machine after 'Unblock'."],
    ['games', "Type a user's name after 'games'."],
    ['report', "Type the name of a user or machine after 'report'."],
  ])('%p alone says that a name follows', async (query, text) => {
    await find(query, 1, [...NAVIGATION, REPORT])
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))
  })

  test('that the viewer does not have asks for no name', async () => {
    await find('credit', 6)
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing found.'))
  })

  test('screens are found by other words for them', async () => {
    const words = [{ ...NAVIGATION[1]!, words: 'slots cabinets' }]
    await find('cabinets{Enter}', 1, words)
    await waitFor(() => expect(location.pathname).toBe('/machines'))
  })
})

describe('notes', () => {
  const note = (id: number, subject: object, text: string) => ({
    id,
    at: '2026-11-21T10:00:00Z',
    author: { userId: 1, userName: 'ana' },
    subject,
    text,
  })
  const NOTES = [
    note(1, { type: 'machine', userId: 6, machineId: MACHINE, name: 'Slot 9' }, 'bill reader\nis stuck'),
    note(2, { type: 'user', userId: 6, name: 'joe' }, 'asks for a second reader'),
  ]

  test('are searched for by the server, and open what they are about', async () => {
    featuresStore.set({ notes: {} })
    server().on('/api/notes', { body: NOTES })
    const { user } = await find('reader')
    const hits = await screen.findByRole('group', { name: 'Notes' })
    expect(within(hits).getAllByRole('option')).toHaveLength(2)
    expect(labels()[0]).toMatch(/^bill reader is stuckSlot 9 · ana · /)
    expect(
      server()
        .paths()
        .filter((path) => path.includes('notes')),
    ).toEqual(['/api/notes?search=reader'])
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(location.search).toBe('?open=user:6'))
    await user.keyboard('{Control>}k{/Control}')
    await box()
    expect(screen.queryByRole('group', { name: 'Recent' })).not.toBeInTheDocument()
  })

  test('are named while the server searches for them', async () => {
    featuresStore.set({ notes: {} })
    const { after, answer } = heldBack()
    server().on('/api/notes', { body: [], after })
    await find('reader')
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('Notes are still being searched.'),
    )
    answer()
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing found.'))
  })

  test('are waited for by Enter where nothing else is found', async () => {
    featuresStore.set({ notes: {} })
    server().on('/api/notes', { body: NOTES })
    await find('reader{Enter}')
    await waitFor(() => expect(location.search).toBe(`?open=machine:${MACHINE}`))
  })

  test('are not asked for on servers without them', async () => {
    await find('reader')
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing found.'))
    expect(server().paths().join(' ')).not.toContain('notes')
  })
})

describe("the key '?'", () => {
  test('shows all shortcuts, and so does the button', async () => {
    const { user } = show()
    await user.keyboard('?')
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(help).getByText('Search on this screen')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(help).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })

  test('is a character in a text field', async () => {
    const { user } = show()
    await user.type(screen.getByLabelText('Note'), 'really?')
    expect(screen.getByLabelText('Note')).toHaveValue('really?')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
