import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { useEffect, useState, type ComponentType } from 'react'
import { renderPart } from '@console/shared-kernel/testing'
import { aScreen, modulesForTests } from '../../../../testing/composedScreens'
import { leftOutStore, suspectStore } from '../vigil/vigil'
import { LeavingBoundary } from './LeavingBoundary'
import { RemoteScreen } from './RemoteScreen'

const load = modulesForTests()
const gives = (Component: ComponentType) => load.mockResolvedValue({ default: Component })

const retryButton = () => screen.getByRole('button', { name: 'Reintentar' })

describe('the area of a screen', () => {
  it('shows a spinner, then the screen under its title', async () => {
    gives(() => <h1>Users here</h1>)
    renderPart(<RemoteScreen screen={aScreen()} />)
    expect(screen.getByRole('progressbar', { name: 'Loading Managed Users' })).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Users here' })).toBeVisible()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
    expect(document.title).toBe('Managed Users · Admin Console')
  })

  it('says after 3 s that it takes longer than usual, and starts afresh on request', async () => {
    jest.useFakeTimers()
    load.mockReturnValue(new Promise(() => undefined))
    const shown = aScreen()
    renderPart(<RemoteScreen screen={shown} />)
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
    expect(load.mock.calls).toEqual([
      [`${shown.remote}.3f9c2a1b.0/ManagedUsers`],
      [`${shown.remote}.3f9c2a1b.1/ManagedUsers`],
    ])
  })

  it('names what could not be loaded, and loads it on request', async () => {
    load.mockRejectedValueOnce(new Error('#RUNTIME-008')).mockRejectedValueOnce(new Error('#RUNTIME-008'))
    const shown = aScreen()
    const { user } = renderPart(<RemoteScreen screen={shown} />)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('No se pudo mostrar "Managed Users"')
    expect(alert).toHaveTextContent(`${shown.remote} 1.4.0: sus archivos no se pudieron cargar`)
    gives(() => <h1>Users here</h1>)
    await user.click(retryButton())
    expect(await screen.findByRole('heading', { name: 'Users here' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('goes on loading for whoever comes back, and asks once', async () => {
    gives(() => <h1>Users here</h1>)
    const shown = aScreen()
    renderPart(<RemoteScreen screen={shown} />).unmount()
    renderPart(<RemoteScreen screen={shown} />)
    expect(await screen.findByRole('heading', { name: 'Users here' })).toBeVisible()
    expect(load).toHaveBeenCalledTimes(1)
  })
})

describe('an error of a screen', () => {
  it('in its render stays inside its area; Reintentar mounts the screen anew', async () => {
    let broken = true
    gives(function Screen() {
      const [letters, setLetters] = useState('')
      if (broken && letters === 'x') throw new Error('cannot read x')
      return (
        <input aria-label="Search" value={letters} onChange={(event) => setLetters(event.target.value)} />
      )
    })
    const { user } = renderPart(
      <>
        <nav>menu</nav>
        <RemoteScreen screen={aScreen()} />
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

  it('that is still there is shown again', async () => {
    gives(() => {
      throw 'a text, not an error'
    })
    const { user } = renderPart(<RemoteScreen screen={aScreen()} />)
    expect(await screen.findByRole('alert')).toHaveTextContent('a text, not an error')
    await user.click(retryButton())
    expect(screen.getByRole('alert')).toHaveTextContent('a text, not an error')
  })
})

describe('a screen that is taken away', () => {
  it('and throws then leaves the next one to be drawn', async () => {
    gives(function Screen() {
      useEffect(
        () => () => {
          throw new Error('in cleanup')
        },
        [],
      )
      return <h1>Users here</h1>
    })
    const shown = aScreen()
    const area = (next: boolean) => (
      <LeavingBoundary>{next ? <h1>Next</h1> : <RemoteScreen screen={shown} />}</LeavingBoundary>
    )
    const { rerender } = renderPart(area(false))
    await screen.findByRole('heading', { name: 'Users here' })
    rerender(area(true))
    expect(await screen.findByRole('heading', { name: 'Next' })).toBeVisible()
    expect(console.error).toHaveBeenCalledWith('Fallo de un remoto:', new Error('in cleanup'))
  })
})

describe('a build that froze this tab', () => {
  const suspected = () => {
    gives(() => <h1>Users here</h1>)
    const shown = aScreen()
    suspectStore.set(new Set([`${shown.remote}.3f9c2a1b`]))
    return { shown, ...renderPart(<RemoteScreen screen={shown} />) }
  }
  afterEach(() => leftOutStore.set(new Set()))

  it('is not loaded before the user has said so', async () => {
    const { user } = suspected()
    expect(screen.getByRole('alert')).toHaveTextContent('"Managed Users" bloqueó esta pestaña la última vez')
    expect(load).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Abrir de todos modos' }))
    expect(await screen.findByRole('heading', { name: 'Users here' })).toBeVisible()
  })

  it('may be left out', async () => {
    const { user, shown } = suspected()
    await user.click(screen.getByRole('button', { name: 'Dejar fuera' }))
    expect([...leftOutStore.get()]).toEqual([`${shown.remote}.3f9c2a1b`])
  })
})
