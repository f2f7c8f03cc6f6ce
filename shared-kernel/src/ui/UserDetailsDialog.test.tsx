import { beforeAll, describe, expect, it, jest } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { aUser, renderPart } from '../../testing/render'
import { connect } from '../client/serverConnection'
import type { User } from '../contracts/user'
import { UserDetailsDialog } from './UserDetailsDialog'

beforeAll(() => connect({ apiUrl: 'http://a', externalReportsUrl: 'http://b', timeZone: 'Europe/Madrid' }))

const show = (over: Partial<User> = {}, onClose = () => {}) =>
  renderPart(<UserDetailsDialog user={aUser(over)} onClose={onClose} />)

/** What stands next to a label. */
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling as HTMLElement

describe('the details of a user', () => {
  it('[SHELL-11] are a dialog named by its title, and Close closes it', async () => {
    const onClose = jest.fn()
    const { user } = show({}, onClose)
    const dialog = screen.getByRole('dialog', { name: 'User Details: ana' })
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('[SHELL-11] close on Escape too', async () => {
    const onClose = jest.fn()
    const { user } = show({}, onClose)
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('[SHELL-12] show the identity: id in monospace with a tooltip, name', async () => {
    const { user } = show({ userId: 4711 })
    expect(screen.getByRole('heading', { name: 'Identity Information' })).toBeVisible()
    expect(fact('Username')).toHaveTextContent('ana')
    const id = within(fact('User ID')).getByText('4711')
    expect(id).toHaveStyle({ fontFamily: 'monospace' })
    await user.hover(id)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('The number the servers know this user by')
  })

  it.each([
    ['secret', 'secret'],
    ['', 'No disponible'],
  ])('[SHELL-12] mask the password %p until it is shown as %p', async (password, shown) => {
    const { user } = show({ password })
    expect(fact('Password')).toHaveTextContent(/^•+$/)
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(fact('Password').textContent).toBe(shown)
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(fact('Password')).toHaveTextContent(/^•+$/)
  })

  it('[SHELL-12] hide the length of the password', () => {
    show({ password: 'a' })
    const short = fact('Password').textContent
    show({ password: 'a much longer one' })
    expect(screen.getAllByText(short!)).toHaveLength(2)
  })

  it.each<[string, Partial<User>, string, string]>([
    ['level', { level: 3 }, 'Level', 'Sub-Administrator'],
    ['an unknown level', { level: 999 }, 'Level', 'Unknown'],
    ['country', { countryName: 'Perú' }, 'Country', 'Perú'],
    ['no country', { countryName: null }, 'Country', 'Not specified'],
    [
      'the second-to-last creator, and when',
      { creatorChain: 'a/b/c' },
      'Created By',
      'bCreated on Nov 21, 2026, 11:00',
    ],
    ['no creator', { creatorChain: 'a' }, 'Created By', 'N/ACreated on Nov 21, 2026, 11:00'],
    ['[ERROR-34] no date', { creatorChain: '', createdAt: null }, 'Created By', 'N/ACreated on N/A'],
    [
      '[ERROR-34] a date nobody can read',
      { creatorChain: '', createdAt: 'soon' },
      'Created By',
      'N/ACreated on Invalid date',
    ],
  ])('[SHELL-13] show user information: %s', (_, over, label, text) => {
    show(over)
    expect(screen.getByRole('heading', { name: 'User Information' })).toBeVisible()
    expect(fact(label).textContent).toBe(text)
  })

  it.each([
    [6, 1, 'Active machine'],
    [6, 12, 'Active machine'],
    [6, 0, 'No machines'],
  ])('[SHELL-14] show for a level %d user with %d machines: %s', (level, machineCount, text) => {
    show({ level, machineCount })
    expect(fact('Machines').textContent).toBe(text)
  })

  it.each([1, 2, 3, 4, 5, 7, 999])('[SHELL-14] show no machine count for level %d', (level) => {
    show({ level, machineCount: 3 })
    expect(screen.queryByText('Machines')).not.toBeInTheDocument()
    expect(screen.queryByText('Active machine')).not.toBeInTheDocument()
  })

  it('show the path to the user if it is given', () => {
    renderPart(<UserDetailsDialog user={aUser()} path="admin1 › ana" onClose={() => {}} />)
    expect(fact('Path')).toHaveTextContent('admin1 › ana')
  })

  it('show no path to the viewer', () => {
    show()
    expect(screen.queryByText('Path')).not.toBeInTheDocument()
  })

  it('show any name as plain text', () => {
    show({ userName: '<img src=x onerror=alert(1)>' })
    expect(screen.getByRole('dialog', { name: 'User Details: <img src=x onerror=alert(1)>' })).toBeVisible()
    expect(document.querySelector('img')).toBeNull()
  })
})
