import { CommandError } from '@console/shared-kernel/command'
import type { HostBuild, Release } from '@console/shared-kernel/remote'
import { anyHostLines, checkReadable, checkSettings, type EnvironmentSettings } from './environmentSettings'
import { HOST, releaseId } from './files'

/** The name of a remote, or `host`. */
export type App = string
/** Settings are rolled back like an app. The `@` avoids a clash with a remote, such as our `settings`. */
export const SETTINGS = '@settings'

export type Build = Release | HostBuild

export interface Served {
  stable: Build
  canary?: { build: Build; percent: number }
}

/** A release, or settings, that were rolled back from. */
export interface Bad {
  revision: number
  at: string
  who: string
  why: string
}

export interface State {
  settings: EnvironmentSettings
  apps: Record<App, Served>
  minimumRevision?: number
  /**
   * For each app, and for `everything`: the revisions that changed it, the current one last. A rollback
   * removes all entries after its target, so that no later rollback returns to what was rolled back from.
   */
  trail: Record<App | typeof EVERYTHING, number[]>
  bad: Record<string, Bad>
}

export const EVERYTHING = '@everything'

/** Proof that another environment served a release, as `--requires` or the environment's setting demands. */
export interface Evidence {
  environment: string
  /** The revision of the other environment in which everybody got the release. */
  revision: number
  verified: { at: string; who: string; host: string }
}

const TRAIL_LENGTH = 50

export const trailWith = (trail: readonly number[], revision: number): number[] =>
  [...trail, revision].slice(-TRAIL_LENGTH)

/** The key of the stable build, e.g. `users/1.4.0-3f9c2a1b` or `@settings/...`; null without such an app. */
export function keyOf({ settings, apps }: Pick<State, 'settings' | 'apps'>, app: App): string | null {
  if (app === SETTINGS) return `${SETTINGS}/${JSON.stringify(settings)}`
  const served = servedOf({ apps }, app)
  return served ? keyOfBuild(app, served.stable) : null
}

export const keyOfBuild = (app: App, build: Build): string => `${app}/${releaseId(build)}`

/** Formats a build, e.g. `users@1.4.0-3f9c2a1b`. */
export const labelOf = (app: App, build: Pick<Build, 'version' | 'build'>): string =>
  `${app}@${releaseId(build)}`

export function keysOf(state: State, app: App): string[] {
  const key = keyOf(state, app)
  const canary = servedOf(state, app)?.canary
  return [...(key === null ? [] : [key]), ...(canary ? [keyOfBuild(app, canary.build)] : [])]
}

export const servedOf = ({ apps }: Pick<State, 'apps'>, app: App): Served | undefined =>
  Object.hasOwn(apps, app) ? apps[app] : undefined

/** Its last entry is the revision that gave the app its value, because a rollback only removes entries. */
export const trailOf = (state: State, app: App): number[] =>
  Object.hasOwn(state.trail, app) ? state.trail[app]! : []

/** The revision that a rollback of an app restores. Its build is also served as `previous`. */
export function targetOf(state: State, made: EarlierStates, app: App): Promise<number | null> {
  const now = keyOf(state, app)
  return latestOf(trailOf(state, app), made, (earlier) => {
    const key = keyOf(earlier, app)
    return key !== null && key !== now && !Object.hasOwn(state.bad, key)
  })
}

export interface EarlierStates {
  /** @throws CommandError if there is no such revision */
  earlier: (revision: number) => State | Promise<State>
}

/** Finds the latest revision of a trail before its current one whose state is accepted. */
export async function latestOf(
  trail: readonly number[],
  made: EarlierStates,
  isWanted: (earlier: State) => boolean,
): Promise<number | null> {
  for (const revision of trail.slice(0, -1).reverse())
    if (isWanted(await made.earlier(revision))) return revision
  return null
}

export const allApps = (state: State): App[] => [SETTINGS, ...Object.keys(state.apps)]

/** Everything besides the state that affects the result of a change. */
export interface NewRevision extends EarlierStates {
  revision: number
  who: string
  why: string
  /** ISO 8601. */
  at: string
}

export interface ChangeOutcome {
  state: State
  /** Shown in the history. */
  action: string
  restores?: number
  evidence?: Evidence
}

/** The changes in this file are pure, so that they can be tested without a site; commands also read files. */
export type Change = (state: State, made: NewRevision) => ChangeOutcome | Promise<ChangeOutcome>

export interface PromoteOptions {
  /** Allows a release that was rolled back from. */
  force?: boolean
  /** Allows the promotion to end another release's canary. */
  endCanary?: boolean
  evidence?: Evidence
}

/** The first state has no host yet. */
export function initialState(settings: EnvironmentSettings, force?: boolean): State {
  checkSettings(settings, { force })
  return { settings, apps: {}, trail: { [SETTINGS]: [1], [EVERYTHING]: [1] }, bad: {} }
}

/** Omitted settings do not change. @param requires null removes the requirement */
export type SettingsChange = Partial<
  Omit<EnvironmentSettings, 'name' | 'requires' | 'signInMethods' | 'developer'>
> & {
  requires?: string | null | undefined
  signInMethods?: boolean | undefined
  developer?: boolean | undefined
}

export const changeSettings =
  (change: SettingsChange, force?: boolean): Change =>
  (state, made) => {
    const { requires, signInMethods, developer, ...others } = { ...state.settings, ...change }
    const settings = {
      ...others,
      ...(signInMethods && { signInMethods }),
      ...(developer && { developer }),
      ...(requires && { requires }),
    }
    checkSettings(settings, { before: state.settings, force })
    const next = { ...state, settings }
    const key = keyOf(next, SETTINGS)!
    // setting them again removes the mark of an earlier rollback
    return {
      state: inTrail({ ...next, bad: without(state.bad, key) }, made, SETTINGS),
      action: `settings ${Object.keys(change).join(', ')}`,
    }
  }

