import { createContext, useContext } from 'react'
import { createStore, useStore, type Store } from '@console/shared-kernel/core'
import { sessionStore } from '@console/shared-kernel/host'
import {
  type DeployedRelease,
  type Environment,
  hostRoutes,
  type OwnedPath,
  type ReleaseScreen,
  routeProblems,
  screensAndPanels,
} from '@console/shared-kernel/remote'
import type { ReadEnvironment } from './environment'
import { eventOf, type EventLog } from './eventLog/eventLog'
import {
  buildId,
  fallbackOrder,
  indexOf,
  isSameRelease,
  type Place,
  type PlacedRelease,
} from './fallbackOrder'
import type { ModuleLoader } from './federation'
import type { OverrideAddresses } from './overrides/addressOverrides'
import { createOverrides, type ConsoleOverrides, type Overrides } from './overrides/overrides'
import type { Quarantine } from './quarantine'
import { createScreenLoaders, type ScreenLoader } from './screenLoader'
import { createUpdates, type ConsoleUpdates } from './update/updates'

/** A screen of a remote, from the release that is in use. */
export interface ComposedScreen extends ReleaseScreen, PlacedRelease {
  remote: string
  /** Releases that have this screen, best first. */
  releases: PlacedRelease[]
}

export interface ResolvedScreens {
  remotes: {
    name: string
    /** Releases of the remote, best first. */
    releases: PlacedRelease[]
    /** The release whose screens are in routes and navigation. */
    inUse: PlacedRelease
  }[]
  screens: ComposedScreen[]
  /** Panels are screens whose path is `?open=<kind>`. */
  panels: ComposedScreen[]
  /** Remotes with an invalid record, or whose builds the user has left out. */
  faults: { remote: string; reason: string; leftOut?: string[] }[]
  /** Releases that are not used because of their paths. */
  routeFaults: { release: PlacedRelease; reason: string }[]
}

export interface Composition {
  environment: Environment
  resolved: Store<ResolvedScreens>
  events: EventLog
  quarantine: Quarantine
  overrides: ConsoleOverrides
  updates: ConsoleUpdates
  loaderOf: (screen: ComposedScreen) => ScreenLoader
  isLoading: (remote: string) => boolean
  /** Loads the screen's code while the session is being checked; nothing is rendered until that is done. */
  startAhead: (screen: ComposedScreen | undefined) => void
  close: () => void
}

interface Options {
  /** One per page, like the next two options; they stay when the document is replaced. */
  events: EventLog
  modules: ModuleLoader
  quarantine: Quarantine
  requested?: OverrideAddresses
}

/** A composition belongs to one environment document; all that changes is which releases are in use. */
export function createComposition(
  read: ReadEnvironment,
  { events, modules, quarantine, requested = {} }: Options,
): Composition {
  const { environment } = read
  const loaded = new Map<string, DeployedRelease>()
  const reported = new Set<string>()
  let overriding: Overrides = {}
  let userId = screenUserId()

  const resolveNow = () => {
    const quarantined = quarantine.builds.get()
    return resolveScreens(read, { userId, overrides: overriding, quarantined, loaded })
  }
  const resolved = createStore(resolveNow())

  function resolveAgain(): void {
    userId = screenUserId()
    resolved.set(resolveNow())
    reportRouteFaults()
  }

  function reportRouteFaults(): void {
    for (const { release, reason } of resolved.get().routeFaults) {
      const build = buildId(release)
      if (reported.has(build)) continue
      reported.add(build)
      events.report({ ...eventOf(release), phase: 'compatibility', code: 'ROUTES', message: reason, ms: 0 })
    }
  }

  const inUse = (name: string) => resolved.get().remotes.find((remote) => remote.name === name)?.inUse

  /** Makes this release the one whose screens are in routes and navigation. */
  function putInUse(remote: string, release: DeployedRelease): void {
    const now = inUse(remote)
    if (now && isSameRelease(now, release)) return
    loaded.set(remote, release)
    resolveAgain()
  }

  events.sendFor(environment, () => resolved.get().remotes.flatMap(({ releases }) => releases))
  reportRouteFaults()

  const loaders = createScreenLoaders({ events, quarantine, modules, readMs: read.readMs, inUse, putInUse })
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
    quarantine.builds.subscribe(resolveAgain),
  ]

  return {
    environment,
    resolved,
    events,
    quarantine,
    overrides,
    updates: createUpdates({ environment, events, screenUserId }),
    loaderOf: loaders.of,
    isLoading: loaders.isLoading,
    startAhead: (screen) => {
      if (screen && !quarantine.builds.get().has(buildId(screen))) loaders.of(screen).start()
    },
    close: () => {
      for (const end of unsubscribe) end()
      overrides.close()
    },
  }
}

