import { useState } from 'react'
import { describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { sessionStore } from '@console/shared-kernel/host'
import { aUser, heldBack, renderAs, type Rendered, serverForTests } from '@console/shared-kernel/testing/page'
import { Shell } from '../Shell'
import { PasswordDialog } from './PasswordDialog'

const server = serverForTests()

/** A user as a server sends it. */
const OWN = {
  userId: 7,
  userName: 'ana',
  level: 5,
  countryId: 34,
  nameClient: 'Ana S.L.',
  isBlocked: false,
  quitPass: true,
  botonBlockedDeshabilitado: true,
  listaClientesTecnico: '3,4',
}
const WRONG = 'La contraseña actual no es correcta'
const CHANGED = 'Password changed. Your sessions in other browsers have ended.'
const LOST =
  /^The connection was lost: it is not known whether the password was changed. Saving again is safe./

const dialog = () => screen.queryByRole('dialog', { name: 'Change password' })
const field = (name: string) => screen.getByLabelText(name)
const save = () => screen.getByRole('button', { name: 'Save' })
const rejected = (path: string, message: string) => ({
  status: 400,
  body: { message: 'bad', errors: [{ path, message }] },
})

/** Opens the form without the shell, which would take most of the time. */
function open(own: object = {}): Rendered['user'] {
  server().on('/api/Users/current', { body: { ...OWN, ...own } })
  return renderAs(aUser(), <Alone />).user
}
function Alone() {
  const [isOpen, setIsOpen] = useState(true)
  return isOpen && <PasswordDialog onClose={() => setIsOpen(false)} />
}

async function openFromMenu(level: number) {
  server().on('/api/Users/current', { body: { ...OWN, level } })
  const { user } = renderAs(
    aUser({ level }),
    <Shell navigation={[]} notices={null} panel={null} AboutDialog={() => null}>
      <h1>Screen</h1>
    </Shell>,
  )
  await user.click(screen.getByRole('button', { name: 'Account menu' }))
  await user.click(screen.getByRole('menuitem', { name: 'Change password' }))
  await screen.findByRole('dialog', { name: 'Change password' })
  return user
}

async function type(user: Rendered['user'], typed: Record<string, string>) {
  for (const [name, text] of Object.entries(typed)) {
    await user.click(field(name))
    await user.clear(field(name))
    await user.paste(text)
  }
}
const fill = (user: Rendered['user'], current = 'old secret', next = 'new secret') =>
  type(user, { 'Current Password': current, 'New Password': next, 'Repeat New Password': next })

async function expectChanged() {
  expect(await screen.findByText(CHANGED)).toBeVisible()
  await waitFor(() => expect(dialog()).not.toBeInTheDocument())
}
const sentHeaders = () =>
  server()
    .writes()
    .map(({ headers }) => [headers['if-match'], headers['idempotency-key']] as const)

describe('the password', () => {
  test.each([2, 7])('of level %d is changed from the account menu', async (level) => {
    const user = await openFromMenu(level)
    expect(dialog()).toHaveAccessibleDescription('ana')
    expect(field('Current Password')).toHaveFocus()
    for (const [name, autocomplete] of [
      ['Current Password', 'current-password'],
      ['New Password', 'new-password'],
      ['Repeat New Password', 'new-password'],
    ] as const) {
      expect(field(name)).toBeRequired()
      expect(field(name)).toHaveAttribute('autocomplete', autocomplete)
      expect(field(name)).toHaveAttribute('type', 'password')
      await user.click(screen.getByRole('button', { name: `Show ${name}` }))
      expect(field(name)).toHaveAttribute('type', 'text')
      await user.click(screen.getByRole('button', { name: `Hide ${name}` }))
      expect(field(name)).toHaveAttribute('type', 'password')
    }
    expect(dialog()!.querySelector('[autocomplete=username]')).toHaveValue('ana')
    expect(field('New Password')).toHaveAccessibleDescription(/^At least 8 characters/)

    server().on('/api/Users/7', { body: {} })
    await fill(user)
    await user.keyboard('{Enter}')
    await expectChanged()
    const [put, ...others] = server().writes()
    expect(others).toEqual([])
    expect([put!.method, JSON.parse(put!.body)]).toEqual([
      'PUT',
      {
        userId: 7,
        nameClient: 'Ana S.L.',
        countryId: 34,
        password: 'new secret',
        currentPassword: 'old secret',
        isBlocked: false,
        quitPass: true,
        botonBlockedDeshabilitado: true,
        listaClientesTecnico: '3,4',
      },
    ])
    // other servers have no versions, and may not allow the headers
    expect(sentHeaders()).toEqual([[undefined, undefined]])
  })

  test('is not sent before each field is filled in and the new password is repeated correctly', async () => {
    const user = open()
    await user.click(save())
    expect(field('Current Password')).toHaveAccessibleDescription('Current password is required')
    expect(field('New Password')).toHaveAccessibleDescription('New password is required')
    expect(field('Current Password')).toHaveFocus()
    await fill(user)
    await type(user, { 'Repeat New Password': 'another' })
    await user.click(save())
    expect(field('Repeat New Password')).toHaveAccessibleDescription('Does not match the new password')
    await type(user, { 'New Password': 'another' })
    await waitFor(() => expect(field('Repeat New Password')).not.toHaveAccessibleDescription())
    expect(server().calls).toEqual([])
  })

  test('is kept after a rejection, whose messages appear at their fields', async () => {
    const user = open({ version: '4' })
    server().on('/api/Users/7', rejected('currentPassword', WRONG))
    await fill(user, 'wrong')
    await user.click(save())
    await waitFor(() => expect(field('Current Password')).toHaveAccessibleDescription(WRONG))
    expect(field('Current Password')).toHaveFocus()
    expect(screen.getByRole('alert')).toHaveTextContent(WRONG)

    server().on('/api/Users/7', rejected('password', 'Demasiado común'))
    await type(user, { 'Current Password': 'old secret' })
    await user.click(save())
    await waitFor(() => expect(field('New Password')).toHaveAccessibleDescription('Demasiado común'))

    server().on('/api/Users/7', { status: 429, body: { message: 'Demasiados intentos' } })
    await user.click(save())
    expect(await screen.findByText('Demasiados intentos')).toBeVisible()
    expect(field('Current Password')).toHaveValue('old secret')
    expect(field('New Password')).toHaveValue('new secret')
    expect(field('Repeat New Password')).toHaveValue('new secret')

    server().on('/api/Users/7', { body: {} })
    await user.click(save())
    await expectChanged()
    const [first, second, ...same] = sentHeaders()
    expect([first, second].map((headers) => headers?.[0])).toEqual(['"4"', '"4"'])
    expect(second![1]).not.toBe(first![1])
    expect(same).toEqual([second, second])
  })

  test('is not discarded without confirmation, or while it is being saved', async () => {
    const { unmount, user: first } = renderAs(aUser(), <Alone />)
    await first.keyboard('{Escape}')
    await waitFor(() => expect(dialog()).not.toBeInTheDocument())
    unmount()

    const user = open()
    await fill(user)
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(field('New Password')).toHaveValue('new secret')

    const { after, answer } = heldBack()
    server().on('/api/Users/7', { body: {}, after })
    await user.click(save())
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled()
    await user.keyboard('{Escape}')
    expect(dialog()).toBeVisible()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    answer()
    await expectChanged()
    expect(server().writes()).toHaveLength(1)
  })
})

describe('a lost answer', () => {
  test('is reported as an unknown outcome, and saving again sends the same change', async () => {
    const user = open({ version: '4' })
    server().on('/api/Users/7', { fault: 'reset' })
    await fill(user)
    await user.click(save())
    expect(await screen.findByRole('alert')).toHaveTextContent(LOST)
    expect(screen.queryByText('Sin conexión con el servidor')).not.toBeInTheDocument()
    expect(field('New Password')).toHaveValue('new secret')

    server().on('/api/Users/current', { body: { ...OWN, version: '5' } })
    server().on('/api/Users/7', { status: 504 })
    await user.click(save())
    await waitFor(() => expect(server().writes()).toHaveLength(2))
    expect(await screen.findByRole('alert')).toHaveTextContent(LOST)

    server().on('/api/Users/7', { body: {} })
    await user.click(save())
    await expectChanged()
    const [first, ...again] = server().writes()
    const whatIs = ({ body, headers }: typeof first & object) => [body, headers['idempotency-key']]
    expect(again.map(whatIs)).toEqual([whatIs(first!), whatIs(first!)])
    expect(again.map(({ headers }) => headers['if-match'])).toEqual(['"4"', '"4"'])
  })

  test('stays reported if the current password is then rejected, because the new one may already apply', async () => {
    const user = open()
    server().on('/api/Users/7', { fault: 'reset' })
    await fill(user)
    await user.click(save())
    await screen.findByText(LOST)
    server().on('/api/Users/7', rejected('currentPassword', WRONG))
    await user.click(save())
    await waitFor(() => expect(field('Current Password')).toHaveAccessibleDescription(WRONG))
    expect(screen.getByText(LOST)).toHaveTextContent('enter the new one in its place')

    server().on('/api/Users/7', { body: {} })
    await type(user, { 'Current Password': 'new secret' })
    await user.click(save())
    await expectChanged()
  })

  test('to the read before the change is not reported as unknown, because nothing was sent', async () => {
    const user = open()
    server().on('/api/Users/current', { fault: 'reset' })
    await fill(user)
    await user.click(save())
    expect(await screen.findByRole('alert')).toHaveTextContent('Sin conexión con el servidor')
    server().on('/api/Users/current', { body: null })
    await user.click(save())
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('The server did not say who is signed in'),
    )
    expect(screen.queryByText(LOST)).not.toBeInTheDocument()
    expect(server().writes()).toEqual([])
  })
})

