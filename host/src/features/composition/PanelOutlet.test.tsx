import { afterEach, describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { useOpen, useOpened } from '@console/shared-kernel/view'
import { deployed } from '@console/shared-kernel/testing/node'
import { composed, modulesForTests, renderComposed } from '../../../testing/compositions'
import { PanelOutlet } from './PanelOutlet'
import { ScreenOutlet } from './ScreenOutlet'

const load = modulesForTests()
const panels = [{ kind: 'user' as const, module: './UserPanel', title: 'User', preload: [] }]

function UserPanel() {
  const { id, action, showsPanel } = useOpened()
  return (
    <>
      {showsPanel && <h2>{`User ${id}`}</h2>}
      {action && <p>{`${action} of ${id}`}</p>}
    </>
  )
}

function Users() {
  const { open } = useOpen()
  return (
    <>
      <h1>Users</h1>
      <button onClick={() => open('user', 8)}>Open 8</button>
    </>
  )
}

const gives = (Panel: ComponentType) =>
  load.mockImplementation(async (id) => ({ default: id.endsWith('/UserPanel') ? Panel : Users }))

const show = (address: string, remotes: object = { users: deployed({ panels }) }) =>
  renderComposed(
    composed({ remotes }),
    <>
      <main>
        <ScreenOutlet />
      </main>
      <PanelOutlet />
    </>,
    address,
  )
// builds that are still loading are marked in the session storage
afterEach(() => sessionStorage.clear())

const aside = () => screen.getByRole('complementary', { name: 'Side panel' })

describe('a panel', () => {
  test('is shown next to the screen, for one user after another', async () => {
    gives(UserPanel)
    const { user } = show('/?open=user:7')
    expect(await screen.findByRole('heading', { name: 'User 7' })).toBeVisible()
    expect(aside()).toContainElement(screen.getByRole('heading', { name: 'User 7' }))
    await user.click(await screen.findByRole('button', { name: 'Open 8' }))
    expect(await screen.findByRole('heading', { name: 'User 8' })).toBeVisible()
    expect(load.mock.calls.filter(([id]) => id.endsWith('/UserPanel'))).toHaveLength(1)
  })

  test('is neither shown nor loaded if nothing is open', async () => {
    gives(UserPanel)
    show('/')
    expect(await screen.findByRole('heading', { name: 'Users' })).toBeVisible()
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('can be closed while it loads', async () => {
    load.mockImplementation((id) =>
      id.endsWith('/UserPanel') ? new Promise(() => undefined) : Promise.resolve({ default: Users }),
    )
    const { user } = show('/?open=user:7&search=a')
    expect(await screen.findByRole('progressbar', { name: 'Loading User' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Close panel' }))
    await waitFor(() => expect(screen.queryByRole('complementary')).not.toBeInTheDocument())
    expect(location.search).toBe('?search=a')
  })

  test.each([
    ['loads', () => new Promise(() => undefined), 'progressbar'],
    ['does not load', () => Promise.reject(new Error('#RUNTIME-008')), 'alert'],
  ])('is closed by Escape if its code %s', async (_, loaded, shown) => {
    load.mockImplementation(async (id) => (id.endsWith('/UserPanel') ? loaded() : { default: Users }))
    const { user } = show('/?open=user:7&search=a')
    await screen.findByRole('heading', { name: 'Users' })
    expect(await within(aside()).findByRole(shown)).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('complementary')).not.toBeInTheDocument())
    expect(location.search).toBe('?search=a')
  })

  test('that fails to load is replaced by an error, and can be retried and closed', async () => {
    load.mockImplementation(async (id) => {
      if (id.endsWith('/UserPanel')) throw new Error('#RUNTIME-008')
      return { default: Users }
    })
    const { user } = show('/?open=user:7')
    expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo mostrar "User"')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Users')
    gives(UserPanel)
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('heading', { name: 'User 7' })).toBeVisible()
  })

  test('that throws does not affect the screen, and can still show another subject', async () => {
    gives(() => {
      if (useOpened().id === '7') throw new Error('cannot read 7')
      return <h2>Another</h2>
    })
    const { user } = show('/?open=user:7')
    expect(await screen.findByRole('alert')).toHaveTextContent('cannot read 7')
    await user.click(await screen.findByRole('button', { name: 'Open 8' }))
    expect(await screen.findByRole('heading', { name: 'Another' })).toBeVisible()
  })

  test('takes no space if only the dialog of a row is open', async () => {
    gives(UserPanel)
    show('/')
    await screen.findByRole('heading', { name: 'Users' })
    history.replaceState({ ...history.state, usr: { under: '' } }, '', '/')
    act(() => {
      history.pushState({ key: 'x', idx: 1, usr: { under: '' } }, '', '/?open=user:7&do=edit')
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    })
    expect(await screen.findByText('edit of 7')).toBeInTheDocument()
    expect(screen.getByText('edit of 7').closest('aside')).toHaveAttribute('hidden')
  })
})

test('a kind without a panel is removed from the address, with a message', async () => {
  gives(UserPanel)
  show('/?open=machine:7&search=a')
  await waitFor(() => expect(location.search).toBe('?search=a'))
  expect(await screen.findByText('This cannot be done here.')).toBeVisible()
})

test('ignores open and do in the address of another team’s screen', async () => {
  gives(UserPanel)
  show('/?open=3&do=print')
  expect(await screen.findByRole('heading', { name: 'Users' })).toBeVisible()
  expect(location.search).toBe('?open=3&do=print')
  expect(screen.queryByText('This cannot be done here.')).not.toBeInTheDocument()
})
