import { CommandError } from '@console/shared-kernel/command'
import {
  allApps,
  EVERYTHING,
  inEverythingTrail,
  keyOf,
  keyOfBuild,
  keysOf,
  labelOf,
  latestOf,
  rejectBad,
  servedOf,
  SETTINGS,
  targetOf,
  trailOf,
  withApp,
  type App,
  type Change,
  type NewRevision,
  type State,
} from './environmentChanges'
import { checkSettings } from './environmentSettings'
import { HOST } from './files'

export const nameOf = (app: App): string => (app === SETTINGS ? 'the settings' : app)

function nothingEarlier(state: State, app: App): CommandError {
  const { name } = state.settings
  const ofEnvironment =
    app === 'settings' ? ['The settings of the environment: console-delivery rollback --settings'] : []
  return allApps(state).includes(app)
    ? new CommandError([
        `No earlier revision of ${nameOf(app)} in ${name}.`,
        'Name a revision (--to N, with --force if it was rolled back), or promote another release.',
        ...(app === HOST || app === SETTINGS ? [] : [`To serve none: console-delivery remove ${app}`]),
        ...ofEnvironment,
      ])
    : new CommandError([
        `There is no app '${app}' in ${name}. Known: ${Object.keys(state.apps).join(', ')}.`,
        ...ofEnvironment,
      ])
}

/** A rollback this soon after another may repeat it: a colleague made the same one, or a reply was lost. */
const REPEAT_MS = 600_000

/**
 * @throws CommandError if the last change to the app (or to anything) is a rollback within {@link REPEAT_MS}
 */
export function rejectRepeat(state: State, { revision, at }: NewRevision, app: App | undefined): void {
  if (app !== undefined && servedOf(state, app)?.canary) return
  const changed = trailOf(state, app ?? EVERYTHING).at(-1) ?? 0
  const [last] = Object.entries(state.bad)
    .filter(([key]) => app === undefined || key.startsWith(`${app}/`))
    .map(([, mark]) => mark)
    .filter((mark) => mark.revision > changed && Date.parse(at) - Date.parse(mark.at) < REPEAT_MS)
    .sort((one, other) => other.revision - one.revision)
  if (!last) return
  const [what, unchanged, words] =
    app === undefined
      ? ['everything', 'Nothing has changed since.', '--yes']
      : app === SETTINGS
        ? [nameOf(app), 'The settings have not changed since.', '--settings']
        : [app, `${app} has not changed since.`, app]
  throw new CommandError([
    `A rollback of ${what} was made in revision ${last.revision}, by ${last.who} at ${last.at} (${last.why}). ${unchanged}`,
    `To go further back: console-delivery rollback ${words} --expect ${revision - 1} --env ${state.settings.name} --why TEXT`,
  ])
}

export interface RollbackOptions {
  /** The target revision; by default the previous one. */
  to?: number
  /** Allows a target that was rolled back from. */
  force?: boolean
}

/** Restores one app. Without `to`, a rollback of an app that has a canary only ends the canary. */
export const rollBackApp =
  (app: App, { to, force }: RollbackOptions = {}): Change =>
  async (state, made) => {
    const running = servedOf(state, app)?.canary
    if (to === undefined && running) {
      const next = withApp(state, app, { stable: servedOf(state, app)!.stable })
      return {
        state: inEverythingTrail(withBad(state, next, [app], made), made),
        action: `rollback ${app}: end canary ${labelOf(app, running.build)}`,
      }
    }
    const target = to ?? (await targetOf(state, made, app))
    if (target === null) throw nothingEarlier(state, app)
    const earlier = await made.earlier(target)
    if (keyOf(earlier, app) === null) throw new CommandError(`${app} was not in revision ${target}.`)
    const restored =
      app === SETTINGS ? { ...state, settings: earlier.settings } : withApp(state, app, earlier.apps[app]!)
    if (app === SETTINGS) checkSettings(restored.settings, { before: state.settings, force })
    rejectBad(state, keysOf(restored, app), force)
    const next = withBad(state, withoutBad(restored, [app]), [app], made)
    const trail = { ...next.trail, [app]: trailOf(earlier, app) }
    return {
      state: inEverythingTrail({ ...next, trail }, made),
      action: `rollback ${nameOf(app)} to revision ${target}`,
      restores: target,
    }
  }

/**
 * Restores an earlier revision. By default it is the latest one that differs, has every remote
 * that is served now, and contains nothing that was rolled back from.
 */
export const rollBackAll =
  ({ to, force }: RollbackOptions = {}): Change =>
  async (state, made) => {
    const target = to ?? (await targetOfAll(state, made))
    if (target === null)
      throw new CommandError(
        `No earlier revision of ${state.settings.name} is good and has all its remotes: name one with --to.`,
      )
    const earlier = await made.earlier(target)
    if (!earlier.apps[HOST]) throw new CommandError(`Revision ${target} had no host yet.`)
    const apps = [...new Set([...allApps(state), ...allApps(earlier)])]
    const { minimumRevision } = state
    const restored: State = {
      settings: earlier.settings,
      apps: earlier.apps,
      ...(minimumRevision !== undefined && { minimumRevision }),
      trail: earlier.trail,
      bad: state.bad,
    }
    // unchanged settings must not prevent a rollback
    if (keyOf(restored, SETTINGS) !== keyOf(state, SETTINGS))
      checkSettings(restored.settings, { before: state.settings, force })
    rejectBad(
      state,
      apps.flatMap((app) => keysOf(restored, app)),
      force,
    )
    return {
      state: withBad(state, withoutBad(restored, apps), apps, made),
      action: `rollback everything to revision ${target}`,
      restores: target,
    }
  }

function targetOfAll(state: State, made: NewRevision): Promise<number | null> {
  const apps = allApps(state)
  const now = fingerprint(state, apps)
  return latestOf(trailOf(state, EVERYTHING), made, (earlier) => {
    const all = allApps(earlier)
    return (
      apps.every((app) => keyOf(earlier, app) !== null) &&
      fingerprint(earlier, all) !== now &&
      !apps.some((app) => isCanaryOfNow(state, earlier, app)) &&
      !all.some((app) => keysOf(earlier, app).some((key) => Object.hasOwn(state.bad, key)))
    )
  })
}

/** Whether an earlier revision served, as a canary, the build that is being rolled back from. */
function isCanaryOfNow(now: State, earlier: State, app: App): boolean {
  const [served, before] = [servedOf(now, app), servedOf(earlier, app)?.canary]
  if (!served || !before) return false
  const key = keyOfBuild(app, before.build)
  const isStep =
    served.canary !== undefined &&
    keyOfBuild(app, served.canary.build) === key &&
    served.canary.percent !== before.percent
  return isStep || keyOf(now, app) === key
}

const fingerprint = (state: State, apps: readonly App[]): string =>
  [...apps]
    .sort()
    .flatMap((app) => keysOf(state, app))
    .join()

function withBad(before: State, after: State, apps: readonly App[], made: NewRevision): State {
  const { revision, at, who, why } = made
  const removed = apps.flatMap((app) => {
    const kept = new Set(keysOf(after, app))
    return keysOf(before, app).filter((key) => !kept.has(key))
  })
  const marks = Object.fromEntries(removed.map((key) => [key, { revision, at, who, why }]))
  return { ...after, bad: { ...after.bad, ...marks } }
}

function withoutBad(state: State, apps: readonly App[]): State {
  const served = new Set(apps.flatMap((app) => keysOf(state, app)))
  return {
    ...state,
    bad: Object.fromEntries(Object.entries(state.bad).filter(([key]) => !served.has(key))),
  }
}
