import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { useEffect, useState, type ComponentType } from 'react'
import { Link, useParams } from 'react-router-dom'
import { sessionStore } from '@console/shared-kernel/host'
import { deployed, release } from '@console/shared-kernel/testing/node'
import { composed, modulesForTests, renderComposed } from '../../../testing/compositions'
import { reportFrozen, type Composition } from './composition'
import { ScreenOutlet } from './ScreenOutlet'
import { UnmountErrorBoundary } from './UnmountErrorBoundary'

const load = modulesForTests()
const gives = (Component: ComponentType) => load.mockResolvedValue({ default: Component })

const show = (composition: Composition = composed()) => renderComposed(composition, <ScreenOutlet />)

const retryButton = () => screen.getByRole('button', { name: 'Reintentar' })

describe('the area of a screen', () => {
  test('shows a spinner, then the screen with its title', async () => {
    gives(() => <h1>Users here</h1>)
    show()
    expect(screen.getByRole('progressbar', { name: 'Loading Managed Users' })).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Users here' })).toBeVisible()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
    expect(document.title).toBe('Managed Users · Admin Console')
  })

  test('reports after 3 s that loading takes longer than usual, and offers a restart', async () => {
    jest.useFakeTimers()
    load.mockReturnValue(new Promise(() => undefined))
    show()
    await act(() => jest.advanceTimersByTimeAsync(2_999))
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
    await act(() => jest.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('status')).toHaveTextContent(
      '"Managed Users" tarda más de lo habitual en cargar.',
    )
    expect(screen.getByRole('progressbar')).toBeVisible()
    gives(() => <h1>Users here</h1>)
    await act(async () => {
      retryButton().click()
      await jest.advanceTimersByTimeAsync(0)
    })
    expect(screen.getByRole('heading', { name: 'Users here' })).toBeVisible()
    expect(load.mock.calls).toEqual([[`users.3f9c2a1b.0/ManagedUsers`], [`users.3f9c2a1b.1/ManagedUsers`]])
  })

  test('loads a failed screen again once the browser is online', async () => {
    load.mockRejectedValueOnce(new Error('#RUNTIME-008')).mockRejectedValueOnce(new Error('#RUNTIME-008'))
    show()
    expect(await screen.findByRole('alert')).toBeVisible()
    gives(() => <h1>Users here</h1>)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByRole('heading', { name: 'Users here' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('names the remote that failed to load, and loads it again on request', async () => {
    load.mockRejectedValueOnce(new Error('#RUNTIME-008')).mockRejectedValueOnce(new Error('#RUNTIME-008'))
    const { user } = show()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('No se pudo mostrar "Managed Users"')
    expect(alert).toHaveTextContent(`users 1.4.0: sus archivos no se pudieron cargar`)
    gives(() => <h1>Users here</h1>)
    await user.click(retryButton())
    expect(await screen.findByRole('heading', { name: 'Users here' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('continues to load with one request while the user is on another screen', async () => {
    gives(() => <h1>Users here</h1>)
    const composition = composed()
    show(composition).unmount()
    show(composition)
    expect(await screen.findByRole('heading', { name: 'Users here' })).toBeVisible()
    expect(load).toHaveBeenCalledTimes(1)
  })
})

describe('an error in a screen', () => {
  test('during render stays inside its area, and Reintentar mounts the screen again', async () => {
    let broken = true
    gives(function Screen() {
      const [letters, setLetters] = useState('')
      if (broken && letters === 'x') throw new Error('cannot read x')
      return (
        <input aria-label="Search" value={letters} onChange={(event) => setLetters(event.target.value)} />
      )
    })
    const { user } = renderComposed(
      composed(),
      <>
        <nav>menu</nav>
        <ScreenOutlet />
      </>,
    )
    await user.type(await screen.findByRole('textbox', { name: 'Search' }), 'x')
    expect(screen.getByRole('alert')).toHaveTextContent(
      /No se pudo mostrar "Managed Users".*1\.4\.0: cannot read x/,
    )
    expect(screen.getByText('menu')).toBeVisible()
    expect(console.error).toHaveBeenCalledWith(
      'Fallo de un remoto:',
      expect.objectContaining({ version: '1.4.0', phase: 'render', message: 'cannot read x' }),
    )
    broken = false
    await user.click(retryButton())
    expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('that persists is shown again', async () => {
    gives(() => {
      throw 'a text, not an error'
    })
    const { user } = show()
    expect(await screen.findByRole('alert')).toHaveTextContent('a text, not an error')
    await user.click(retryButton())
    expect(screen.getByRole('alert')).toHaveTextContent('a text, not an error')
  })
})

describe('a screen that is unmounted', () => {
  test('and throws in its cleanup does not affect the next screen', async () => {
    gives(function Screen() {
      useEffect(
        () => () => {
          throw new Error('in cleanup')
        },
        [],
      )
      return <h1>Users here</h1>
    })
    function Area() {
      const [isNext, setIsNext] = useState(false)
      return (
        <>
          <button onClick={() => setIsNext(true)}>show the next one</button>
          <UnmountErrorBoundary>{isNext ? <h1>Next</h1> : <ScreenOutlet />}</UnmountErrorBoundary>
        </>
      )
    }
    const { user } = renderComposed(composed(), <Area />)
    await screen.findByRole('heading', { name: 'Users here' })
    await user.click(screen.getByRole('button', { name: 'show the next one' }))
    expect(await screen.findByRole('heading', { name: 'Next' })).toBeVisible()
    expect(console.error).toHaveBeenCalledWith('Fallo de un remoto:', new Error('in cleanup'))
  })
})

describe('a screen that throws during render', () => {
  const previous = deployed({ build: '00000000', version: '1.3.0' })
  const canary = { ...deployed({ build: 'cccccccc', version: '1.5.0' }), percent: 100 }
  const broken = (...builds: string[]) =>
    load.mockImplementation(async (id) => ({
      default: () => {
        if (builds.some((build) => id.includes(build))) throw new Error('cannot read x')
        return <h1>{id}</h1>
      },
    }))
  const ana = { userId: 7, userName: 'ana', level: 4, nameClient: '' } as const
  const signIn = () => act(() => sessionStore.set({ token: 't', user: ana }))
  afterEach(() => void act(() => sessionStore.set({ token: null, user: null })))
  const reported = ({ events }: Composition) =>
    events.all.get().map(({ source, phase, code }) => `${source} ${phase} ${code}`)

  test('offers the previous release instead of the current one, and both are reported', async () => {
    broken('3f9c2a1b')
    const composition = composed({ remotes: { users: { ...deployed(), previous } } })
    const { user } = show(composition)
    await user.click(await screen.findByRole('button', { name: 'Usar la versión anterior (1.3.0)' }))
    expect(await screen.findByRole('heading', { name: 'users.00000000.0/ManagedUsers' })).toBeVisible()
    await waitFor(() =>
      expect(reported(composition)).toEqual([
        'current render Error',
        'previous fallback FALLBACK',
        'previous mounted OK',
      ]),
    )
    // its routes and its navigation apply from now on
    expect(composition.resolved.get().remotes[0]!.inUse.place).toBe('previous')
  })

  test('offers the stable release instead of a canary, and then the previous one', async () => {
    signIn()
    broken('cccccccc', '3f9c2a1b')
    const composition = composed({ remotes: { users: { ...deployed(), previous, canary } } })
    const { user } = show(composition)
    await user.click(await screen.findByRole('button', { name: 'Usar la versión estable (1.4.0)' }))
    await user.click(await screen.findByRole('button', { name: 'Usar la versión anterior (1.3.0)' }))
    expect(await screen.findByRole('heading', { name: 'users.00000000.0/ManagedUsers' })).toBeVisible()
    await waitFor(() =>
      expect(reported(composition)).toEqual([
        'canary render Error',
        'current fallback FALLBACK',
        'current render Error',
        'previous fallback FALLBACK',
        'previous mounted OK',
      ]),
    )
  })

  const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

  test('skips releases that are incompatible with this console', async () => {
    signIn()
    broken('cccccccc')
    const current = deployed({ kernel: '^9.0.0' })
    const { user } = show(composed({ remotes: { users: { ...current, previous, canary } } }))
    await user.click(await screen.findByRole('button', { name: 'Usar la versión anterior (1.3.0)' }))
    expect(await screen.findByRole('heading', { name: 'users.00000000.0/ManagedUsers' })).toBeVisible()
  })

  test('skips releases that have failed already', async () => {
    broken('3f9c2a1b')
    const byBuild = load.getMockImplementation()!
    load.mockImplementation(async (id) => {
      if (id.includes('00000000')) throw new Error('#RUNTIME-008')
      return byBuild(id)
    })
    const { user } = show(composed({ remotes: { users: { ...deployed(), previous } } }))
    await user.click(await screen.findByRole('button', { name: 'Usar la versión anterior (1.3.0)' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('users 1.3.0: sus archivos')
    await user.click(retryButton())
    expect(await screen.findByText('users 1.4.0: cannot read x')).toBeVisible()
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(buttons()).toEqual(['Reintentar'])
  })

  test('offers no other release if there is none', async () => {
    broken('3f9c2a1b')
    show()
    await screen.findByRole('alert')
    expect(buttons()).toEqual(['Reintentar'])
  })
})

describe('a screen with parameters', () => {
  const screens = ['/hello/:id', '/hello/new'].map((path) => ({ ...release().screens[0]!, path }))
  const hello = () => composed({ remotes: { users: deployed({ screens }) } })
  const at = (address: string) => renderComposed(hello(), <ScreenOutlet />, address)

  test('gets them from its address, and the more specific path wins', async () => {
    gives(() => <h1>{JSON.stringify(useParams())}</h1>)
    const { unmount } = at('/hello/5%20a')
    expect(await screen.findByRole('heading')).toHaveTextContent('"id":"5 a"')
    unmount()
    at('/hello/new')
    expect(await screen.findByRole('heading', { name: '{"*":"hello/new"}' })).toBeVisible()
  })

  test('that failed at one address is retried at another', async () => {
    gives(function Screen() {
      const { id } = useParams()
      if (id === '1') throw new Error('no such one')
      return <h1>{id}</h1>
    })
    const { user } = renderComposed(
      hello(),
      <>
        <Link to="/hello/2">two</Link>
        <ScreenOutlet />
      </>,
      '/hello/1',
    )
    expect(await screen.findByRole('alert')).toHaveTextContent('no such one')
    await user.click(screen.getByRole('link', { name: 'two' }))
    expect(await screen.findByRole('heading', { name: '2' })).toBeVisible()
  })
})

describe('a build that froze this tab', () => {
  const frozen = () => {
    gives(() => <h1>Users here</h1>)
    sessionStorage.setItem('console.running', '["users.3f9c2a1b"]')
    const composition = composed()
    reportFrozen(composition)
    composition.startAhead(composition.resolved.get().screens[0])
    return { composition, ...show(composition) }
  }

  test('is named, and not loaded before the user agrees', async () => {
    const { composition, user } = frozen()
    expect(composition.events.last()).toMatchObject({ remote: 'users', phase: 'frozen', code: 'FROZEN' })
    expect(screen.getByRole('alert')).toHaveTextContent('"Managed Users" bloqueó esta pestaña la última vez')
    expect(load).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Abrir de todos modos' }))
    expect(await screen.findByRole('heading', { name: 'Users here' })).toBeVisible()
  })

  test('can be left out', async () => {
    const { composition, user } = frozen()
    await user.click(screen.getByRole('button', { name: 'Dejar fuera' }))
    expect([...composition.quarantine.builds.get()]).toEqual([['users.3f9c2a1b', 'left out']])
    act(() => composition.quarantine.release('users.3f9c2a1b'))
  })
})