test('after a concurrent change by somebody else, the password is saved with the current record', async () => {
  const user = open({ version: '4' })
  server().on('/api/Users/7', { status: 409, body: { message: 'entretanto', current: OWN } })
  await fill(user)
  await user.click(save())
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your user was changed meanwhile, so nothing was saved now. Save again.',
  )
  server().on('/api/Users/current', { body: { ...OWN, nameClient: 'Ana S.A.', version: '5' } })
  server().on('/api/Users/7', { body: {} })
  await user.click(save())
  await expectChanged()
  expect(JSON.parse(server().writes()[1]!.body)).toMatchObject({ nameClient: 'Ana S.A.' })
  const [stale, now] = sentHeaders()
  expect([stale![0], now![0]]).toEqual(['"4"', '"5"'])
  expect(now![1]).not.toBe(stale![1])
})

test('a password change leaves the session alone; if it has ended, the form keeps its input for the next sign-in', async () => {
  act(() => sessionStore.set({ token: 't', user: aUser() }))
  const user = open()
  server().on('/api/Users/7', { status: 401 })
  await fill(user)
  await user.click(save())
  await waitFor(() => expect(sessionStore.get().interrupted).toMatchObject({ token: 't' }))
  expect(within(dialog()!).queryByRole('alert')).not.toBeInTheDocument()
  expect(field('New Password')).toHaveValue('new secret')

  act(() => sessionStore.set({ token: 't2', user: aUser() }))
  server().on('/api/Users/7', { body: {} })
  await user.click(save())
  await expectChanged()
  expect(sessionStore.get().token).toBe('t2')
})