/** Reports the builds that froze this tab, which the frozen page could not report. */
export function reportFrozen({ resolved, quarantine, events }: Composition): void {
  for (const release of resolved.get().remotes.flatMap(({ releases }) => releases))
    if (quarantine.builds.get().has(buildId(release)))
      events.report({ ...eventOf(release), phase: 'frozen', code: 'FROZEN', ms: 0 })
}

/** The user for whom canaries are chosen. Also set while an ended session waits for a new sign-in. */
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

interface Selection {
  userId: number | null
  overrides: Overrides
  quarantined: ReturnType<Quarantine['builds']['get']>
  /** The last loaded release of each remote. */
  loaded: ReadonlyMap<string, DeployedRelease>
}

function resolveScreens(
  { environment, faults }: ReadEnvironment,
  { userId, overrides, quarantined, loaded }: Selection,
): ResolvedScreens {
  const isDisabled = (build: string) => quarantined.get(build) === 'left out'
  // an override may add a remote that is not deployed
  const names = Object.keys({ ...environment.remotes, ...overrides })
  const orders = names.map((name): [string, PlacedRelease[]] => [
    name,
    fallbackOrder(environment.remotes[name], { userId, override: overrides[name], isDisabled }).map(
      withPanels,
    ),
  ])
  const { accepted, rejected } = checkRoutes(orders)
  const resolved: ResolvedScreens = {
    remotes: [],
    screens: [],
    panels: [],
    faults: faults.map(({ remote, fault }) => ({ remote, reason: fault.message })),
    // a newer release may own a path of a previous one, which is not an error
    routeFaults: [...rejected].flatMap(([release, reason]) =>
      release.place === 'previous' ? [] : [{ release, reason }],
    ),
  }
  for (const [name, order] of orders) {
    const releases = order.flatMap((release) => accepted.get(release) ?? [])
    const inUse = releases[Math.max(0, indexOf(releases, loaded.get(name)))]
    if (inUse) resolved.remotes.push({ name, releases, inUse })
    else if (order[0]) resolved.faults.push({ remote: name, reason: rejected.get(order[0])! })
    else
      resolved.faults.push({
        remote: name,
        reason: 'bloqueó esta pestaña y se ha dejado fuera',
        leftOut: [...quarantined.keys()].filter(isDisabled).filter((build) => build.startsWith(`${name}.`)),
      })
  }
  const all = resolved.remotes.flatMap(({ name, releases, inUse }) =>
    inUse.release.screens.map((screen) => ({
      ...screen,
      ...inUse,
      remote: name,
      releases: releases.filter(({ release }) => release.screens.some(({ path }) => path === screen.path)),
    })),
  )
  resolved.screens = all.filter((screen) => !isPanel(screen))
  resolved.panels = all.filter(isPanel)
  return resolved
}

/** A panel is loaded, replaced and reported like a screen, and has one owner, like a path. */
const withPanels = (placed: PlacedRelease): PlacedRelease => ({
  ...placed,
  release: { ...placed.release, screens: screensAndPanels(placed.release) },
})

export const isPanel = ({ path }: ReleaseScreen): boolean => path.startsWith('?')

/** No canary or override takes a path from a current release; previous releases give way to all others. */
const BY_PRECEDENCE: readonly Place[] = ['current', 'canary', 'override', 'previous']

interface CheckedRoutes {
  /** Releases without the screens whose paths an earlier release has taken. */
  accepted: Map<PlacedRelease, PlacedRelease>
  /** Why each release was rejected. */
  rejected: Map<PlacedRelease, string>
}

/** No address may match paths of two remotes, or of a remote and the host. */
function checkRoutes(orders: readonly [owner: string, PlacedRelease[]][]): CheckedRoutes {
  const accepted: CheckedRoutes['accepted'] = new Map()
  const rejected: CheckedRoutes['rejected'] = new Map()
  const taken: OwnedPath[] = [...hostRoutes]
  for (const wanted of BY_PRECEDENCE) {
    for (const [owner, order] of orders) {
      for (const placed of order.filter(({ place }) => place === wanted)) {
        const { screens } = placed.release
        const [problem] = routeProblems(owner, pathsOf(screens), taken)
        const free = wanted === 'previous' ? freeScreens(owner, screens, taken) : []
        if (problem !== undefined && free.length === 0) {
          rejected.set(placed, problem)
          continue
        }
        const usable =
          problem === undefined ? placed : { ...placed, release: { ...placed.release, screens: free } }
        accepted.set(placed, usable)
        taken.push(...pathsOf(usable.release.screens).map((path) => ({ owner, path })))
      }
    }
  }
  return { accepted, rejected }
}

const pathsOf = (screens: readonly ReleaseScreen[]): string[] => screens.map(({ path }) => path)

function freeScreens(
  owner: string,
  screens: readonly ReleaseScreen[],
  taken: readonly OwnedPath[],
): ReleaseScreen[] {
  const free: ReleaseScreen[] = []
  for (const screen of screens)
    if (routeProblems(owner, pathsOf([...free, screen]), taken).length === 0) free.push(screen)
  return free
}
