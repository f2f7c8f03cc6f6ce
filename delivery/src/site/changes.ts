import { Refusal } from '../refusal'
import type { Plan } from '../service/sessions'
import { HOST, releaseId } from './layout'
import {
  allParts,
  extended,
  EVERYTHING,
  keyOf,
  keyOfBuild,
  keysOf,
  labelOf,
  SETTINGS,
  type Build,
  type Evidence,
  type Part,
  type Served,
  type State,
} from './revision'
import { checkSettings, type EnvironmentSettings } from './settings'

/** What a change may know of the site: nothing else decides what comes of it. */
export interface Past {
  /** The number that the change will have. */
  revision: number
  who: string
  why: string
  /** ISO 8601 instant. */
  at: string
  /** @throws Refusal where there is no such revision */
  earlier: (revision: number) => State
}

export interface Changed {
  state: State
  /** What was done, for the history. */
  action: string
  restores?: number
  evidence?: Evidence
}

/** An environment before and after; pure, so that what a command does can be read and tested. */
export type Change = (state: State, past: Past) => Changed

export interface PromoteOptions {
  /** Promotes a release that was rolled back from. */
  force?: boolean
  /** Ends a canary of another release that is running. */
  endCanary?: boolean
  evidence?: Evidence
}

export interface CanaryOptions extends Omit<PromoteOptions, 'endCanary'> {
  plan?: Plan
}

/** @returns the environment's first state; it has no host yet */
export function initialState(settings: EnvironmentSettings): State {
  checkSettings(settings)
  return { settings, parts: {}, trail: { [SETTINGS]: [1], [EVERYTHING]: [1] }, bad: {} }
}

/** What is left out stays as it is. @param requires null switches it off */
export type SettingsChange = Partial<Omit<EnvironmentSettings, 'name' | 'requires'>> & {
  requires?: string | null | undefined
}

export const changeSettings =
  ({ requires, ...change }: SettingsChange): Change =>
  (state, past) => {
    const { requires: before, ...others } = { ...state.settings, ...change }
    const wanted = requires === undefined ? before : requires
    const settings = { ...others, ...(wanted && { requires: wanted }) }
    checkSettings(settings)
    const next = { ...state, settings }
    const key = keyOf(next, SETTINGS)!
    // to say them again is to want them
    return {
      state: touched({ ...next, bad: without(state.bad, key) }, past, SETTINGS),
      action: `settings ${[...Object.keys(change), ...(requires === undefined ? [] : ['requires'])].join(', ')}`,
    }
  }

/** Serves a build to everybody. A canary of it has come to its end. */
export const promote =
  (part: Part, build: Build, { force, endCanary, evidence }: PromoteOptions = {}): Change =>
  (state, past) => {
    if (part !== HOST && !state.parts[HOST]) throw new Refusal('There is no host yet: promote one first.')
    refuseBad(state, part, build, force)
    const running = servedOf(state, part)?.canary
    if (running && releaseId(running.build) !== releaseId(build) && !endCanary) {
      throw new Refusal(
        `This would end the canary ${labelOf(part, running.build)} (${running.percent} %): say --end-canary.`,
      )
    }
    const next = withPart(forgiven(state, part, build), part, { stable: build })
    const ended = running && releaseId(running.build) !== releaseId(build) && labelOf(part, running.build)
    return {
      state: touched(next, past, part),
      action: `promote ${labelOf(part, build)}${ended ? `, which ends canary ${ended}` : ''}`,
      ...(evidence && { evidence }),
    }
  }

/** Serves a build to a share of the users. @param percent 0 ends it */
export const setCanary =
  (part: Part, build: Build, percent: number, { force, evidence, plan }: CanaryOptions = {}): Change =>
  (state, past) => {
    const { name } = state.settings
    const before = servedOf(state, part)
    if (!before) throw new Refusal(`${part} is not in ${name}: promote a release of it first.`)
    const step = plan ? ` (step ${plan.step + 1} of ${plan.steps.length})` : ''
    const action = `canary ${labelOf(part, build)} ${percent} %${step}`
    if (percent === 0) {
      const running = before.canary && labelOf(part, before.canary.build)
      if (running !== labelOf(part, build))
        throw new Refusal(
          `${labelOf(part, build)} is no canary of ${name}${running ? `, but ${running}` : ''}.`,
        )
      return { state: changed(withPart(state, part, { stable: before.stable }), past), action }
    }
    refuseBad(state, part, build, force)
    if (releaseId(before.stable) === releaseId(build))
      throw new Refusal(`${labelOf(part, build)} is what everybody has already.`)
    const canary = { build, percent, ...(plan && { plan }) }
    const next = withPart(forgiven(state, part, build), part, { stable: before.stable, canary })
    return { state: changed(next, past), action, ...(evidence && { evidence }) }
  }

export const removeRemote =
  (part: Part): Change =>
  (state, past) => {
    if (part === HOST || !servedOf(state, part))
      throw new Refusal(`${part} is not in ${state.settings.name}, or no remote.`)
    const running = servedOf(state, part)?.canary
    return {
      state: touched({ ...state, parts: without(state.parts, part) }, past, part),
      action: `remove ${part}${running ? `, which ends canary ${labelOf(part, running.build)}` : ''}`,
    }
  }

export interface RollbackOptions {
  /** The revision to go to; without it the one before. */
  to?: number
  /** Also to what was rolled back from. */
  force?: boolean
}

/**
 * One part as it was before, the rest as it is. Where a canary of it is served and no revision is named, the
 * canary ends, and everybody keeps what they have.
 */
