import { describe, expect, test } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { normaliseGameSettings } from '@console/shared-kernel/contracts'
import { aUser, renderAs, type Rendered, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../../testing/UsersPage'
import { settingsChange, withSections } from './copySettings'

const GAMES = [
  { id: 1, name: 'Fruit', type: 'Slot', active: true },
  { id: 2, name: 'Stars', type: 'Slot', active: true },
]
const SOURCE = { selectedGames: [1, 2], jackpotSettings: { megaJackpot: { initial: 10 } }, version: '9' }

describe('copied game settings', () => {
  const now = normaliseGameSettings({ selectedGames: [1], otherSettings: { browser: 'Firefox' }, own: 1 })
  const source = normaliseGameSettings(SOURCE)

  test('replace the chosen sections and keep unknown fields', () => {
    const copied = withSections(now, source, ['games'])
    expect([copied.selectedGameIds, copied.jackpots, copied.other, copied.raw]).toEqual([
      [1, 2],
      now.jackpots,
      now.other,
      now.raw,
    ])
  })

  test.each([
    [['games', 'jackpots'] as const, 'Games: added Stars. Mega: Initial Value: 0 → 10'],
    [['other'] as const, 'Browser Type: Firefox → Chrome'],
    [[] as const, ''],
  ])('of %j: %p', (sections, expected) =>
    expect(settingsChange(now, source, sections, GAMES as never)).toBe(expected),
  )
})

const server = serverForTests()
const COPY = '/api/Games/user-settings/copy'
const PEOPLE = [
  { userId: 2, userName: 'bea', level: 6, parentUserId: 1 },
  { userId: 3, userName: 'cleo', level: 6, parentUserId: 1 },
  { userId: 4, userName: 'dora', level: 6, parentUserId: 1 },
]
const ME = { userId: 1, userName: 'me', level: 1 }
const settingsOf = (userId: number) => `/api/Games/user-settings/${userId}`
// by text: queries by role are slow with a table on the page
const button = (name: string) => screen.findByText(name, { selector: 'button' }, { timeout: 8000 })

/** Opens the list with all users selected; bea is the one whose settings are copied. */
async function open(level = 1, people: object[] = PEOPLE) {
  server().on('/api/Users/all-hierarchy', { body: people })
  server().on('/api/Users/children', { body: PEOPLE })
  server().on('/api/Games', { body: GAMES })
  server().on(settingsOf(2), { body: SOURCE })
  server().on(settingsOf(3), { body: { selectedGames: [], version: '4' } })
  server().on(settingsOf(4), { body: { ...SOURCE, version: '5' } })
  const shown = renderAs(aUser({ userId: 1, userName: 'me', level }), <UsersPage />, '/')
  await shown.user.click(await button('Select'))
  await shown.user.click(await button(`Select all ${people.length} users found`))
  return shown
}
async function chooseBea(user: Rendered['user']) {
  const from = await screen.findByLabelText('From', {}, { timeout: 8000 })
  expect(from).toHaveFocus()
  await user.click(from)
  expect(await screen.findByText('cleo', { selector: '[role=option]' }, { timeout: 8000 })).toBeVisible()
  expect(screen.queryByText('me', { selector: '[role=option]' })).not.toBeInTheDocument()
  fireEvent.change(from, { target: { value: 'bea' } })
  await user.click(await screen.findByText('bea', { selector: '[role=option]' }, { timeout: 8000 }))
}
async function choose(people?: object[]) {
  const shown = await open(1, people)
  await shown.user.click(await button('Copy game settings...'))
  await chooseBea(shown.user)
  const dialog = screen.getByText('Copy game settings to 3 users').closest<HTMLElement>('[role=dialog]')!
  expect(await within(dialog).findByText(/^1 user will change/, {}, { timeout: 8000 })).toBeVisible()
  return { ...shown, dialog: within(dialog) }
}

describe('copying game settings', () => {
  test('previews the changes, skips users with equal settings, and sends the versions', async () => {
    server().on(COPY, { body: { results: [{ id: 3, status: 200 }] } })
    const { user, dialog } = await choose()
    expect(
      dialog.getByText('1 user will change. 2 left out: already the same, or not allowed.'),
    ).toBeVisible()
    expect(dialog.getByText('Games: added Fruit, Stars. Mega: Initial Value: 0 → 10')).toBeVisible()
    await user.click(dialog.getByText('Copy'))
    expect(await screen.findByText('1 done')).toBeVisible()
    const [call] = server().writes()
    expect(JSON.parse(call!.body)).toEqual({
      fromUserId: 2,
      fromVersion: '9',
      sections: ['games', 'jackpots', 'other'],
      items: [{ userId: 3, version: '4' }],
    })
  })

  test('does not offer the viewer as source, requires a section, asks on closing, and copies only chosen sections', async () => {
    server().on(COPY, { body: { results: [{ id: 3, status: 409, message: 'changed' }] } })
    const { user, dialog } = await choose([...PEOPLE, ME])
    const sections = ['Games', 'Jackpots and currency', 'Other settings']
    for (const section of sections) await user.click(dialog.getByLabelText(section))
    expect(dialog.getByText('Choose what to copy.')).toBeVisible()
    expect(dialog.getByText('Copy')).toBeDisabled()
    await user.click(dialog.getByText('Cancel'))
    expect(await screen.findByText('Discard changes?')).toBeVisible()
    await user.click(screen.getByText('Keep editing'))
    await waitFor(() => expect(screen.queryByText('Discard changes?')).not.toBeInTheDocument())

    for (const section of sections.slice(1)) await user.click(dialog.getByLabelText(section))
    expect(await dialog.findByText('Mega: Initial Value: 0 → 10')).toBeVisible()
    await user.click(dialog.getByText('Copy'))
    expect(await screen.findByText('0 done, 1 failed')).toBeVisible()
    expect(dialog.getByText('changed')).toBeVisible()
    expect(JSON.parse(server().writes()[0]!.body)).toMatchObject({ sections: ['jackpots', 'other'] })
  })

  test('saves each user separately on a server without the bulk call', async () => {
    server().on(COPY, { status: 404 })
    const { user, dialog } = await choose()
    await user.click(dialog.getByText('Copy'))
    expect(await screen.findByText('1 done')).toBeVisible()
    const [, single] = server().writes()
    // never overwrites a later change by another user
    expect(single!.headers).toMatchObject({
      'if-match': '"4"',
      'idempotency-key': expect.stringMatching(/^[\da-f]{32}:3$/),
    })
    expect([single!.method, JSON.parse(single!.body)]).toMatchObject([
      'PUT',
      { selectedGames: [{ id: 1 }, { id: 2 }], jackpotSettings: { megaJackpot: { initial: 10 } } },
    ])
  })

  test('shows why the settings failed to load, and offers nothing', async () => {
    const { user } = await open()
    server().on(settingsOf(2), { status: 403, body: { message: 'not yours' } })
    await user.click(await button('Copy game settings...'))
    await chooseBea(user)
    expect(await screen.findByText('not yours', {}, { timeout: 8000 })).toBeVisible()
    expect(screen.getByText('Copy')).toBeDisabled()
  })

  test('shows how many users have settings that failed to load', async () => {
    const { user } = await open()
    server().on(settingsOf(3), { status: 403, body: { message: 'no' } })
    await user.click(await button('Copy game settings...'))
    await chooseBea(user)
    expect(await screen.findByText(/1 could not be read/, {}, { timeout: 8000 })).toBeVisible()
    expect(screen.getByText('Will be as chosen')).toBeVisible()
  })

  test('is not offered to levels that cannot configure games', async () => {
    await open(3)
    expect(await button('Block...')).toBeVisible()
    expect(screen.queryByText('Copy game settings...')).not.toBeInTheDocument()
  })
})