/** Serves a build to everybody, and ends the app's canary. */
export const promoteRelease =
  (app: App, build: Build, { force, endCanary, evidence }: PromoteOptions = {}): Change =>
  (state, made) => {
    if (app !== HOST && !state.apps[HOST]) throw new CommandError('There is no host yet: promote one first.')
    checkReadable(state.settings)
    rejectBad(state, [keyOfBuild(app, build)], force)
    const running = servedOf(state, app)?.canary
    const isOther = running !== undefined && releaseId(running.build) !== releaseId(build)
    if (isOther && !endCanary)
      throw new CommandError(
        `This would end the canary ${labelOf(app, running.build)} (${running.percent} %): use --end-canary.`,
      )
    const next = withApp(withoutBad(state, app, build), app, { stable: build })
    return {
      state: inTrail(next, made, app),
      action: `promote ${labelOf(app, build)}${isOther ? `, which ends canary ${labelOf(app, running.build)}` : ''}`,
      ...(evidence && { evidence }),
    }
  }

/** Serves a build to a share of the users. @param percent 0 ends the canary */
export const setCanary =
  (
    app: App,
    build: Build,
    percent: number,
    { force, evidence }: Omit<PromoteOptions, 'endCanary'> = {},
  ): Change =>
  (state, made) => {
    const { name } = state.settings
    const before = servedOf(state, app)
    if (!before) throw new CommandError(`${app} is not in ${name}: promote a release of it first.`)
    const running = before.canary
    const action = `canary ${labelOf(app, build)} ${percent} %`
    if (percent === 0) {
      const label = running && labelOf(app, running.build)
      if (label !== labelOf(app, build))
        throw new CommandError(
          `${labelOf(app, build)} is not the canary of ${name}${label ? `: ${label} is` : ''}.`,
        )
      return { state: inEverythingTrail(withApp(state, app, { stable: before.stable }), made), action }
    }
    checkReadable(state.settings)
    rejectBad(state, [keyOfBuild(app, build)], force)
    if (releaseId(before.stable) === releaseId(build))
      throw new CommandError(`${labelOf(app, build)} is already served to everybody.`)
    const canary = { build, percent }
    const next = withApp(withoutBad(state, app, build), app, { stable: before.stable, canary })
    return { state: inEverythingTrail(next, made), action, ...(evidence && { evidence }) }
  }

export const removeRemote =
  (app: App): Change =>
  (state, made) => {
    const served = servedOf(state, app)
    if (app === HOST || !served) throw new CommandError(`${app} is not a remote of ${state.settings.name}.`)
    const { canary } = served
    return {
      state: inTrail({ ...state, apps: without(state.apps, app) }, made, app),
      action: `remove ${app}${canary ? `, which ends canary ${labelOf(app, canary.build)}` : ''}`,
    }
  }

export const withApp = (state: State, app: App, served: Served): State => ({
  ...state,
  apps: { ...state.apps, [app]: served },
})

const inTrail = (state: State, made: NewRevision, app: App): State =>
  inEverythingTrail(
    { ...state, trail: { ...state.trail, [app]: trailWith(trailOf(state, app), made.revision) } },
    made,
  )

/** Each change is also an entry in the trail of the whole environment. */
export const inEverythingTrail = (state: State, { revision }: NewRevision): State => ({
  ...state,
  trail: { ...state.trail, [EVERYTHING]: trailWith(trailOf(state, EVERYTHING), revision) },
})

/** @throws CommandError for the first key of a release, or of settings, that was rolled back from */
export function rejectBad({ bad }: State, keys: readonly string[], force: boolean | undefined): void {
  const key = force ? undefined : keys.find((one) => Object.hasOwn(bad, one))
  if (key === undefined) return
  const { revision, why } = bad[key]!
  const [what, it] = key.startsWith(`${SETTINGS}/`)
    ? ['These settings were', 'them']
    : [`${key.replace('/', '@')} was`, 'it']
  throw new CommandError(
    `${what} rolled back from in revision ${revision} (${why}): --force serves ${it} again.`,
  )
}

const withoutBad = (state: State, app: App, build: Build): State => ({
  ...state,
  bad: without(state.bad, keyOfBuild(app, build)),
})

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  const { [key]: _, ...others } = record
  return others
}

/** Returns one line for each app that differs. */
export function differences(before: State, after: State): string[] {
  const apps = [...new Set([before, after].flatMap((state) => Object.keys(state.apps)))]
  return [
    ...apps.flatMap((app) => {
      const [was, is] = [servedText(before, app), servedText(after, app)]
      return was === is ? [] : [`${app}: ${was} -> ${is}`]
    }),
    ...settingDifferences(before, after),
  ]
}

function servedText(state: State, app: App): string {
  const served = servedOf(state, app)
  if (!served) return 'none'
  const { stable, canary } = served
  return releaseId(stable) + (canary ? ` (canary ${releaseId(canary.build)}, ${canary.percent} %)` : '')
}

function settingDifferences({ settings: before }: State, { settings: after }: State): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof typeof before)[]
  const changed = names.flatMap((name) => {
    const [was, is] = [JSON.stringify(before[name]), JSON.stringify(after[name])]
    return was === is ? [] : [`settings ${name}: ${was ?? 'none'} -> ${is ?? 'none'}`]
  })
  const known = anyHostLines(before)
  return [...changed, ...anyHostLines(after).filter((line) => !known.includes(line))]
}
