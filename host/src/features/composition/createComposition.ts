import { createContext, useContext } from 'react'
import { createStore, sessionStore, useStore, type Store } from '@console/shared-kernel/core'
import type { DeployedRelease, Environment } from '@console/shared-kernel/remote'
import { arrange, type Arrangement, type ComposedScreen, type Overrides } from './arrangement'
import { createCrashGuard, type CrashGuard } from './crashGuard'
import type { ReadEnvironment } from './environment'
import { createEvents, eventOf, type ConsoleEvents } from './events/events'
import { createModuleLoader, type ModuleLoader } from './federation'
import type { Wanted } from './overrides/addressOverrides'
import { createOverrides, type ConsoleOverrides } from './overrides/overrides'
import { buildId, sameFiles } from './releases/candidates'
import { createScreenLoaders, type ScreenLoader } from './screenLoader'
import { createUpdates, type ConsoleUpdates } from './update/updates'

/** What the console is made of under one environment document, and all state that belongs to it. */
export interface Composition {
  environment: Environment
  arrangement: Store<Arrangement>
  events: ConsoleEvents
  crashGuard: CrashGuard
  overrides: ConsoleOverrides
  updates: ConsoleUpdates
  loaderOf: (screen: ComposedScreen) => ScreenLoader
  /** Whether a screen of that remote is being loaded. */
  isLoading: (remote: string) => boolean
  /** Starts to load a screen while the server is still asked who is signed in. Nothing is drawn before the answer. */
  startAhead: (screen: ComposedScreen | undefined) => void
  close: () => void
}

interface Options {
  /** Exists once in a page, and stays when one document replaces another. */
  events?: ConsoleEvents
  modules?: ModuleLoader
  crashGuard?: CrashGuard
  /** The overrides that the address of the page asks for. */
  requested?: Wanted
}

/**
 * Of one document for as long as it is there: what changes is only which of the document's releases each remote is
 * loaded from. Another document has a composition of its own.
 */
export function createComposition(
  read: ReadEnvironment,
  {
    events = createEvents(),
    modules = createModuleLoader(),
    crashGuard = createCrashGuard(),
    requested = {},
  }: Options = {},
): Composition {
  const { environment } = read
  const selected = new Map<string, DeployedRelease>()
  const reportedRefusals = new Set<string>()
  let overriding: Overrides = {}
  let userId = countedUserId()

  const arranged = () =>
    arrange(read, { userId, overrides: overriding, disabled: crashGuard.disabled.get(), selected })
  const arrangement = createStore(arranged())
  const candidates = () => arrangement.get().remotes.flatMap((remote) => remote.candidates)

  function rearrange(): void {
    userId = countedUserId()
    arrangement.set(arranged())
    reportRefusals()
  }

  function reportRefusals(): void {
    for (const { candidate, reason } of arrangement.get().refused) {
      const build = buildId(candidate.deployed)
      if (reportedRefusals.has(build)) continue
      reportedRefusals.add(build)
      events.report({ ...eventOf(candidate), phase: 'compatibility', code: 'ROUTES', message: reason, ms: 0 })
    }
  }

  const inUse = (name: string) =>
    arrangement.get().remotes.find((remote) => remote.name === name)?.inUse.deployed

  /** The remote is loaded from this release from now on: it is the one whose routes and navigation count. */
  function select(remote: string, deployed: DeployedRelease): void {
    const now = inUse(remote)
    if (now && sameFiles(now, deployed)) return
    selected.set(remote, deployed)
    rearrange()
  }

  events.sendFor(environment)
  events.attributeTo(candidates)
  reportRefusals()

  const loaders = createScreenLoaders({ events, crashGuard, modules, readMs: read.readMs, inUse, select })
  const overrides = createOverrides({
    environment,
    events,
    requested,
    countedUserId,
    apply: (releases) => {
      overriding = releases
      rearrange()
    },
  })
  const unsubscribe = [
    sessionStore.subscribe(() => {
      if (countedUserId() === userId) return
      overrides.userChanged()
      rearrange()
    }),
    crashGuard.disabled.subscribe(rearrange),
  ]

  return {
    environment,
    arrangement,
    events,
    crashGuard,
    overrides,
    updates: createUpdates({ environment, events, countedUserId }),
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

/** Tells of the builds that froze this tab: the page that they froze could not. */
export function reportFrozen({ arrangement, crashGuard, events }: Composition): void {
  for (const candidate of arrangement.get().remotes.flatMap(({ candidates }) => candidates))
    if (crashGuard.suspects.get().has(buildId(candidate.deployed)))
      events.report({ ...eventOf(candidate), phase: 'frozen', code: 'FROZEN', ms: 0 })
}

/** The user that canaries are chosen by: also one whose session has just ended over a form. */
function countedUserId(): number | null {
  const { user, interrupted } = sessionStore.get()
  return (user ?? interrupted?.user)?.userId || null
}

export const CompositionContext = createContext<Composition | null>(null)

export function useComposition(): Composition {
  const composition = useContext(CompositionContext)
  if (!composition) throw new Error('There is no composition around this component.')
  return composition
}

export const useArrangement = (): Arrangement => useStore(useComposition().arrangement)
