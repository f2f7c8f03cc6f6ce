import {
  type DeployedRelease,
  hostRoutes,
  type OwnedPath,
  type ParsedEnvironment,
  type ReleaseScreen,
  routeProblems,
} from '@console/shared-kernel/remote'
import { candidatesOf, indexOf, type Candidate, type Source } from './releaseChoice/candidates'

export interface ComposedScreen extends ReleaseScreen, Candidate {
  remote: string
  candidates: Candidate[]
}

export interface ComposedRemote {
  name: string
  /** Releases that it may be loaded from, best first. */
  candidates: Candidate[]
  /** The one whose screens are in routes and navigation. */
  inUse: Candidate
}

export interface ResolvedScreens {
  remotes: ComposedRemote[]
  screens: ComposedScreen[]
  /** Remotes that are not there: their record cannot be used, or the user has disabled their builds. */
  faults: { remote: string; reason: string; disabledBuilds?: string[] }[]
  /** Releases that should be loaded and are not, because of their paths. */
  refused: { candidate: Candidate; reason: string }[]
}

/** Releases by the remote that each stands in for. */
export type Overrides = Record<string, DeployedRelease>

export interface Selection {
  userId: number | null
  overrides: Overrides
  disabled: ReadonlySet<string>
  /** The release that a remote was loaded from last, by the remote's name. */
  selected: ReadonlyMap<string, DeployedRelease>
}

export function resolveScreens(
  { environment, faults }: ParsedEnvironment,
  { userId, overrides, disabled, selected }: Selection,
): ResolvedScreens {
  // an override may also add a remote that is not deployed
  const names = Object.keys({ ...environment.remotes, ...overrides })
  const candidates = new Map(
    names.map((name) => [
      name,
      candidatesOf(environment.remotes[name], { userId, override: overrides[name], disabled }),
    ]),
  )
  const { accepted, refused } = checkRoutes(candidates)
  const resolved: ResolvedScreens = {
    remotes: [],
    screens: [],
    faults: faults.map(({ remote, fault }) => ({ remote, reason: fault.message })),
    // a newer release may own a path of a previous one, which is not an error
    refused: [...refused].flatMap(([candidate, reason]) =>
      candidate.source === 'previous' ? [] : [{ candidate, reason }],
    ),
  }
  for (const [name, all] of candidates) {
    const usable = all.flatMap((candidate) => accepted.get(candidate) ?? [])
    const inUse = usable[Math.max(0, indexOf(usable, selected.get(name)))]
    if (inUse) resolved.remotes.push({ name, candidates: usable, inUse })
    else if (all[0]) resolved.faults.push({ remote: name, reason: refused.get(all[0])! })
    else resolved.faults.push(disabledRemote(name, disabled))
  }
  resolved.screens = resolved.remotes.flatMap(screensOf)
  return resolved
}

/** No canary or override takes a path from a current release; previous releases give way to all others. */
const BY_PRECEDENCE: readonly Source[] = ['current', 'canary', 'override', 'previous']

interface CheckedRoutes {
  /** By each candidate what is left of it: a previous release goes without the screens whose paths are taken. */
  accepted: Map<Candidate, Candidate>
  /** By each candidate the reason. */
  refused: Map<Candidate, string>
}

/** No two remotes have paths that match the same address, nor has a remote one of the host's. */
function checkRoutes(candidates: ReadonlyMap<string, Candidate[]>): CheckedRoutes {
  const accepted: CheckedRoutes['accepted'] = new Map()
  const refused: CheckedRoutes['refused'] = new Map()
  const taken: OwnedPath[] = [...hostRoutes]
  for (const wanted of BY_PRECEDENCE) {
    for (const [owner, all] of candidates) {
      for (const candidate of all.filter(({ source }) => source === wanted)) {
        const { screens } = candidate.deployed.release
        const [problem] = routeProblems(owner, pathsOf(screens), taken)
        const free = wanted === 'previous' ? freeScreens(owner, screens, taken) : []
        if (problem !== undefined && free.length === 0) {
          refused.set(candidate, problem)
          continue
        }
        const left = problem === undefined ? candidate : withScreens(candidate, free)
        accepted.set(candidate, left)
        taken.push(...pathsOf(left.deployed.release.screens).map((path) => ({ owner, path })))
      }
    }
  }
  return { accepted, refused }
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

const withScreens = ({ source, deployed }: Candidate, screens: ReleaseScreen[]): Candidate => ({
  source,
  deployed: { ...deployed, release: { ...deployed.release, screens } },
})

const disabledRemote = (remote: string, disabled: ReadonlySet<string>) => ({
  remote,
  reason: 'bloqueó esta pestaña y se ha dejado fuera',
  disabledBuilds: [...disabled].filter((build) => build.startsWith(`${remote}.`)),
})

const screensOf = ({ name, candidates, inUse }: ComposedRemote): ComposedScreen[] =>
  inUse.deployed.release.screens.map((screen) => ({
    ...screen,
    ...inUse,
    remote: name,
    candidates: candidates.filter(({ deployed }) =>
      deployed.release.screens.some(({ path }) => path === screen.path),
    ),
  }))
