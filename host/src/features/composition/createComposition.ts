import { createContext, useContext } from 'react'
import { createStore, useStore, type Store } from '@console/shared-kernel/core'
import { sessionStore } from '@console/shared-kernel/host'
import type { DeployedRelease, Environment } from '@console/shared-kernel/remote'
import { resolveScreens, type ResolvedScreens, type ComposedScreen, type Overrides } from './resolveScreens'
import type { CrashGuard } from './crashGuard'
import type { ReadEnvironment } from './environment'
import { eventOf, type EventLog } from './eventLog/eventLog'
import type { ModuleLoader } from './federation'
import type { OverrideAddresses } from './overrides/addressOverrides'
import { createOverrides, type ConsoleOverrides } from './overrides/overrides'
import { buildId, sameFiles } from './releaseChoice/candidates'
import { createScreenLoaders, type ScreenLoader } from './screenLoader'
import { createUpdates, type ConsoleUpdates } from './update/updates'

export interface Composition {
  environment: Environment
  resolved: Store<ResolvedScreens>
  events: EventLog
  crashGuard: CrashGuard
  overrides: ConsoleOverrides
  updates: ConsoleUpdates
  loaderOf: (screen: ComposedScreen) => ScreenLoader
  isLoading: (remote: string) => boolean
  /** Loads the screen's code while the session is being checked; nothing is rendered before. */
  startAhead: (screen: ComposedScreen | undefined) => void
  close: () => void
}

interface Options {
  /** One a page, like the next two: they stay when the document is replaced. */
  events: EventLog
  modules: ModuleLoader
  crashGuard: CrashGuard
  requested?: OverrideAddresses
}

/** Belongs to one environment document; only the release that each remote is loaded from changes. */
export function createComposition(
  read: ReadEnvironment,
  { events, modules, crashGuard, requested = {} }: Options,
): Composition {
  const { environment } = read
  const selected = new Map<string, DeployedRelease>()
  const reportedRefusals = new Set<string>()
  let overriding: Overrides = {}
  let userId = screenUserId()

  const resolveNow = () =>
    resolveScreens(read, { userId, overrides: overriding, disabled: crashGuard.disabled.get(), selected })
  const resolved = createStore(resolveNow())
  const candidates = () => resolved.get().remotes.flatMap((remote) => remote.candidates)

  function resolveAgain(): void {
    userId = screenUserId()
    resolved.set(resolveNow())
    reportRefusals()
  }

  function reportRefusals(): void {
    for (const { candidate, reason } of resolved.get().refused) {
      const build = buildId(candidate.deployed)
      if (reportedRefusals.has(build)) continue
      reportedRefusals.add(build)
      events.report({ ...eventOf(candidate), phase: 'compatibility', code: 'ROUTES', message: reason, ms: 0 })
    }
  }

  const inUse = (name: string) =>
    resolved.get().remotes.find((remote) => remote.name === name)?.inUse.deployed

  /** From now on routes and navigation are those of this release. */
  function select(remote: string, deployed: DeployedRelease): void {
    const now = inUse(remote)
    if (now && sameFiles(now, deployed)) return
    selected.set(remote, deployed)
    resolveAgain()
  }

  events.sendFor(environment)
  events.attributeTo(candidates)
  reportRefusals()

  const loaders = createScreenLoaders({ events, crashGuard, modules, readMs: read.readMs, inUse, select })
  const overrides = createOverrides({
    environment,
    events,
    requested,
    screenUserId,
    apply: (releases) => {
      overriding = releases
      resolveAgain()
    },
  })
  const unsubscribe = [
    sessionStore.subscribe(() => {
      if (screenUserId() === userId) return
      overrides.userChanged()
      resolveAgain()
    }),
    crashGuard.disabled.subscribe(resolveAgain),
  ]

  return {
    environment,
    resolved,
    events,
    crashGuard,
    overrides,
    updates: createUpdates({ environment, events, screenUserId }),
    loaderOf: loaders.of,
    isLoading: loaders.isLoading,
    startAhead: (screen) => {
      if (screen && !crashGuard.suspects.get().has(buildId(screen.deployed))) loaders.of(screen).start()
    },
    close: () => {
      for (const end of unsubscribe) end()
      overrides.close()
    },
  }
}

/** Reports the builds that froze this tab, which the frozen page could not do. */
export function reportFrozen({ resolved, crashGuard, events }: Composition): void {
  for (const candidate of resolved.get().remotes.flatMap(({ candidates }) => candidates))
    if (crashGuard.suspects.get().has(buildId(candidate.deployed)))
      events.report({ ...eventOf(candidate), phase: 'frozen', code: 'FROZEN', ms: 0 })
}

/** Canaries are chosen by it. Also set while an ended session waits for a new sign-in. */
function screenUserId(): number | null {
  const { user, interrupted } = sessionStore.get()
  return (user ?? interrupted?.user)?.userId || null
}

export const CompositionContext = createContext<Composition | null>(null)

export function useComposition(): Composition {
  const composition = useContext(CompositionContext)
  if (!composition) throw new Error('There is no composition around this component.')
  return composition
}

export const useResolvedScreens = (): ResolvedScreens => useStore(useComposition().resolved)
