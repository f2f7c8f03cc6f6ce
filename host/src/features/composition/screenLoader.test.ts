import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { DeployedRelease } from '@console/shared-kernel/remote'
import { deployed, release } from '@console/shared-kernel/testing/node'
import { modulesForTests, screenFrom, screenOf, servedAt } from '../../../testing/compositions'
import type { ComposedScreen } from './composition'
import { createEventLog } from './eventLog/eventLog'
import { createModuleLoader } from './federation'
import { createQuarantine, type Quarantine } from './quarantine'
import { createScreenLoaders, type ScreenLoader } from './screenLoader'

const load = modulesForTests()
const Component = () => null

let screenLoader: (screen: ComposedScreen) => ScreenLoader
let inUse: DeployedRelease | undefined
let quarantine: Quarantine
const events = createEventLog()
const aScreen = (over?: Parameters<typeof screenOf>[1]) => screenOf('users', over)

function started(screen = aScreen()) {
  const loader = screenLoader(screen)
  loader.start()
  return loader
}

/** A promise that the test settles. */
function pending() {
  let answer = (_value: unknown) => {}
  let fail = (_reason: Error) => {}
  const promise = new Promise<unknown>((resolve, reject) => ([answer, fail] = [resolve, reject]))
  return { promise, answer, fail }
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
const LOADING = { status: 'loading', slow: false }

beforeEach(() => {
  jest.useFakeTimers()
  inUse = undefined
  // the tab's last page froze while it ran this build
  sessionStorage.setItem('console.running', JSON.stringify(['users.frozen']))
  quarantine = createQuarantine()
  screenLoader = createScreenLoaders({
    events,
    quarantine,
    modules: createModuleLoader(),
    readMs: 12,
    inUse: () => inUse,
    putInUse: (_remote, release) => void (inUse = release),
  }).of
})

describe('a loading screen', () => {
  test('is loaded once, when it is first opened', async () => {
    load.mockResolvedValue({ default: Component })
    const screen = aScreen()
    const loader = screenLoader(screen)
    await pass(0)
    expect(load).not.toHaveBeenCalled()
    loader.start()
    screenLoader(screen).start()
    await pass(0)
    expect(load.mock.calls).toEqual([[`${screen.remote}.3f9c2a1b.0/ManagedUsers`]])
    expect(loader.state.get()).toMatchObject({ status: 'ready', Component })
  })

  test('[CONST-24] is reported as slow after 3 s and times out after 120 s', async () => {
    const loader = started()
    await pass(2_999)
    expect(loader.state.get()).toEqual(LOADING)
    await pass(1)
    expect(loader.state.get()).toEqual({ status: 'loading', slow: true })
    await pass(116_999)
    expect(loader.state.get()).toMatchObject({ status: 'loading' })
    await pass(1)
    expect(loader.state.get()).toMatchObject({
      status: 'failed',
      failure: { phase: 'timeout', message: 'sin respuesta en 120 segundos' },
    })
  })

  test('keeps its loader while its release is the same', () => {
    const screen = aScreen()
    expect(screenLoader({ ...screen })).toBe(screenLoader(screen))
    const newer = { ...screen.releases[0]!, release: { ...screen.release, build: 'ffffffff' } }
    expect(screenLoader(screenFrom([newer]))).not.toBe(screenLoader(screen))
    expect(screenLoader({ ...screen, path: '/other' })).not.toBe(screenLoader(screen))
  })
})

describe('a failed load', () => {
  test('is retried once automatically, unseen by the user', async () => {
    load.mockRejectedValueOnce(new Error('RUNTIME-008')).mockResolvedValueOnce({ default: Component })
    const screen = aScreen()
    const loader = started(screen)
    await pass(0)
    expect(loader.state.get()).toMatchObject({ status: 'ready', Component })
    expect(load.mock.calls.map(([id]) => id)).toEqual([
      `${screen.remote}.3f9c2a1b.0/ManagedUsers`,
      `${screen.remote}.3f9c2a1b.1/ManagedUsers`,
    ])
  })

  test('that persists is named, reported at each try, and recovers on request', async () => {
    const cause = new Error('RUNTIME-008: script error')
    load.mockRejectedValueOnce(cause).mockRejectedValueOnce(cause)
    load.mockResolvedValueOnce({ default: Component })
    const screen = aScreen()
    const loader = started(screen)
    await pass(0)
    const message = `sus archivos no se pudieron cargar de ${screen.baseUrl}`
    expect(loader.state.get()).toMatchObject({ status: 'failed', failure: { phase: 'load', message } })
    const where = { remote: screen.remote, version: '1.4.0', build: '3f9c2a1b', module: './ManagedUsers' }
    const what = { source: 'current', phase: 'load', code: 'RUNTIME-008', message, cause, ms: 0 }
    expect(jest.mocked(console.error).mock.calls).toEqual(
      Array(2).fill(['Fallo de un remoto:', { ...where, ...what }]),
    )
    loader.retry()
    expect(loader.state.get()).toEqual(LOADING)
    await pass(0)
    expect(loader.state.get()).toMatchObject({ status: 'ready', Component })
    expect(load.mock.calls).toEqual([
      [`${screen.remote}.3f9c2a1b.0/ManagedUsers`],
      [`${screen.remote}.3f9c2a1b.1/ManagedUsers`],
      [`${screen.remote}.3f9c2a1b.2/ManagedUsers`],
    ])
  })

  test('is not remembered: the next visit tries again', async () => {
    load.mockRejectedValueOnce(new Error('x')).mockRejectedValueOnce(new Error('x'))
    load.mockResolvedValueOnce({ default: Component })
    const loader = started()
    await pass(0)
    expect(loader.state.get()).toMatchObject({ status: 'failed' })
    loader.start()
    await pass(0)
    expect(loader.state.get()).toMatchObject({ status: 'ready' })
  })

  test.each([
    ['nothing', null],
    ['no default', { ManagedUsers: Component }],
    ['undefined', { default: undefined }],
    ['a text', { default: 'ManagedUsers' }],
    ['an object that is no component', { default: { render: Component } }],
  ])('happens for a module that exports %s', async (_, exports) => {
    load.mockResolvedValue(exports)
    const loader = started()
    await pass(0)
    expect(loader.state.get()).toMatchObject({
      status: 'failed',
      failure: { phase: 'module', message: './ManagedUsers no exporta ningún componente por defecto' },
    })
  })

  test('is followed by a release that froze the tab only once the user agrees', async () => {
    load
      .mockRejectedValueOnce(new Error('gone'))
      .mockRejectedValueOnce(new Error('gone'))
      .mockResolvedValueOnce({ default: Component })
    const [current, previous] = [servedAt('users'), servedAt('users', { build: 'frozen' })]
    const loader = started(
      screenFrom([
        { ...current, place: 'current' },
        { ...previous, place: 'previous' },
      ]),
    )
    await pass(0)
    // the screen of this build asks the user first
    expect(inUse?.release.build).toBe('frozen')
    expect(load).toHaveBeenCalledTimes(2)
    quarantine.release('users.frozen')
    loader.start()
    await pass(0)
    expect(load).toHaveBeenCalledTimes(3)
    expect(loader.state.get()).toMatchObject({ status: 'ready', release: { place: 'previous' } })
  })

  test('accepts components that React has wrapped', async () => {
    const wrapped = { $$typeof: Symbol.for('react.memo'), type: Component }
    load.mockResolvedValue({ default: wrapped })
    const loader = started()
    await pass(0)
    expect(loader.state.get()).toMatchObject({ status: 'ready', Component: wrapped })
  })

  test('happens for a release for another kernel, before its code runs', async () => {
    const loader = started(aScreen(deployed({ kernel: '^9.0.0', build: 'other' })))
    await pass(0)
    expect(loader.state.get()).toMatchObject({ status: 'failed', failure: { phase: 'compatibility' } })
    expect(load).not.toHaveBeenCalled()
  })
})

describe('a retry', () => {
  test.each<[string, (old: ReturnType<typeof pending>) => void]>([
    ['answer', (old) => old.answer({ default: () => 'old' })],
    ['failure', (old) => old.fail(new Error('late'))],
    ['silence', () => {}],
  ])('starts over while the first attempt hangs, and ignores its late %s', async (_, happens) => {
    const [old, fresh] = [pending(), pending()]
    load.mockReturnValueOnce(old.promise).mockReturnValueOnce(fresh.promise)
    const loader = started()
    await pass(5_000)
    loader.retry()
    expect(loader.state.get()).toEqual(LOADING)
    await pass(1_000)
    happens(old)
    await pass(1_000)
    expect(loader.state.get()).toEqual(LOADING)
    fresh.answer({ default: Component })
    await pass(0)
    expect(loader.state.get()).toMatchObject({ status: 'ready', Component })
    await pass(200_000)
    expect(loader.state.get()).toMatchObject({ status: 'ready', Component })
    expect(console.error).not.toHaveBeenCalled()
  })

  test('has its own limits of 3 s and 120 s', async () => {
    const loader = started()
    await pass(100_000)
    loader.retry()
    await pass(2_999)
    expect(loader.state.get()).toEqual(LOADING)
    await pass(117_000)
    expect(loader.state.get()).toEqual({ status: 'loading', slow: true })
    await pass(1)
    expect(loader.state.get()).toMatchObject({ status: 'failed' })
  })

  test('lends its working container to other screens of the remote', async () => {
    const screen = aScreen()
    const loader = started(screen)
    loader.retry()
    await pass(0)
    const screens = [{ ...release().screens[0]!, path: '/other', module: './Other' }]
    const whole = { ...screen.releases[0]!, release: { ...screen.release, screens } }
    screenLoader({ ...screenFrom([whole]), ...screens[0]! }).start()
    await pass(0)
    expect(load.mock.calls.at(-1)).toEqual([`${screen.remote}.3f9c2a1b.1/Other`])
  })
})

describe('a mounted screen', () => {
  test('is reported once, with its loading time', async () => {
    load.mockResolvedValue({ default: Component })
    const loader = started()
    await pass(0)
    loader.painted(16.4)
    loader.painted(99)
    const mounted = events.all.get().filter(({ phase }) => phase === 'mounted')
    expect(mounted).toMatchObject([
      {
        remote: 'users',
        source: 'current',
        module: './ManagedUsers',
        times: { document: 12, firstPaint: 16 },
      },
    ])
  })

  test('once reopened, uses the release that another screen of its remote has fallen back to', async () => {
    load.mockResolvedValue({ default: Component })
    const previous = deployed({ build: '00000000' })
    const both = screenFrom([
      { place: 'current', ...deployed() },
      { place: 'previous', ...previous },
    ])
    const loader = started(both)
    await pass(0)
    loader.start()
    await pass(0)
    expect(load).toHaveBeenCalledTimes(1)
    inUse = previous
    loader.start()
    await pass(0)
    expect(loader.state.get()).toMatchObject({ status: 'ready', release: { place: 'previous' } })
  })
})
