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

interface ComposedRemote {
  name: string
  /** Releases to load it from, best first. */
  candidates: Candidate[]
  /** The release whose screens are in routes and navigation. */
  inUse: Candidate
}

export interface ResolvedScreens {
  remotes: ComposedRemote[]
  screens: ComposedScreen[]
  /** Remotes with an unusable record, or whose builds the user has disabled. */
  faults: { remote: string; reason: string; disabledBuilds?: string[] }[]
  /** Releases that are left out because of their paths. */
  refused: { candidate: Candidate; reason: string }[]
}

/** Overriding releases, by remote. */
export type Overrides = Record<string, DeployedRelease>

export interface Selection {
  userId: number | null
  overrides: Overrides
  disabled: ReadonlySet<string>
  /** The release last loaded, by remote. */
  selected: ReadonlyMap<string, DeployedRelease>
}

export function resolveScreens(
  { environment, faults }: ParsedEnvironment,
  { userId, overrides, disabled, selected }: Selection,
): ResolvedScreens {
  // an override may add a remote that is not deployed
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
  /** By candidate, without the screens of previous releases whose paths are taken. */
  accepted: Map<Candidate, Candidate>
  /** By candidate, with the reason. */
  refused: Map<Candidate, string>
}

/** No address may match paths of two remotes, or of a remote and the host. */
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
