import type { ComponentType } from 'react'
import { createStore, type Store } from '@console/shared-kernel/core'
import { deadlines, abortPendingChunks } from '@console/shared-kernel/host'
import type { DeployedRelease } from '@console/shared-kernel/remote'
import type { ComposedScreen } from './composition'
import { eventOf, failureEvent, type EventLog } from './eventLog/eventLog'
import {
  alternativesTo,
  attemptAfter,
  buildId,
  firstAttempt,
  indexOf,
  type PlacedRelease,
} from './fallbackOrder'
import { assertCompatible, isCompatible, type ModuleLoader } from './federation'
import type { Quarantine } from './quarantine'
import { RemoteFailure, toRemoteFailure, within } from './remoteFailure'
import { isSharePending } from './sharedModules/shareTable'

/** Times are in milliseconds. */
interface ScreenModule {
  Component: ComponentType
  entry: number
  module: number
}

export type ScreenState =
  | { status: 'loading'; slow: boolean }
  | { status: 'ready'; release: PlacedRelease; Component: ComponentType }
  | { status: 'failed'; failure: RemoteFailure; release: PlacedRelease }

/** Loads one screen. Unlike React.lazy, it can retry after a failure. */
export interface ScreenLoader {
  state: Store<ScreenState>
  /** Loads at the first call, after a failure, and when another screen has switched the remote's release. */
  start: () => void
  /** Cancels a hanging attempt and starts again. */
  retry: () => void
  /** A compatible release that has not failed, offered instead of the one shown. */
  alternative: () => Promise<PlacedRelease | undefined>
  take: (alternative: PlacedRelease) => void
  /** @param firstPaint in milliseconds */
  painted: (firstPaint: number) => void
}

interface LoaderContext {
  events: EventLog
  quarantine: Quarantine
  modules: ModuleLoader
  /** How long reading the environment took, in milliseconds. */
  readMs: number
  inUse: (remote: string) => DeployedRelease | undefined
  putInUse: (remote: string, release: DeployedRelease) => void
}

interface ScreenLoaders {
  of: (screen: ComposedScreen) => ScreenLoader
  isLoading: (remote: string) => boolean
}

/** The key stays the same as long as the screen's releases do. */
export const screenKey = ({ remote, path, releases }: ComposedScreen): string =>
  [remote, path, ...releases.map((release) => `${release.baseUrl}${buildId(release)}`)].join(' ')

export function createScreenLoaders(context: LoaderContext): ScreenLoaders {
  const loaders = new Map<string, { remote: string; loader: ScreenLoader }>()
  const failedBuilds = new Set<string>()
  return {
    of: (screen) => {
      const key = screenKey(screen)
      const made = loaders.get(key) ?? {
        remote: screen.remote,
        loader: createLoader(screen, context, failedBuilds),
      }
      loaders.set(key, made)
      return made.loader
    },
    isLoading: (name) =>
      [...loaders.values()].some(
        ({ remote, loader }) => remote === name && loader.state.get().status === 'loading',
      ),
  }
}

