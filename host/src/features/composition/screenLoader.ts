import type { ComponentType } from 'react'
import { createStore, type Store } from '@console/shared-kernel/core'
import { deadlines, abortPendingChunks } from '@console/shared-kernel/host'
import type { DeployedRelease } from '@console/shared-kernel/remote'
import type { ComposedScreen } from './resolveScreens'
import type { CrashGuard } from './crashGuard'
import { eventOf, failureEvent, type EventLog } from './eventLog/eventLog'
import { RemoteFailure, toRemoteFailure, within } from './remoteFailure'
import type { ModuleLoader } from './federation'
import {
  alternativesTo,
  buildId,
  firstStep,
  indexOf,
  stepAfter,
  type Candidate,
  type Step,
} from './releaseChoice/candidates'
import { assertCompatible, isCompatible } from './releaseChoice/compatibility'
import { isSharePending, providedFor } from './sharedModules/shareTable'

/** Times are in milliseconds. */
interface ScreenModule {
  Component: ComponentType
  entry: number
  module: number
}

export type ScreenState =
  | { phase: 'loading'; slow: boolean }
  | { phase: 'ready'; candidate: Candidate; Component: ComponentType }
  | { phase: 'failed'; failure: RemoteFailure; candidate: Candidate }

/** Loads one screen. Unlike React.lazy, it can retry after a failure. */
export interface ScreenLoader {
  state: Store<ScreenState>
  /** Loads at the first call, after a failure, and when another screen has switched the remote's release. */
  start: () => void
  /** Cancels a hanging attempt and starts again. */
  retry: () => void
  /** Offered instead of the release shown: without incompatible and failed ones. */
  alternative: () => Promise<Candidate | undefined>
  take: (alternative: Candidate) => void
  /** @param firstPaint in milliseconds */
  painted: (firstPaint: number) => void
}

interface LoaderContext {
  events: EventLog
  crashGuard: CrashGuard
  modules: ModuleLoader
  /** Milliseconds to read the environment. */
  readMs: number
  inUse: (remote: string) => DeployedRelease | undefined
  select: (remote: string, deployed: DeployedRelease) => void
}

interface ScreenLoaders {
  of: (screen: ComposedScreen) => ScreenLoader
  isLoading: (remote: string) => boolean
}

/** The same as long as the screen's candidates are the same. */
export const screenKey = ({ remote, path, candidates }: ComposedScreen): string =>
  [remote, path, ...candidates.map(({ deployed }) => `${deployed.baseUrl}${buildId(deployed)}`)].join(' ')

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
        ({ remote, loader }) => remote === name && loader.state.get().phase === 'loading',
      ),
  }
}

