import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { currentConnection, sessionStore } from '@console/shared-kernel/core'
import { parseEnvironment } from '@console/shared-kernel/remote'
import { deployed, environment, release } from '@console/shared-kernel/testing/node'
import { renderAt } from '@console/shared-kernel/testing'
import { runtime } from '../../../testing/federationRuntime'
import { compose, compositionStore, recompose, settle } from './composition'
import { DisabledRemotes } from './screens/DisabledRemotes'
import { ScreenOutlet, screenAt } from './screens/ScreenOutlet'
import { leftOutStore } from './vigil/vigil'

const machines = {
  ...deployed({
    name: 'machines',
    screens: [{ ...release().screens[0]!, path: '/machines', title: 'Machines' }],
  }),
  baseUrl: 'https://static.example.com/machines/',
}
const remotes = { users: deployed(), machines }
const composed = (over: object) =>
  compose(parseEnvironment(environment({ remotes: { ...remotes, ...over } })))

const served = jest.fn<() => Promise<{ ok: boolean; status: number; text: () => Promise<string> }>>()
const serve = (value: unknown, status = 200) =>
  served.mockResolvedValue({ ok: status < 400, status, text: async () => JSON.stringify(value) })

beforeEach(() => {
  Reflect.set(globalThis, 'fetch', served)
  jest.spyOn(console, 'info').mockImplementation(() => undefined)
  runtime.load = (id) => ({ default: () => <p>{id}</p> })
})
afterEach(() => {
  jest.restoreAllMocks()
  Reflect.deleteProperty(globalThis, 'fetch')
  act(() => compositionStore.set({ environment: null, remotes: [], screens: [], faults: [] }))
})

describe('the composition', () => {
  it('holds the screens of every remote, and whose they are', () => {
    composed({})
    expect(compositionStore.get().screens.map(({ path, title, remote }) => [path, title, remote])).toEqual([
      ['/', 'Managed Users', 'users'],
      ['/machines', 'Machines', 'machines'],
    ])
    expect(compositionStore.get().screens[1]!.deployed.baseUrl).toBe(machines.baseUrl)
  })

  it('leaves out a remote with a bad record, and says so', () => {
    composed({ users: {} })
    expect(compositionStore.get().screens.map(({ remote }) => remote)).toEqual(['machines'])
    expect(compositionStore.get().faults.map(({ remote }) => remote)).toEqual(['users'])
  })

  it('does without a build that was left out: the next one stands in, or the remote is a fault', () => {
    const previous = deployed({ build: '00000000' })
    composed({ users: { ...deployed(), previous } })
    act(() => leftOutStore.set(new Set(['users.3f9c2a1b', 'machines.3f9c2a1b'])))
    const { remotes, faults } = compositionStore.get()
    expect(remotes.map(({ name, inUse }) => [name, inUse.source])).toEqual([['users', 'previous']])
    expect(faults).toEqual([
      {
        remote: 'machines',
        reason: 'bloqueó esta pestaña y se ha dejado fuera',
        readmits: ['machines.3f9c2a1b'],
      },
    ])
    act(() => leftOutStore.set(new Set()))
  })

  it('gives a canary to its users as soon as they are known, and takes it away when they leave', () => {
    const canary = { ...deployed({ build: 'cccccccc' }), percent: 100 }
    composed({ users: { ...deployed(), canary } })
    const sources = () => compositionStore.get().screens.map(({ source }) => source)
    expect(sources()).toEqual(['current', 'current'])
    act(() =>
      sessionStore.set({ token: 't', user: { userId: 7, userName: 'ana', level: 4, nameClient: '' } }),
    )
    expect(sources()).toEqual(['canary', 'current'])
    act(() => sessionStore.set({ token: null, user: null }))
    expect(sources()).toEqual(['current', 'current'])
  })

  it('has the routes and the titles of the release that a remote has come down to', () => {
    const moved = [{ ...release().screens[0]!, path: '/people', title: 'People' }]
    const previous = deployed({ build: '00000000', screens: [...release().screens, ...moved] })
    composed({ users: { ...deployed(), previous } })
    act(() => settle('users', previous))
    expect(compositionStore.get().screens.map(({ path, source }) => `${path} ${source}`)).toEqual([
      '/ previous',
      '/people previous',
      '/machines current',
    ])
    // only releases that have the path are tried for it
    expect(compositionStore.get().screens.map(({ candidates }) => candidates.length)).toEqual([2, 1, 1])
  })

  it('is read again on request, and kept where it cannot be', async () => {
    composed({})
    serve(environment({ remotes: { machines } }))
    await recompose()
    expect(currentConnection()).toMatchObject({
      apiUrl: 'https://api.example.com',
      timeZone: 'Europe/Madrid',
    })
    const before = compositionStore.get()
    expect(before.screens).toHaveLength(1)
    serve({}, 500)
    await expect(recompose()).rejects.toThrow('the server answered 500')
    expect(compositionStore.get()).toBe(before)
  })

  it.each([
    ['/', 'users'],
    ['/machines', 'machines'],
    ['/machines/', 'machines'],
    ['/machines/5', undefined],
    ['/machinesx', undefined],
    ['/nowhere', undefined],
  ])('at %s stands a screen of %s', (path, remote) => {
    composed({})
    expect(screenAt(compositionStore.get(), path)?.remote).toBe(remote)
  })
})

