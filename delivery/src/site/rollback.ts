import { CommandError } from '@console/shared-kernel/command'
import { inEverythingTrail, withPart, type Change, type Past } from './environmentChanges'
import { HOST } from './siteLayout'
import {
  allParts,
  EVERYTHING,
  keyOf,
  keyOfBuild,
  keysOf,
  labelOf,
  latestOf,
  servedOf,
  SETTINGS,
  targetOf,
  trailOf,
  type Part,
  type State,
} from './environmentRevision'
import { checkSettings } from './environmentSettings'

export const nameOf = (part: Part): string => (part === SETTINGS ? 'the settings' : part)

function nothingEarlier(state: State, part: Part): CommandError {
  const { name } = state.settings
  return allParts(state).includes(part)
    ? new CommandError([
        `There is nothing earlier of ${nameOf(part)} in ${name}.`,
        'Name a revision (--to N, with --force if it was rolled back), or promote another release.',
        ...(part === HOST || part === SETTINGS ? [] : [`To serve none: console-delivery remove ${part}`]),
      ])
    : new CommandError(
        `There is no part '${part}' in ${name}. There are: ${Object.keys(state.parts).join(', ')}.`,
      )
}

/** A rollback this soon after another one may be the same one: of a colleague, or after a lost answer. */
const REPEAT_MS = 600_000

/** @throws CommandError if the last change of the part (or of everything) is a rollback of the last minutes */
export function refuseRepeat(state: State, { revision, at }: Past, part: Part | undefined): void {
  if (part !== undefined && servedOf(state, part)?.canary) return
  const changed = trailOf(state, part ?? EVERYTHING).at(-1) ?? 0
  const [last] = Object.entries(state.bad)
    .filter(([key]) => part === undefined || key.startsWith(`${part}/`))
    .map(([, mark]) => mark)
    .filter((mark) => mark.revision > changed && Date.parse(at) - Date.parse(mark.at) < REPEAT_MS)
    .sort((one, other) => other.revision - one.revision)
  if (!last) return
  const [what, unchanged, words] =
    part === undefined
      ? ['everything', 'Nothing has changed since.', '--yes']
      : part === SETTINGS
        ? [nameOf(part), 'The settings have not changed since.', '--settings']
        : [part, `${part} has not changed since.`, part]
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

/** Restores one part. Without `to`, a rollback of a part that has a canary only ends the canary. */
export const rollBackPart =
  (part: Part, { to, force }: RollbackOptions = {}): Change =>
  async (state, past) => {
    const running = servedOf(state, part)?.canary
    if (to === undefined && running) {
      const next = withPart(state, part, { stable: servedOf(state, part)!.stable })
      return {
        state: inEverythingTrail(withBadMarks(state, next, [part], past), past),
        action: `rollback ${part}: end canary ${labelOf(part, running.build)}`,
      }
    }
    const target = to ?? (await targetOf(state, past, part))
    if (target === null) throw nothingEarlier(state, part)
    const earlier = await past.earlier(target)
    if (keyOf(earlier, part) === null) throw new CommandError(`${part} was not in revision ${target}.`)
    const restored =
      part === SETTINGS
        ? { ...state, settings: earlier.settings }
        : withPart(state, part, earlier.parts[part]!)
    if (part === SETTINGS) checkSettings(restored.settings, { before: state.settings, force })
    refuseBadIn(state, restored, [part], force)
    const next = withBadMarks(state, withoutBadMarks(restored, [part]), [part], past)
    const trail = { ...next.trail, [part]: trailOf(earlier, part) }
    return {
      state: inEverythingTrail({ ...next, trail }, past),
      action: `rollback ${nameOf(part)} to revision ${target}`,
      restores: target,
    }
  }

/**
 * Restores an earlier revision. By default it is the latest one that differs, has every remote
 * that is served now, and contains nothing that was rolled back from.
 */
export const rollBackAll =
  ({ to, force }: RollbackOptions = {}): Change =>
  async (state, past) => {
    const target = to ?? (await targetOfAll(state, past))
    if (target === null)
      throw new CommandError(
        `There is nothing earlier in ${state.settings.name} that is good and has all its remotes: name a revision with --to.`,
      )
    const earlier = await past.earlier(target)
    if (!earlier.parts[HOST]) throw new CommandError(`Revision ${target} had no host yet.`)
    const parts = [...new Set([...allParts(state), ...allParts(earlier)])]
    const { minimumRevision } = state
    const restored: State = {
      settings: earlier.settings,
      parts: earlier.parts,
      ...(minimumRevision !== undefined && { minimumRevision }),
      trail: earlier.trail,
      bad: state.bad,
    }
    // unchanged settings must not prevent a rollback
    if (keyOf(restored, SETTINGS) !== keyOf(state, SETTINGS))
      checkSettings(restored.settings, { before: state.settings, force })
    refuseBadIn(state, restored, parts, force)
    return {
      state: withBadMarks(state, withoutBadMarks(restored, parts), parts, past),
      action: `rollback everything to revision ${target}`,
      restores: target,
    }
  }

function targetOfAll(state: State, past: Past): Promise<number | null> {
  const parts = allParts(state)
  const now = fingerprint(state, parts)
  return latestOf(trailOf(state, EVERYTHING), past, (earlier) => {
    const all = allParts(earlier)
    return (
      parts.every((part) => keyOf(earlier, part) !== null) &&
      fingerprint(earlier, all) !== now &&
      !parts.some((part) => isCanaryOfNow(state, earlier, part)) &&
      !all.some((part) => keysOf(earlier, part).some((key) => Object.hasOwn(state.bad, key)))
    )
  })
}

/** Whether an earlier revision served, as a canary, the build that is being rolled back from. */
function isCanaryOfNow(now: State, earlier: State, part: Part): boolean {
  const [served, before] = [servedOf(now, part), servedOf(earlier, part)?.canary]
  if (!served || !before) return false
  const key = keyOfBuild(part, before.build)
  const isStep =
    served.canary !== undefined &&
    keyOfBuild(part, served.canary.build) === key &&
    served.canary.percent !== before.percent
  return isStep || keyOf(now, part) === key
}

const fingerprint = (state: State, parts: readonly Part[]): string =>
  [...parts]
    .sort()
    .flatMap((part) => keysOf(state, part))
    .join()

function withBadMarks(before: State, after: State, parts: readonly Part[], past: Past): State {
  const { revision, at, who, why } = past
  const left = parts.flatMap((part) => {
    const kept = new Set(keysOf(after, part))
    return keysOf(before, part).filter((key) => !kept.has(key))
  })
  const marks = Object.fromEntries(left.map((key) => [key, { revision, at, who, why }]))
  return { ...after, bad: { ...after.bad, ...marks } }
}

function refuseBadIn(
  state: State,
  restored: State,
  parts: readonly Part[],
  force: boolean | undefined,
): void {
  if (force) return
  const found = parts.flatMap((part) => keysOf(restored, part).map((key) => ({ part, key })))
  const bad = found.find(({ key }) => Object.hasOwn(state.bad, key))
  if (!bad) return
  const { revision, why } = state.bad[bad.key]!
  const what = bad.part === SETTINGS ? 'These settings were' : `${bad.key.replace('/', '@')} was`
  throw new CommandError(
    `${what} rolled back from in revision ${revision} (${why}): --force serves them again.`,
  )
}

function withoutBadMarks(state: State, parts: readonly Part[]): State {
  const served = new Set(parts.flatMap((part) => keysOf(state, part)))
  return {
    ...state,
    bad: Object.fromEntries(Object.entries(state.bad).filter(([key]) => !served.has(key))),
  }
}
