import type { ComponentType } from 'react'
import { createStore, deadlines, giveUpPendingCode, type Store } from '@console/shared-kernel/core'
import type { ComposedScreen } from './composition'
import { assertCompatible } from './compatibility'
import { hostPart, RemoteFailure, timedOut, toRemoteFailure } from './failure'

export type ScreenState =
  | { phase: 'loading'; slow: boolean }
  | { phase: 'ready'; Component: ComponentType }
  | { phase: 'failed'; failure: RemoteFailure }

/** One screen on its way into the page. React.lazy would keep a failure for ever; this can start again. */
export interface ScreenLoader {
  state: Store<ScreenState>
  /** Starts loading if nobody has yet. */
  start: () => void
  /** Gives up whatever hangs and starts afresh. */
  retry: () => void
}

/** Attempts a build has had: a new attempt of one of its screens needs a container that is not broken. */
const attempts = new Map<string, number>()
const buildOf = ({ remote, deployed }: ComposedScreen) => `${remote}.${deployed.release.build}`
const loaders = new Map<string, ScreenLoader>()

/** The loader of a screen: one for as long as its release is the same. */
export function screenLoader(screen: ComposedScreen): ScreenLoader {
  const key = `${screen.deployed.baseUrl}${screen.deployed.release.build}/${screen.module}`
  const loader = loaders.get(key) ?? createLoader(screen)
  loaders.set(key, loader)
  return loader
}

function createLoader(screen: ComposedScreen): ScreenLoader {
  const state = createStore<ScreenState>({ phase: 'loading', slow: false })
  let current = 0

  async function run(): Promise<void> {
    current += 1
    const mine = current
    const set = (next: ScreenState) => mine === current && state.set(next)
    set({ phase: 'loading', slow: false })
    const { noticeMs, giveUpMs } = deadlines()
    const notice = setTimeout(() => set({ phase: 'loading', slow: true }), noticeMs)
    try {
      const Component = await within(giveUpMs, load(screen, attempts.get(buildOf(screen)) ?? 0))
      set({ phase: 'ready', Component })
    } catch (error) {
      const failure = toRemoteFailure(error, screen.deployed.baseUrl)
      if (mine === current) report(screen, failure)
      set({ phase: 'failed', failure })
    } finally {
      clearTimeout(notice)
    }
  }

  return {
    state,
    start: () => {
      if (current === 0) void run()
    },
    retry: () => {
      attempts.set(buildOf(screen), (attempts.get(buildOf(screen)) ?? 0) + 1)
      // a part of the console that hangs would hold up this attempt too
      giveUpPendingCode('@console/host')
      void run()
    },
  }
}

async function load(screen: ComposedScreen, attempt: number): Promise<ComponentType> {
  const { loadModule, provided } = await hostPart(
    () => import(/* webpackChunkName: "federation" */ './federation'),
  )
  assertCompatible(screen.deployed.release, provided)
  const exports = await loadModule(screen.remote, screen.deployed, screen.module, attempt)
  const component = (exports as { default?: unknown } | null)?.default
  if (!isComponent(component)) {
    throw new RemoteFailure('module', `${screen.module} no exporta ningún componente por defecto`)
  }
  return component
}

const isComponent = (value: unknown): value is ComponentType =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value)

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut(ms)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function report(
  { remote, deployed, module }: ComposedScreen,
  { phase, message, cause }: RemoteFailure,
): void {
  console.error(phase === 'host' ? 'Fallo de la consola:' : 'Fallo de un remoto:', {
    remote,
    version: deployed.release.version,
    module,
    phase,
    message,
    cause,
  })
}