describe('the outlet', () => {
  it('shows the screen that the address names', async () => {
    composed({})
    renderAt('/machines', { '*': <ScreenOutlet /> })
    expect(await screen.findByText('machines.3f9c2a1b.0/ManagedUsers')).toBeVisible()
  })

  it('shows another build of a remote as soon as the environment names it', async () => {
    composed({})
    renderAt('/machines', { '*': <ScreenOutlet /> })
    await screen.findByText('machines.3f9c2a1b.0/ManagedUsers')
    runtime.load = () => ({ default: () => <p>the new build</p> })
    const next = { ...machines, baseUrl: 'https://static.example.com/machines/2/' }
    serve(environment({ remotes: { machines: next } }))
    await act(recompose)
    expect(await screen.findByText('the new build')).toBeVisible()
  })

  it('shows the new build of a remote that stayed where it was', async () => {
    composed({})
    const { unmount } = renderAt('/machines', { '*': <ScreenOutlet /> })
    await screen.findByText('machines.3f9c2a1b.0/ManagedUsers')
    unmount()
    const next = { ...machines, release: { ...machines.release, build: 'ffffffff' } }
    serve(environment({ remotes: { machines: next } }))
    await recompose()
    renderAt('/machines', { '*': <ScreenOutlet /> })
    expect(await screen.findByText('machines.ffffffff.0/ManagedUsers')).toBeVisible()
  })

  it('shows nothing where the address names none', () => {
    composed({})
    const { container } = renderAt('/nowhere', { '*': <ScreenOutlet /> })
    expect(container.textContent).toBe('')
  })
})

describe('an address that may belong to a remote left out', () => {
  const panel = () => renderAt('/machines', { '*': <DisabledRemotes path="/machines" /> })

  it('names the remote and the field, and reads the environment again on request', async () => {
    composed({ machines: { ...machines, baseUrl: 'x' } })
    const { user } = panel()
    const alert = screen.getByRole('alert')
    expect(alert).toHaveTextContent('No se pudo mostrar "/machines"')
    expect(alert).toHaveTextContent('Remoto "machines" desactivado')
    expect(alert).toHaveTextContent('environment.json, remotes.machines.baseUrl: is not an absolute address')
    serve(environment({ remotes }))
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(compositionStore.get().faults).toEqual([]))
    expect(screenAt(compositionStore.get(), '/machines')?.remote).toBe('machines')
  })

  it('says so where the environment cannot be read, and can be tried again', async () => {
    composed({ machines: {} })
    serve(null, 503)
    const { user } = panel()
    const retry = () => screen.getByRole('button', { name: 'Reintentar' })
    await user.click(retry())
    expect(await screen.findByText('environment.json: the server answered 503')).toBeVisible()
    expect(screen.getByText(/desactivado/)).toBeVisible()
    await waitFor(() => expect(retry()).toBeEnabled())
  })

  it('shows a panel for each of several', () => {
    composed({ machines: {}, users: {} })
    panel()
    expect(screen.getAllByText(/desactivado/)).toHaveLength(2)
  })
})
