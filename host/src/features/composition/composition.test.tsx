import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { sessionStore } from '@console/shared-kernel/host'
import type { ReleasePanel } from '@console/shared-kernel/remote'
import { deployed, release } from '@console/shared-kernel/testing/node'
import { composed as composedOf, renderComposed } from '../../../testing/compositions'
import { runtime } from '../../../testing/federationRuntime'
import type { Composition } from './composition'
import { UnavailableRemotesPage } from './failurePanels'
import { ScreenOutlet, screenAt } from './ScreenOutlet'

const machines = {
  ...deployed({
    name: 'machines',
    screens: [{ ...release().screens[0]!, path: '/machines', title: 'Machines' }],
  }),
  baseUrl: 'https://static.example.com/machines/',
}
const remotes = { users: deployed(), machines }
const composed = (over: object) => composedOf({ remotes: { ...remotes, ...over } })
const screensOf = (composition: Composition) => composition.resolved.get().screens
const faultsOf = (composition: Composition) => composition.resolved.get().faults

beforeEach(() => {
  for (const level of ['info', 'error'] as const)
    jest.spyOn(console, level).mockImplementation(() => undefined)
  runtime.load = (id) => ({ default: () => <p>{id}</p> })
})
afterEach(() => {
  jest.restoreAllMocks()
  sessionStorage.clear()
  act(() => sessionStore.set({ token: null, user: null }))
})

