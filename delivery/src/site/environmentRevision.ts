import type {
  DeployedRelease,
  Environment,
  HostBuild,
  HostDeployment,
  Release,
} from '@console/shared-kernel/remote'
import { HOST, releaseId } from './siteLayout'
import type { EnvironmentSettings } from './settings'

/** The unit of a rollback: the host, one remote, or the settings. */
export type Part = string
/** No remote can have a name like this; one of ours is called `settings`. */
export const SETTINGS = '@settings'

export type Build = Release | HostBuild

/** How a canary goes on by itself. */
export interface Plan {
  /** Percent of the users, ascending; after 100 everybody has it. */
  steps: number[]
  /** Index of the step that is served. */
  step: number
  /** Milliseconds since 1970. */
  since: number
  holdMs: number
  /** By how much the canary's failure rate may exceed the stable one's, in percent points. */
  maxFailures: number
  minSessions: number
}

/** What users get of the host or of one remote. */
export interface Served {
  stable: Build
  /** With a plan it goes up or back by itself. */
  canary?: { build: Build; percent: number; plan?: Plan }
}

/** Why a release, or settings, are not gone back to. */
export interface BadMark {
  revision: number
  at: string
  who: string
  why: string
}

/** An environment as a whole, as far as changes are concerned. */
export interface State {
  settings: EnvironmentSettings
  /** The host and the remotes, by name. */
  parts: Record<Part, Served>
  minimumRevision?: number
  /**
   * For each part, and for `everything`: the revisions in which it was changed, the one in force at the end.
   * A rollback cuts the trail behind the revision that it goes to, so that what was gone back from is never
   * gone back to.
   */
  trail: Record<Part | typeof EVERYTHING, number[]>
  /** By {@link keyOf}. */
  bad: Record<string, BadMark>
}

export const EVERYTHING = '@everything'

/** Proof that a release was tried before: asked for by `--requires`. */
export interface Evidence {
  environment: string
  /** In which the other environment served it to everybody. */
  revision: number
  verified: { at: string; who: string; host: string }
}

/** `history/000042.json`: the whole truth of one revision. */
export interface Revision extends Omit<State, 'parts' | 'minimumRevision'> {
  revision: number
  /** ISO 8601 instant. */
  at: string
  who: string
  why: string
  /** What was done, e.g. `promote users@1.4.0-3f9c2a1b`. */
  action: string
  /** The revision that this one goes back to, in whole or in part. */
  restores?: number
  evidence?: Evidence
  /** Of canaries that go on by themselves, by the part. */
  plans?: Record<Part, Plan>
  /** As the page holds it. */
  document: Environment
  /** The Content-Security-Policy of the page. */
  policy: string
  /** Integrity of the page as it was written; absent without a host. */
  page?: string
}

/** How long a way back is kept. */
const TRAIL_LENGTH = 50

export const extended = (trail: readonly number[], revision: number): number[] =>
  [...trail, revision].slice(-TRAIL_LENGTH)

export function stateOf({ settings, document, trail, bad, plans = {} }: Revision): State {
  const { host, remotes, minimumRevision } = document
  const parts: Record<Part, Served> = {}
  if (host) parts[HOST] = servedHost(host)
  for (const [name, { release, canary }] of Object.entries(remotes)) {
    parts[name] = {
      stable: release,
      ...(canary && { canary: { build: canary.release, percent: canary.percent } }),
    }
  }
  for (const [part, plan] of Object.entries(plans)) {
    const canary = parts[part]?.canary
    if (canary) canary.plan = plan
  }
  return { settings, parts, trail, bad, ...(minimumRevision !== undefined && { minimumRevision }) }
}

function servedHost({ previous: _, canary, ...stable }: HostDeployment): Served {
  if (!canary) return { stable }
  const { percent, ...build } = canary
  return { stable, canary: { build, percent } }
}

/** `users/1.4.0-3f9c2a1b`, `@settings/...`: what everybody gets of a part; null where there is no such part. */
export function keyOf({ settings, parts }: Pick<State, 'settings' | 'parts'>, part: Part): string | null {
  if (part === SETTINGS) return `${SETTINGS}/${JSON.stringify(settings)}`
  const served = servedOf({ parts }, part)
  return served ? keyOfBuild(part, served.stable) : null
}

export const keyOfBuild = (part: Part, build: Build): string => `${part}/${releaseId(build)}`

/** `users@1.4.0-3f9c2a1b`: as people name it. */
export const labelOf = (part: Part, build: Build): string => `${part}@${releaseId(build)}`

/** All served builds of a part, the canary last. */
export function keysOf(state: State, part: Part): string[] {
  const key = keyOf(state, part)
  const canary = servedOf(state, part)?.canary
  return [...(key === null ? [] : [key]), ...(canary ? [keyOfBuild(part, canary.build)] : [])]
}

export const servedOf = ({ parts }: Pick<State, 'parts'>, part: Part): Served | undefined =>
  Object.hasOwn(parts, part) ? parts[part] : undefined

/** The end of it is the revision that gave the part its value: rollbacks cut it and add nothing. */
export const trailOf = (state: State, part: Part): number[] =>
  Object.hasOwn(state.trail, part) ? state.trail[part]! : []

/** The revision that a rollback of a part restores, or null. Its build is also served as `previous`. */
export function targetOf(
  state: State,
  past: { earlier: (revision: number) => State },
  part: Part,
): number | null {
  const now = keyOf(state, part)
  const found = trailOf(state, part)
    .slice(0, -1)
    .reverse()
    .find((revision) => {
      const key = keyOf(past.earlier(revision), part)
      return key !== null && key !== now && !Object.hasOwn(state.bad, key)
    })
  return found ?? null
}

export const plansOf = ({ parts }: State): Record<Part, Plan> =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([part, { canary }]) => (canary?.plan ? [[part, canary.plan]] : [])),
  )

export const allParts = (state: State): Part[] => [SETTINGS, ...Object.keys(state.parts)]

/**
 * The document that the page holds. Every address in it follows from the settings, so that new settings hold
 * for releases that are served already.
 * @param fallbackOf what a part falls back to when its stable build cannot be loaded
 */
export function documentOf(
  state: State,
  revision: number,
  fallbackOf: (part: Part) => Build | undefined,
): Environment {
  const { releasesUrl, requires: _, ...settings } = state.settings
  const { [HOST]: host, ...remotes } = state.parts
  const deployed = (build: Build): DeployedRelease => {
    const release = build as Release
    return { baseUrl: `${releasesUrl}${release.name}/${releaseId(release)}/`, release }
  }
  const deployment = (part: Part, { stable, canary }: Served) => {
    const previous = fallbackOf(part)
    return {
      ...deployed(stable),
      ...(previous && { previous: deployed(previous) }),
      ...(canary && { canary: { ...deployed(canary.build), percent: canary.percent } }),
    }
  }
  return {
    schema: 1,
    ...settings,
    revision,
    ...(state.minimumRevision !== undefined && { minimumRevision: state.minimumRevision }),
    ...(host && { host: hostDeployment(host, fallbackOf(HOST)) }),
    remotes: Object.fromEntries(
      Object.entries(remotes).map(([name, served]) => [name, deployment(name, served)]),
    ),
  }
}

const hostDeployment = ({ stable, canary }: Served, previous: Build | undefined): HostDeployment => ({
  ...(stable as HostBuild),
  ...(previous && { previous: previous as HostBuild }),
  ...(canary && { canary: { ...(canary.build as HostBuild), percent: canary.percent } }),
})
