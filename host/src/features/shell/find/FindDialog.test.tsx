import { describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { machinesQuery } from '@console/shared-kernel/core'
import { featuresStore, sessionStore } from '@console/shared-kernel/host'
import { heldBack } from '@console/shared-kernel/testing/page'
import { MACHINE, NAVIGATION, USERS, findBox } from '../../../../testing/findBox'

const { server, show, find, box, labels } = findBox()
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

  test('leaves keys to the page after the box is closed', async () => {
    const { user } = show()
    await user.keyboard('{Control>}k{/Control}{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(screen.getByLabelText('Note'))
    await user.keyboard('abc')
    expect(screen.getByLabelText('Note')).toHaveValue('abc')
  })

  test('does nothing while a dialog is open', async () => {
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

  test('finds Security by the words people use, if the server has it', async () => {
    const { user } = await find('2fa')
    expect(labels()).toEqual([])
    act(() => featuresStore.set({ security: {} }))
    expect(labels()).toEqual(['Security'])
    server().on('/api/Auth/factors', { body: { totp: null, passkeys: [], recoveryCodes: 0 } })
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Security' })).toBeVisible()
  })

  test('opens a screen with the keyboard alone', async () => {
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

  test('finds a machine by its name, and opens it on a click', async () => {
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

  test('delays Enter until slow lists arrive', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Users/all-hierarchy', { body: USERS, after })
    const { user } = await find('slot{Enter}')
    await waitFor(() => expect(labels()).toHaveLength(1))
    expect(location.search).toBe('')
    await user.keyboard('{Escape}joe{Enter}')
    answer()
    await waitFor(() => expect(location.pathname + location.search).toBe('/activity?open=user:6'))
  })

  test('opens a screen on Enter while lists load', async () => {
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

  test('is cleared by the first Escape, and shows that nothing was found', async () => {
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

  test('shows no loading error while it searches the lists loaded earlier', async () => {
    const { user, queryClient } = await find('joe')
    await waitFor(() => expect(labels()).toHaveLength(3))
    for (const path of ['/api/Users/all-hierarchy', '/api/Machines']) server().on(path, { status: 404 })
    await act(() => queryClient.invalidateQueries())
    expect(queryClient.getQueryState(machinesQuery.queryKey)).toMatchObject({ status: 'error' })
    await user.keyboard('{Escape}slot')
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^1 result$/))
  })

  test('shows the total number of results, and links to all of them', async () => {
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

  test('counts users as the Users screen does, including matches by country', async () => {
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

  test('offers only screens of this console, and finds no machines without the Machines screen', async () => {
    await find('joe', 1, NAVIGATION.slice(0, 1), ['user'])
    await waitFor(() => expect(labels()).toHaveLength(2))
    expect(server().paths()).toEqual(['/api/Users/all-hierarchy'])
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