function createLoader(
  screen: ComposedScreen,
  context: LoaderContext,
  /** Builds whose last attempt, for any screen, has failed. */
  failedBuilds: Set<string>,
): ScreenLoader {
  const { events, modules, readMs, inUse, select } = context
  const { remote, path, candidates } = screen
  const state = createStore<ScreenState>({ phase: 'loading', slow: false })
  let run = 0
  let trying: { candidate: Candidate; attempt: number } | null = null
  let unreported: { candidate: Candidate; entry: number; module: number } | null = null

  /** Tries one candidate after another. A later run cancels this one. */
  async function load(from: number): Promise<void> {
    run += 1
    const thisRun = run
    const began = performance.now()
    const set = (next: ScreenState) => thisRun === run && state.set(next)
    set({ phase: 'loading', slow: false })
    const notice = setTimeout(() => set({ phase: 'loading', slow: true }), deadlines().noticeMs)
    let step: Step | null = firstStep(candidates, from)
    while (step && thisRun === run) {
      const candidate: Candidate = candidates[step.at]!
      const attempt = modules.attemptAt(candidate.deployed)
      trying = { candidate, attempt }
      const result: ScreenModule | RemoteFailure = await attemptScreen(context, candidate, {
        path,
        attempt,
        final: step.final,
      })
      if (thisRun !== run) break
      if ('Component' in result) {
        const { Component, entry, module } = result
        failedBuilds.delete(buildId(candidate.deployed))
        unreported = { candidate, entry, module }
        set({ phase: 'ready', candidate, Component })
        select(remote, candidate.deployed)
        break
      }
      modules.invalidate(candidate.deployed, attempt)
      if (result.phase !== 'host') failedBuilds.add(buildId(candidate.deployed))
      const ms = Math.round(performance.now() - began)
      const module = moduleAt(candidate, path)
      events.report({ ...eventOf(candidate), ...failureEvent(result), module, ms }, result.cause)
      step = stepAfter(candidates, step, result)
      if (result.phase === 'host') abortPendingChunks('@console/host')
      if (!step) set({ phase: 'failed', failure: result, candidate })
    }
    clearTimeout(notice)
    if (thisRun === run) trying = null
  }

  async function alternative(): Promise<Candidate | undefined> {
    const shown = state.get()
    if (shown.phase !== 'ready') return undefined
    for (const candidate of alternativesTo(candidates, shown.candidate)) {
      const hasFailed = failedBuilds.has(buildId(candidate.deployed))
      if (!hasFailed && (await isCompatible(candidate.deployed.release))) return candidate
    }
    return undefined
  }

  return {
    state,
    start: () => {
      const shown = state.get()
      const used = indexOf(candidates, inUse(remote))
      if (run > 0 && shown.phase === 'failed') void load(0)
      else if (run === 0) void load(Math.max(0, used))
      // another screen has switched the remote to this release
      else if (shown.phase === 'ready' && used !== -1 && candidates[used] !== shown.candidate) void load(used)
    },
    retry: () => {
      if (trying) modules.invalidate(trying.candidate.deployed, trying.attempt)
      // a hanging part of the console would block this attempt too
      abortPendingChunks('@console/host')
      void load(0)
    },
    alternative,
    take: (taken) => {
      const module = moduleAt(taken, path)
      events.report({ ...eventOf(taken), phase: 'fallback', code: 'FALLBACK', module, ms: 0 })
      void load(candidates.indexOf(taken))
    },
    painted: (firstPaint) => {
      if (!unreported) return
      const { candidate, entry, module } = unreported
      unreported = null
      const times = {
        document: Math.round(readMs),
        entry: Math.round(entry),
        module: Math.round(module),
        firstPaint: Math.round(firstPaint),
      }
      events.report({
        ...eventOf(candidate),
        phase: 'mounted',
        code: 'OK',
        module: moduleAt(candidate, path),
        ms: times.entry + times.module + times.firstPaint,
        times,
      })
    },
  }
}

const moduleAt = ({ deployed }: Pick<Candidate, 'deployed'>, path: string): string =>
  deployed.release.screens.find((screen) => screen.path === path)!.module

/** One attempt at one candidate, within its deadline. @param final no other candidate follows */
async function attemptScreen(
  { crashGuard, modules }: LoaderContext,
  { deployed }: Candidate,
  { path, attempt, final }: { path: string; attempt: number; final: boolean },
): Promise<ScreenModule | RemoteFailure> {
  const { nextReleaseMs, giveUpMs } = deadlines()
  const guard = `${buildId(deployed)}${path} loads`
  crashGuard.arm(guard, buildId(deployed))
  const { imports } = deployed.release
  let isChecked = false
  const check = async () => {
    assertCompatible(deployed.release, await providedFor(imports))
    isChecked = true
  }
  const isHostPending = () => !isChecked || isSharePending(imports)
  try {
    const ms = final ? giveUpMs : Math.min(nextReleaseMs, giveUpMs)
    const loading = check().then(() => loadScreenModule(modules, deployed, path, attempt))
    return await within(ms, loading, isHostPending)
  } catch (error) {
    return toRemoteFailure(error, deployed.baseUrl)
  } finally {
    crashGuard.disarm(guard)
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
  const module = moduleAt({ deployed }, path)
  const { exports, entryAt } = await modules.load(deployed, module, attempt)
  const component = (exports as { default?: unknown } | null)?.default
  if (!isComponent(component)) {
    throw new RemoteFailure('module', `${module} no exporta ningún componente por defecto`)
  }
  // no time for an entry that another screen has loaded
  const entry = Math.max(0, entryAt - began)
  return { Component: component, entry, module: performance.now() - began - entry }
}

const isComponent = (value: unknown): value is ComponentType =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value)