describe('a composition', () => {
  test('has the screens of every remote, with their owners', () => {
    const screens = screensOf(composed({}))
    expect(screens.map(({ path, title, remote }) => [path, title, remote])).toEqual([
      ['/', 'Managed Users', 'users'],
      ['/machines', 'Machines', 'machines'],
    ])
    expect(screens[1]!.baseUrl).toBe(machines.baseUrl)
  })

  test('shares no state with another one', async () => {
    const [one, other] = [composed({}), composed({ machines: {} })]
    const [screen] = screensOf(one)
    one.loaderOf(screen!).start()
    await waitFor(() => expect(one.loaderOf(screen!).state.get().status).toBe('ready'))
    expect(other.loaderOf(screen!).state.get().status).toBe('loading')
    one.events.report({ ...one.events.ofHost(), phase: 'running', code: 'X', ms: 0 })
    expect(other.events.all.get()).toEqual([])
    one.quarantine.leaveOut('users.3f9c2a1b')
    expect([screensOf(one), screensOf(other)].map(({ length }) => length)).toEqual([1, 1])
    one.quarantine.release('users.3f9c2a1b')
    expect(faultsOf(one)).toEqual([])
    expect(faultsOf(other)).toHaveLength(1)
  })

  test('leaves out a remote with a bad record, and reports it', () => {
    const composition = composed({ users: {} })
    expect(screensOf(composition).map(({ remote }) => remote)).toEqual(['machines'])
    expect(faultsOf(composition).map(({ remote }) => remote)).toEqual(['users'])
  })

  test('replaces a left-out build with the next one, or reports the remote as failed', () => {
    const previous = deployed({ build: '00000000' })
    const composition = composed({ users: { ...deployed(), previous } })
    composition.quarantine.leaveOut('users.3f9c2a1b')
    composition.quarantine.leaveOut('machines.3f9c2a1b')
    const { remotes: remaining, faults } = composition.resolved.get()
    expect(remaining.map(({ name, inUse }) => [name, inUse.place])).toEqual([['users', 'previous']])
    expect(faults).toEqual([
      {
        remote: 'machines',
        reason: 'bloqueó esta pestaña y se ha dejado fuera',
        leftOut: ['machines.3f9c2a1b'],
      },
    ])
  })

  test('gives a canary to its users once they are known, and removes it when they sign out', () => {
    const canary = { ...deployed({ build: 'cccccccc' }), percent: 100 }
    const composition = composed({ users: { ...deployed(), canary } })
    const places = () => screensOf(composition).map(({ place }) => place)
    expect(places()).toEqual(['current', 'current'])
    act(() =>
      sessionStore.set({ token: 't', user: { userId: 7, userName: 'ana', level: 4, nameClient: '' } }),
    )
    expect(places()).toEqual(['canary', 'current'])
    act(() => sessionStore.set({ token: null, user: null }))
    expect(places()).toEqual(['current', 'current'])
  })

  test('has the routes and titles of the release that a remote has fallen back to', async () => {
    const moved = [{ ...release().screens[0]!, path: '/people', title: 'People' }]
    const previous = deployed({ build: '00000000', screens: [...release().screens, ...moved] })
    const composition = composed({ users: { ...deployed({ kernel: '^9.0.0' }), previous } })
    composition.startAhead(screensOf(composition)[0])
    await waitFor(() =>
      expect(screensOf(composition).map(({ path, place }) => `${path} ${place}`)).toEqual([
        '/ previous',
        '/people previous',
        '/machines current',
      ]),
    )
    // only releases that have the path are tried for it
    expect(screensOf(composition).map(({ releases }) => releases.length)).toEqual([2, 1, 1])
  })

  const panel: ReleasePanel = { kind: 'machine', module: './MachinePanel', title: 'Machine', preload: [] }
  const panelsOf = (composition: Composition) => composition.resolved.get().panels

  test('has panels besides its screens, each from the releases that have it', () => {
    const offering = { ...machines, release: { ...machines.release, panels: [panel] } }
    const composition = composed({
      machines: { ...offering, previous: deployed({ name: 'machines', build: '0' }) },
    })
    expect(screensOf(composition).map(({ path }) => path)).toEqual(['/', '/machines'])
    expect(panelsOf(composition)).toMatchObject([
      { path: '?open=machine', module: './MachinePanel', title: 'Machine', remote: 'machines' },
    ])
    expect(panelsOf(composition)[0]!.releases.map(({ place }) => place)).toEqual(['current'])
  })

  test('has no panel while the release in use has none', async () => {
    const offering = { ...machines, release: { ...machines.release, kernel: '^9.0.0', panels: [panel] } }
    const previous = { ...machines, release: { ...machines.release, build: '0' } }
    const composition = composed({ machines: { ...offering, previous } })
    expect(panelsOf(composition)).toHaveLength(1)
    composition.startAhead(screensOf(composition)[1])
    await waitFor(() => expect(panelsOf(composition)).toEqual([]))
  })

  test('rejects a second panel of the same kind, as it rejects a path that is taken', () => {
    const offering = (name: string) => ({
      ...deployed({ name, screens: [], panels: [panel] }),
      baseUrl: `https://static.example.com/${name}/`,
    })
    const { routeFaults, panels } = composed({ one: offering('one'), two: offering('two') }).resolved.get()
    expect(panels.map(({ remote }) => remote)).toEqual(['one'])
    expect(routeFaults.map(({ reason }) => reason)).toEqual([
      '?open=machine of two and ?open=machine of one match the same addresses',
    ])
  })

  test.each([
    ['/', 'users'],
    ['/machines', 'machines'],
    ['/machines/', 'machines'],
    ['/machines/5', undefined],
    ['/machinesx', undefined],
    ['/nowhere', undefined],
  ])('at %s, shows a screen of %s', (path, remote) =>
    expect(screenAt(screensOf(composed({})), path)?.remote).toBe(remote),
  )
})