function createLoader(
  screen: ComposedScreen,
  context: LoaderContext,
  /** Builds whose last attempt, for any screen, failed. */
  failedBuilds: Set<string>,
): ScreenLoader {
  const { events, quarantine, modules, readMs, inUse, putInUse } = context
  const { remote, path, releases } = screen
  const state = createStore<ScreenState>({ status: 'loading', slow: false })
  let run = 0
  let trying: { release: PlacedRelease; attempt: number } | null = null
  /** The screen asks the user before it runs the next release, which froze the tab before. */
  let isAsking = false
  let unreported: { release: PlacedRelease; entry: number; module: number } | null = null

  /** Tries one release after another. A later run cancels this one. */
  async function load(from: number): Promise<void> {
    run += 1
    const thisRun = run
    isAsking = false
    if (trying) quarantine.unmark(markerOf(trying.release, path, trying.attempt))
    const began = performance.now()
    const set = (next: ScreenState) => thisRun === run && state.set(next)
    set({ status: 'loading', slow: false })
    const notice = setTimeout(() => set({ status: 'loading', slow: true }), deadlines().noticeMs)
    let next: ReturnType<typeof attemptAfter> = firstAttempt(releases, from)
    while (next && thisRun === run) {
      const release: PlacedRelease = releases[next.at]!
      if (quarantine.builds.get().has(buildId(release))) {
        isAsking = true
        putInUse(remote, release)
        break
      }
      const attempt = modules.attemptAt(release)
      trying = { release, attempt }
      const result: ScreenModule | RemoteFailure = await attemptScreen(context, release, {
        path,
        attempt,
        isFinal: next.isFinal,
      })
      if (thisRun !== run) break
      if ('Component' in result) {
        const { Component, entry, module } = result
        failedBuilds.delete(buildId(release))
        unreported = { release, entry, module }
        set({ status: 'ready', release, Component })
        putInUse(remote, release)
        break
      }
      modules.invalidate(release, attempt)
      if (result.phase !== 'host') failedBuilds.add(buildId(release))
      const ms = Math.round(performance.now() - began)
      const module = moduleAt(release, path)
      events.report({ ...eventOf(release), ...failureEvent(result), module, ms }, result.cause)
      next = attemptAfter(releases, next, result)
      if (result.phase === 'host') abortPendingChunks('@console/host')
      if (!next) set({ status: 'failed', failure: result, release })
    }
    clearTimeout(notice)
    if (thisRun === run) trying = null
  }

  async function alternative(): Promise<PlacedRelease | undefined> {
    const shown = state.get()
    if (shown.status !== 'ready') return undefined
    for (const other of alternativesTo(releases, shown.release))
      if (!failedBuilds.has(buildId(other)) && (await isCompatible(other.release))) return other
    return undefined
  }

  return {
    state,
    start: () => {
      const shown = state.get()
      const used = indexOf(releases, inUse(remote))
      if (run > 0 && shown.status === 'failed') void load(0)
      else if (run === 0 || isAsking) void load(Math.max(0, used))
      // another screen has switched the remote to this release
      else if (shown.status === 'ready' && used !== -1 && releases[used] !== shown.release) void load(used)
    },
    retry: () => {
      if (trying) modules.invalidate(trying.release, trying.attempt)
      // a hanging part of the console would block this attempt too
      abortPendingChunks('@console/host')
      void load(0)
    },
    alternative,
    take: (taken) => {
      const module = moduleAt(taken, path)
      events.report({ ...eventOf(taken), phase: 'fallback', code: 'FALLBACK', module, ms: 0 })
      void load(releases.indexOf(taken))
    },
    painted: (firstPaint) => {
      if (!unreported) return
      const { release, entry, module } = unreported
      unreported = null
      const times = {
        document: Math.round(readMs),
        entry: Math.round(entry),
        module: Math.round(module),
        firstPaint: Math.round(firstPaint),
      }
      events.report({
        ...eventOf(release),
        phase: 'mounted',
        code: 'OK',
        module: moduleAt(release, path),
        ms: times.entry + times.module + times.firstPaint,
        times,
      })
    },
  }
}

const moduleAt = ({ release }: DeployedRelease, path: string): string =>
  release.screens.find((screen) => screen.path === path)!.module

/** Names one attempt, because an abandoned attempt may still finish. */
const markerOf = (release: DeployedRelease, path: string, attempt: number): string =>
  `${buildId(release)}${path} loads ${attempt}`

/** Makes one attempt at one release, within its deadline. @param isFinal whether no other release follows */
async function attemptScreen(
  { quarantine, modules }: LoaderContext,
  deployed: DeployedRelease,
  { path, attempt, isFinal }: { path: string; attempt: number; isFinal: boolean },
): Promise<ScreenModule | RemoteFailure> {
  const { nextReleaseMs, giveUpMs } = deadlines()
  const marker = markerOf(deployed, path, attempt)
  quarantine.mark(marker, buildId(deployed))
  const { imports } = deployed.release
  let isChecked = false
  const load = async () => {
    await assertCompatible(deployed.release)
    isChecked = true
    return loadScreenModule(modules, deployed, path, attempt)
  }
  const isHostPending = () => !isChecked || isSharePending(imports)
  try {
    return await within(isFinal ? giveUpMs : Math.min(nextReleaseMs, giveUpMs), load(), isHostPending)
  } catch (error) {
    return toRemoteFailure(error, deployed.baseUrl)
  } finally {
    quarantine.unmark(marker)
  }
}

/** @throws RemoteFailure, or the runtime's own error */
async function loadScreenModule(
  modules: ModuleLoader,
  deployed: DeployedRelease,
  path: string,
  attempt: number,
): Promise<ScreenModule> {
  const began = performance.now()
  const module = moduleAt(deployed, path)
  const { exports, entryAt } = await modules.load(deployed, module, attempt)
  const component = (exports as { default?: unknown } | null)?.default
  if (!isComponent(component)) {
    throw new RemoteFailure('module', `${module} no exporta ningún componente por defecto`)
  }
  // 0 for an entry that another screen had already loaded
  const entry = Math.max(0, entryAt - began)
  return { Component: component, entry, module: performance.now() - began - entry }
}

const isComponent = (value: unknown): value is ComponentType =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value)
