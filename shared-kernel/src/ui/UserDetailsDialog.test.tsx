import { beforeAll, describe, expect, jest, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { aUser } from '../../testing/entities'
import { renderPart } from '../../testing/render'
import { connect } from '../client/connect'
import type { User } from '../contracts/user'
import { UserDetailsDialog } from './UserDetailsDialog'

beforeAll(() => connect({ apiUrl: 'http://a', externalReportsUrl: 'http://b', timeZone: 'Europe/Madrid' }))

const show = (over: Partial<User> = {}, onClose = () => {}) =>
  renderPart(<UserDetailsDialog user={aUser(over)} onClose={onClose} />)

/** The text next to a label. */
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling as HTMLElement

describe('the details of a user', () => {
  test('[SHELL-11] are a dialog named by its title, and Close closes it', async () => {
    const onClose = jest.fn()
    const { user } = show({}, onClose)
    const dialog = screen.getByRole('dialog', { name: 'User Details: ana' })
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('[SHELL-11] close on Escape too', async () => {
    const onClose = jest.fn()
    const { user } = show({}, onClose)
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('[SHELL-12] show the identity: id in monospace with a tooltip, name', async () => {
    const { user } = show({ userId: 4711 })
    expect(screen.getByRole('heading', { name: 'Identity Information' })).toBeVisible()
    expect(fact('Username')).toHaveTextContent('ana')
    const id = within(fact('User ID')).getByText('4711')
    expect(id).toHaveStyle({ fontFamily: 'monospace' })
    await user.hover(id)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('The number the servers know this user by')
  })

  test.each([
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

  test('[SHELL-12] hide the length of the password', () => {
    show({ password: 'a' })
    const short = fact('Password').textContent
    show({ password: 'a much longer one' })
    expect(screen.getAllByText(short!)).toHaveLength(2)
  })

  test.each<[Partial<User>, Record<string, string>]>([
    [
      { level: 3, countryName: 'Perú', creatorChain: 'a/b/c' },
      { Level: 'Sub-Administrator', Country: 'Perú', 'Created By': 'bCreated on Nov 21, 2026, 11:00' },
    ],
    [
      { level: 999, countryName: null, creatorChain: 'a' },
      { Level: 'Unknown', Country: 'Not specified', 'Created By': 'N/ACreated on Nov 21, 2026, 11:00' },
    ],
    [{ creatorChain: '', createdAt: null }, { 'Created By': 'N/ACreated on N/A' }],
    // a date that cannot be read
    [{ creatorChain: '', createdAt: 'soon' }, { 'Created By': 'N/ACreated on Invalid date' }],
  ])('[SHELL-13] [ERROR-34] show the user information of %j: %j', (over, facts) => {
    show(over)
    expect(screen.getByRole('heading', { name: 'User Information' })).toBeVisible()
    for (const [label, text] of Object.entries(facts)) expect(fact(label).textContent).toBe(text)
  })

  test('[SHELL-14] show whether a Client has machines, and nothing about machines for other levels', () => {
    const details = (level: number, machineCount: number) => (
      <UserDetailsDialog user={aUser({ level, machineCount })} onClose={() => {}} />
    )
    const { rerender } = renderPart(details(6, 0))
    expect(fact('Machines').textContent).toBe('No machines')
    for (const machineCount of [1, 12]) {
      rerender(details(6, machineCount))
      expect(fact('Machines').textContent).toBe('Active machine')
    }
    for (const level of [1, 2, 3, 4, 5, 7, 999]) {
      rerender(details(level, 3))
      expect([level, screen.queryByText('Machines')]).toEqual([level, null])
      expect(screen.queryByText('Active machine')).not.toBeInTheDocument()
    }
  })

  test('show the path to the user if it is given', () => {
    renderPart(<UserDetailsDialog user={aUser()} path="admin1 › ana" onClose={() => {}} />)
    expect(fact('Path')).toHaveTextContent('admin1 › ana')
  })

  test('show no path if none is given', () => {
    show()
    expect(screen.queryByText('Path')).not.toBeInTheDocument()
  })

  test('show any name as plain text', () => {
    show({ userName: '<img src=x onerror=alert(1)>' })
    expect(screen.getByRole('dialog', { name: 'User Details: <img src=x onerror=alert(1)>' })).toBeVisible()
    expect(document.querySelector('img')).toBeNull()
  })
})
