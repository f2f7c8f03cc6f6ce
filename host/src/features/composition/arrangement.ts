import {
  type DeployedRelease,
  hostRoutes,
  type OwnedPath,
  type ParsedEnvironment,
  type ReleaseScreen,
  routeProblems,
} from '@console/shared-kernel/remote'
import { candidatesOf, indexOf, type Candidate, type Source } from './releases/candidates'

/** A screen of the console, the release that it is taken from now, and all that hold one at its path. */
export interface ComposedScreen extends ReleaseScreen, Candidate {
  remote: string
  /** Best first. */
  candidates: Candidate[]
}

export interface ComposedRemote {
  name: string
  /** Releases that it may be loaded from, best first. */
  candidates: Candidate[]
  /** The one whose screens count. */
  inUse: Candidate
}

/** Which remotes and screens there are, for one user at one moment. */
export interface Arrangement {
  remotes: ComposedRemote[]
  screens: ComposedScreen[]
  /** Remotes that are not there: their record cannot be used, or the user has disabled their builds. */
  faults: { remote: string; reason: string; disabledBuilds?: string[] }[]
  /** Releases that are not loaded, because of their paths. */
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

export function arrange(
  { environment, faults }: ParsedEnvironment,
  { userId, overrides, disabled, selected }: Selection,
): Arrangement {
  // a remote that nobody has deployed yet may be tried from its developer's address
  const names = Object.keys({ ...environment.remotes, ...overrides })
  const candidates = new Map(
    names.map((name) => [
      name,
      candidatesOf(environment.remotes[name], { userId, override: overrides[name], disabled }),
    ]),
  )
  const refused = refusedByRoutes(candidates)
  const arrangement: Arrangement = {
    remotes: [],
    screens: [],
    faults: faults.map(({ remote, fault }) => ({ remote, reason: fault.message })),
    refused: [...refused].map(([candidate, reason]) => ({ candidate, reason })),
  }
  for (const [name, all] of candidates) {
    const accepted = all.filter((candidate) => !refused.has(candidate))
    const inUse = accepted[Math.max(0, indexOf(accepted, selected.get(name)))]
    if (inUse) arrangement.remotes.push({ name, candidates: accepted, inUse })
    else if (all[0]) arrangement.faults.push({ remote: name, reason: refused.get(all[0])! })
    else arrangement.faults.push(disabledRemote(name, disabled))
  }
  arrangement.screens = arrangement.remotes.flatMap(screensOf)
  return arrangement
}

/** What everyone has keeps its addresses, whatever a canary or a developer brings; what is past comes last. */
const BY_PRECEDENCE: readonly Source[] = ['current', 'canary', 'override', 'previous']

/** Releases with a path that another remote's release or the host matches too, and why each is refused. */
function refusedByRoutes(candidates: ReadonlyMap<string, Candidate[]>): Map<Candidate, string> {
  const refused = new Map<Candidate, string>()
  const taken: OwnedPath[] = [...hostRoutes]
  for (const wanted of BY_PRECEDENCE) {
    for (const [owner, all] of candidates) {
      for (const candidate of all.filter(({ source }) => source === wanted)) {
        const paths = candidate.deployed.release.screens.map(({ path }) => path)
        const [problem] = routeProblems(owner, paths, taken)
        if (problem !== undefined) refused.set(candidate, problem)
        else taken.push(...paths.map((path) => ({ owner, path })))
      }
    }
  }
  return refused
}

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