describe('a release that claims a path of another owner', () => {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))

  const at = (path: string, over: object = {}) =>
    deployed({ name: 'extra', screens: [{ ...release().screens[0]!, path }], ...over })

  test.each([
    ['/*', '/* of extra is a catch-all: it matches the addresses of all other screens'],
    ['/:any', '/:any of extra and /login of the host match the same addresses'],
    ['/Machines', '/Machines of extra and /machines of machines match the same addresses'],
  ])('with the path %s is rejected, and other remotes stay', (path, reason) => {
    const composition = composed({ extra: at(path) })
    expect(faultsOf(composition)).toEqual([{ remote: 'extra', reason }])
    expect(screensOf(composition).map(({ remote }) => remote)).toEqual(['users', 'machines'])
    expect(composition.events.last()).toMatchObject({
      remote: 'extra',
      phase: 'compatibility',
      code: 'ROUTES',
      message: reason,
    })
  })

  test('is the only one rejected if its remote has another release', () => {
    const composition = composed({ extra: { ...at('/extra'), previous: at('/machines', { build: 'b' }) } })
    const extra = composition.resolved.get().remotes.find(({ name }) => name === 'extra')!
    expect(extra.releases.map(({ place }) => place)).toEqual(['current'])
    expect(composition.events.all.get()).toEqual([])
  })

  test('loses only that screen if it is a previous release', () => {
    const [screen] = release().screens
    const screens = ['/extra', '/machines'].map((path) => ({ ...screen!, path }))
    const previous = deployed({ name: 'extra', build: 'b', screens })
    const composition = composed({ extra: { ...at('/extra'), previous } })
    const extra = composition.resolved.get().remotes.find(({ name }) => name === 'extra')!
    expect(
      extra.releases.map(({ place, release }) => [place, ...release.screens.map(({ path }) => path)]),
    ).toEqual([
      ['current', '/extra'],
      ['previous', '/extra'],
    ])
    expect(screenAt(screensOf(composition), '/extra')?.releases).toHaveLength(2)
    expect(screenAt(screensOf(composition), '/machines')?.remote).toBe('machines')
    expect(composition.events.all.get()).toEqual([])
  })

  test('takes nothing from the stable release, even if its remote comes first', () => {
    act(() =>
      sessionStore.set({ token: 't', user: { userId: 7, userName: 'ana', level: 4, nameClient: '' } }),
    )
    const screens = [{ ...release().screens[0]!, path: '/machines' }]
    const canary = { ...deployed({ build: 'c', screens }), percent: 100 }
    const composition = composed({ users: { ...deployed(), canary } })
    expect(screenAt(screensOf(composition), '/machines')?.remote).toBe('machines')
    expect(screenAt(screensOf(composition), '/')?.place).toBe('current')
  })
})

describe('the outlet', () => {
  test('shows the screen for the address', async () => {
    renderComposed(composed({}), <ScreenOutlet />, '/machines')
    expect(await screen.findByText('machines.3f9c2a1b.0/ManagedUsers')).toBeVisible()
  })

  test('shows nothing for an address without a screen', () => {
    const { container } = renderComposed(composed({}), <ScreenOutlet />, '/nowhere')
    expect(container.textContent).toBe('')
  })
})

describe('an address that may belong to a missing remote', () => {
  const readAgain = jest.fn<() => Promise<void>>()
  const panel = (composition: Composition) =>
    renderComposed(
      composition,
      <UnavailableRemotesPage path="/machines" onReadAgain={readAgain} />,
      '/machines',
    )
  const retry = () => screen.getByRole('button', { name: 'Reintentar' })

  beforeEach(() => void readAgain.mockReset())

  test('names the remote and the field, and Reintentar reads the environment again', async () => {
    readAgain.mockResolvedValue()
    const { user } = panel(composed({ machines: { ...machines, baseUrl: 'x' } }))
    const alert = screen.getByRole('alert')
    expect(alert).toHaveTextContent('No se pudo mostrar "/machines"')
    expect(alert).toHaveTextContent('Remoto "machines" desactivado')
    expect(alert).toHaveTextContent('environment.json, remotes.machines.baseUrl: is not an absolute address')
    await user.click(retry())
    expect(readAgain).toHaveBeenCalledTimes(1)
  })

  test('reports an environment that cannot be read, and can be retried', async () => {
    readAgain.mockRejectedValue(new Error('environment.json: the server answered 503'))
    const { user } = panel(composed({ machines: {} }))
    await user.click(retry())
    expect(await screen.findByText('environment.json: the server answered 503')).toBeVisible()
    expect(screen.getByText(/desactivado/)).toBeVisible()
    await waitFor(() => expect(retry()).toBeEnabled())
  })

  test('restores a build that the user has left out', async () => {
    const composition = composed({})
    composition.quarantine.leaveOut('machines.3f9c2a1b')
    const { user } = panel(composition)
    await user.click(retry())
    expect(faultsOf(composition)).toEqual([])
  })

  test('shows one panel for each missing remote', () => {
    panel(composed({ machines: {}, users: {} }))
    expect(screen.getAllByText(/desactivado/)).toHaveLength(2)
  })
})
