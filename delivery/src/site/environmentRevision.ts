import type {
  DeployedRelease,
  Environment,
  HostBuild,
  HostDeployment,
  Release,
} from '@console/shared-kernel/remote'
import { HOST, releaseId } from './siteLayout'
import type { EnvironmentSettings } from './environmentSettings'

/** The unit of a rollback: the host, one remote, or the settings. */
export type Part = string
/** Not a valid name for a remote: one of ours is called `settings`. */
export const SETTINGS = '@settings'

export type Build = Release | HostBuild

export interface Served {
  stable: Build
  canary?: { build: Build; percent: number }
}

/** A release, or settings, that were rolled back from. */
export interface BadMark {
  revision: number
  at: string
  who: string
  why: string
}

export interface State {
  settings: EnvironmentSettings
  parts: Record<Part, Served>
  minimumRevision?: number
  /**
   * For each part, and for `everything`: the revisions that changed it, the current one last. A rollback
   * removes all entries after its target, so that no later rollback returns to what was rolled back from.
   */
  trail: Record<Part | typeof EVERYTHING, number[]>
  bad: Record<string, BadMark>
}

export const EVERYTHING = '@everything'

/** Proof that another environment served a release, which `--requires` or the environment's setting asks for. */
export interface Evidence {
  environment: string
  /** The other environment's, in which everybody got the release. */
  revision: number
  verified: { at: string; who: string; host: string }
}

/** `history/000042.json`: one complete revision. Older ones may have `plans` of canaries, which are ignored. */
export interface Revision extends Omit<State, 'parts' | 'minimumRevision'> {
  revision: number
  /** ISO 8601. */
  at: string
  who: string
  why: string
  /** E.g. `promote users@1.4.0-3f9c2a1b`. */
  action: string
  /** The target, if this revision is a rollback. */
  restores?: number
  evidence?: Evidence
  document: Environment
  policy: string
  /** Hash of the page as it was written; absent without a host. */
  page?: string
}

const TRAIL_LENGTH = 50

export const trailWith = (trail: readonly number[], revision: number): number[] =>
  [...trail, revision].slice(-TRAIL_LENGTH)

export function stateOf({ settings, document, trail, bad }: Revision): State {
  const { host, remotes, minimumRevision } = document
  const parts: Record<Part, Served> = {}
  if (host) parts[HOST] = servedHost(host)
  for (const [name, { release, canary }] of Object.entries(remotes)) {
    parts[name] = {
      stable: release,
      ...(canary && { canary: { build: canary.release, percent: canary.percent } }),
    }
  }
  return { settings, parts, trail, bad, ...(minimumRevision !== undefined && { minimumRevision }) }
}

function servedHost({ previous: _, canary, ...stable }: HostDeployment): Served {
  if (!canary) return { stable }
  const { percent, ...build } = canary
  return { stable, canary: { build, percent } }
}

/** The stable build, `users/1.4.0-3f9c2a1b`, or `@settings/...`; null if there is no such part. */
export function keyOf({ settings, parts }: Pick<State, 'settings' | 'parts'>, part: Part): string | null {
  if (part === SETTINGS) return `${SETTINGS}/${JSON.stringify(settings)}`
  const served = servedOf({ parts }, part)
  return served ? keyOfBuild(part, served.stable) : null
}

export const keyOfBuild = (part: Part, build: Build): string => `${part}/${releaseId(build)}`

/** E.g. `users@1.4.0-3f9c2a1b`. */
export const labelOf = (part: Part, build: Pick<Build, 'version' | 'build'>): string =>
  `${part}@${releaseId(build)}`

export function keysOf(state: State, part: Part): string[] {
  const key = keyOf(state, part)
  const canary = servedOf(state, part)?.canary
  return [...(key === null ? [] : [key]), ...(canary ? [keyOfBuild(part, canary.build)] : [])]
}

export const servedOf = ({ parts }: Pick<State, 'parts'>, part: Part): Served | undefined =>
  Object.hasOwn(parts, part) ? parts[part] : undefined

/** Its last entry is the revision that gave the part its value: a rollback only removes entries. */
export const trailOf = (state: State, part: Part): number[] =>
  Object.hasOwn(state.trail, part) ? state.trail[part]! : []

/** The revision that a rollback of a part restores. Its build is also served as `previous`. */
export function targetOf(state: State, past: EarlierStates, part: Part): Promise<number | null> {
  const now = keyOf(state, part)
  return latestOf(trailOf(state, part), past, (earlier) => {
    const key = keyOf(earlier, part)
    return key !== null && key !== now && !Object.hasOwn(state.bad, key)
  })
}

export interface EarlierStates {
  /** @throws CommandError where there is no such revision */
  earlier: (revision: number) => State | Promise<State>
}

/** The latest revision of a trail before its current one whose state is wanted. */
export async function latestOf(
  trail: readonly number[],
  past: EarlierStates,
  isWanted: (earlier: State) => boolean,
): Promise<number | null> {
  for (const revision of trail.slice(0, -1).reverse())
    if (isWanted(await past.earlier(revision))) return revision
  return null
}

export const allParts = (state: State): Part[] => [SETTINGS, ...Object.keys(state.parts)]

/** All addresses follow from the settings, so new settings also apply to releases that are served already. */
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
