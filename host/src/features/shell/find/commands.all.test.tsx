import { describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { savedViews } from '@console/shared-kernel/core'
import { featuresStore, sessionStore } from '@console/shared-kernel/host'
import { OPEN_KINDS } from '@console/shared-kernel/remote'
import { aUser, heldBack } from '@console/shared-kernel/testing/page'
import type { NavEntry } from '../model'
import { MACHINE, NAVIGATION, USERS, findBox } from '../../../../testing/findBox'

const { server, show, find, box, labels } = findBox()
/** Screens as an older build describes them. */
const OLDER = NAVIGATION.map(({ path, label, icon, prefetch }): NavEntry => ({ path, label, icon, prefetch }))
const REPORT: NavEntry = {
  ...{ path: '/external', label: 'External', icon: 'cash', prefetch: NAVIGATION[0]!.prefetch },
  ...{ report: true, actions: ['export'], views: 'external' },
}

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

  test('opens the report of a user for the named days', async () => {
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

  test('without a name applies to what was opened from the box, which offers it again as recent', async () => {
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

  test('without a name applies to a user who was opened from the box', async () => {
    const { user } = await find('anjoe{Enter}')
    await waitFor(() => expect(opened()).toBe('/activity?open=user:7'))
    await again()
    await user.keyboard('edit')
    await waitFor(() => expect(labels()).toEqual(['Edit: anjoeClient']))
  })

  test('is offered again only as its subject, without the action', async () => {
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

  test('of a remote with an older record finds users and machines, but neither exports nor views', async () => {
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
  ])('%p alone asks for a name', async (query, text) => {
    await find(query, 1, [...NAVIGATION, REPORT])
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))
  })

  test('that the viewer may not use asks for no name', async () => {
    await find('credit', 6)
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing found.'))
  })

  test('screens are found by synonyms', async () => {
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

  test('are searched on the server, and open their subject', async () => {
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

  test('are reported as still being searched while the server works', async () => {
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

  test('delay Enter if nothing else is found', async () => {
    featuresStore.set({ notes: {} })
    server().on('/api/notes', { body: NOTES })
    await find('reader{Enter}')
    await waitFor(() => expect(location.search).toBe(`?open=machine:${MACHINE}`))
  })

  test('are not requested from servers without them', async () => {
    await find('reader')
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing found.'))
    expect(server().paths().join(' ')).not.toContain('notes')
  })
})