export const rollBackPart =
  (part: Part, { to, force }: RollbackOptions = {}): Change =>
  (state, past) => {
    const running = servedOf(state, part)?.canary
    if (to === undefined && running) {
      const next = withPart(state, part, { stable: servedOf(state, part)!.stable })
      return {
        state: changed(marked(state, next, [part], past), past),
        action: `rollback ${part}: end canary ${labelOf(part, running.build)}`,
      }
    }
    const target = to ?? targetOf(state, past, part)
    if (target === null) throw new Refusal(`There is nothing earlier of ${part} in ${state.settings.name}.`)
    const earlier = past.earlier(target)
    if (keyOf(earlier, part) === null) throw new Refusal(`${part} was not in revision ${target}.`)
    const restored =
      part === SETTINGS
        ? { ...state, settings: earlier.settings }
        : withPart(state, part, earlier.parts[part]!)
    refuseBadIn(state, restored, [part], force)
    const next = marked(state, forgivenAll(restored, [part]), [part], past)
    const trail = { ...next.trail, [part]: trailOf(earlier, part) }
    return {
      state: changed({ ...next, trail }, past),
      action: `rollback ${part} to revision ${target}`,
      restores: target,
    }
  }

/**
 * All of it as an earlier revision was: host, remotes, canaries and settings. Without `to` it is the last one
 * that was another one, had every remote that is served now, and nothing in it that was rolled back from.
 */
export const rollBackAll =
  ({ to, force }: RollbackOptions = {}): Change =>
  (state, past) => {
    const target = to ?? wholeTarget(state, past)
    if (target === null)
      throw new Refusal(
        `There is nothing earlier in ${state.settings.name} that is good and has all its remotes: name a revision with --to.`,
      )
    const earlier = past.earlier(target)
    if (!earlier.parts[HOST]) throw new Refusal(`Revision ${target} had no host yet.`)
    const parts = [...new Set([...allParts(state), ...allParts(earlier)])]
    const { minimumRevision } = state
    const restored: State = {
      settings: earlier.settings,
      parts: earlier.parts,
      ...(minimumRevision !== undefined && { minimumRevision }),
      trail: earlier.trail,
      bad: state.bad,
    }
    refuseBadIn(state, restored, parts, force)
    return {
      state: marked(state, forgivenAll(restored, parts), parts, past),
      action: `rollback everything to revision ${target}`,
      restores: target,
    }
  }

/** Open tabs of older revisions are told to reload. */
export const requireReload =
  (change: Change): Change =>
  (state, past) => {
    const done = change(state, past)
    return { ...done, state: { ...done.state, minimumRevision: past.revision } }
  }

/** Where a rollback of a part goes, or null: also what browsers fall back to by themselves. */
export function targetOf(state: State, past: Pick<Past, 'earlier'>, part: Part): number | null {
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

function wholeTarget(state: State, past: Past): number | null {
  const parts = allParts(state)
  const now = fingerprint(state, parts)
  const found = trailOf(state, EVERYTHING)
    .slice(0, -1)
    .reverse()
    .find((revision) => {
      const earlier = past.earlier(revision)
      const all = allParts(earlier)
      return (
        parts.every((part) => keyOf(earlier, part) !== null) &&
        fingerprint(earlier, all) !== now &&
        !all.some((part) => keysOf(earlier, part).some((key) => Object.hasOwn(state.bad, key)))
      )
    })
  return found ?? null
}

const fingerprint = (state: State, parts: readonly Part[]): string =>
  [...parts]
    .sort()
    .map((part) => `${keysOf(state, part).join()} ${servedOf(state, part)?.canary?.percent ?? ''}`)
    .join('\n')

/** The end of it is the revision that gave the part its value: rollbacks cut it and add nothing. */
const trailOf = (state: State, part: Part): number[] =>
  Object.hasOwn(state.trail, part) ? state.trail[part]! : []

export const servedOf = (state: State, part: Part): Served | undefined =>
  Object.hasOwn(state.parts, part) ? state.parts[part] : undefined

const withPart = (state: State, part: Part, served: Served): State => ({
  ...state,
  parts: { ...state.parts, [part]: served },
})

/** The part has been given another value: there is one more step back. */
const touched = (state: State, past: Past, part: Part): State =>
  changed(
    { ...state, trail: { ...state.trail, [part]: extended(trailOf(state, part), past.revision) } },
    past,
  )

const changed = (state: State, { revision }: Past): State => ({
  ...state,
  trail: { ...state.trail, [EVERYTHING]: extended(trailOf(state, EVERYTHING), revision) },
})

/** What these parts gave to somebody, and give to nobody now, was rolled back from. */
function marked(before: State, after: State, parts: readonly Part[], past: Past): State {
  const { revision, at, who, why } = past
  const left = parts.flatMap((part) => {
    const kept = new Set(keysOf(after, part))
    return keysOf(before, part).filter((key) => !kept.has(key))
  })
  const marks = Object.fromEntries(left.map((key) => [key, { revision, at, who, why }]))
  return { ...after, bad: { ...after.bad, ...marks } }
}

function refuseBad(state: State, part: Part, build: Build, force: boolean | undefined): void {
  const mark = state.bad[keyOfBuild(part, build)]
  if (mark && !force)
    throw new Refusal(
      `${labelOf(part, build)} was rolled back from in revision ${mark.revision} (${mark.why}): --force serves it again.`,
    )
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
  throw new Refusal(`${what} rolled back from in revision ${revision} (${why}): --force serves them again.`)
}

const forgiven = (state: State, part: Part, build: Build): State => ({
  ...state,
  bad: without(state.bad, keyOfBuild(part, build)),
})

function forgivenAll(state: State, parts: readonly Part[]): State {
  const served = new Set(parts.flatMap((part) => keysOf(state, part)))
  return {
    ...state,
    bad: Object.fromEntries(Object.entries(state.bad).filter(([key]) => !served.has(key))),
  }
}

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  const { [key]: _, ...others } = record
  return others
}
