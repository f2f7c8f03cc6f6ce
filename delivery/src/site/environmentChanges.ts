import { CommandError } from '@console/shared-kernel/command'
import { HOST, releaseId } from './siteLayout'
import {
  EVERYTHING,
  keyOf,
  keyOfBuild,
  labelOf,
  servedOf,
  SETTINGS,
  trailOf,
  trailWith,
  type Build,
  type EarlierStates,
  type Evidence,
  type Part,
  type Served,
  type State,
} from './environmentRevision'
import { checkReadable, checkSettings, type EnvironmentSettings } from './environmentSettings'

/** All that affects the result of a change, together with the state. */
export interface Past extends EarlierStates {
  revision: number
  who: string
  why: string
  /** ISO 8601. */
  at: string
}

export interface ChangeOutcome {
  state: State
  /** For the history. */
  action: string
  restores?: number
  evidence?: Evidence
}

/** Those of this file are pure, so that commands can be tested without a site; commands also read files. */
export type Change = (state: State, past: Past) => ChangeOutcome | Promise<ChangeOutcome>

export interface PromoteOptions {
  /** Allows a release that was rolled back from. */
  force?: boolean
  /** Without it, another release's canary is not ended. */
  endCanary?: boolean
  evidence?: Evidence
}

/** The first state has no host yet. */
export function initialState(settings: EnvironmentSettings, force?: boolean): State {
  checkSettings(settings, { force })
  return { settings, parts: {}, trail: { [SETTINGS]: [1], [EVERYTHING]: [1] }, bad: {} }
}

/** Omitted settings do not change. @param requires null switches it off */
export type SettingsChange = Partial<Omit<EnvironmentSettings, 'name' | 'requires' | 'developer'>> & {
  requires?: string | null | undefined
  developer?: boolean | undefined
}

export const changeSettings =
  (change: SettingsChange, force?: boolean): Change =>
  (state, past) => {
    const { requires, developer, ...others } = { ...state.settings, ...change }
    const settings = { ...others, ...(developer && { developer }), ...(requires && { requires }) }
    checkSettings(settings, { before: state.settings, force })
    const next = { ...state, settings }
    const key = keyOf(next, SETTINGS)!
    // setting them again removes the mark of an earlier rollback
    return {
      state: inPartTrail({ ...next, bad: without(state.bad, key) }, past, SETTINGS),
      action: `settings ${Object.keys(change).join(', ')}`,
    }
  }

/** Serves a build to everybody, and ends a canary of it. */
export const promoteChange =
  (part: Part, build: Build, { force, endCanary, evidence }: PromoteOptions = {}): Change =>
  (state, past) => {
    if (part !== HOST && !state.parts[HOST])
      throw new CommandError('There is no host yet: promote one first.')
    checkReadable(state.settings)
    refuseBad(state, part, build, force)
    const running = servedOf(state, part)?.canary
    const isOther = running !== undefined && releaseId(running.build) !== releaseId(build)
    if (isOther && !endCanary)
      throw new CommandError(
        `This would end the canary ${labelOf(part, running.build)} (${running.percent} %): use --end-canary.`,
      )
    const next = withPart(withoutBadMark(state, part, build), part, { stable: build })
    return {
      state: inPartTrail(next, past, part),
      action: `promote ${labelOf(part, build)}${isOther ? `, which ends canary ${labelOf(part, running.build)}` : ''}`,
      ...(evidence && { evidence }),
    }
  }

/** Serves a build to a share of the users. @param percent 0 ends the canary */
export const setCanary =
  (
    part: Part,
    build: Build,
    percent: number,
    { force, evidence }: Omit<PromoteOptions, 'endCanary'> = {},
  ): Change =>
  (state, past) => {
    const { name } = state.settings
    const before = servedOf(state, part)
    if (!before) throw new CommandError(`${part} is not in ${name}: promote a release of it first.`)
    const running = before.canary
    const action = `canary ${labelOf(part, build)} ${percent} %`
    if (percent === 0) {
      const label = running && labelOf(part, running.build)
      if (label !== labelOf(part, build))
        throw new CommandError(
          `${labelOf(part, build)} is not the canary of ${name}${label ? `: ${label} is` : ''}.`,
        )
      return { state: inEverythingTrail(withPart(state, part, { stable: before.stable }), past), action }
    }
    checkReadable(state.settings)
    refuseBad(state, part, build, force)
    if (releaseId(before.stable) === releaseId(build))
      throw new CommandError(`${labelOf(part, build)} is already served to everybody.`)
    const canary = { build, percent }
    const next = withPart(withoutBadMark(state, part, build), part, { stable: before.stable, canary })
    return { state: inEverythingTrail(next, past), action, ...(evidence && { evidence }) }
  }

export const removeRemote =
  (part: Part): Change =>
  (state, past) => {
    const served = servedOf(state, part)
    if (part === HOST || !served) throw new CommandError(`${part} is not a remote of ${state.settings.name}.`)
    const { canary } = served
    return {
      state: inPartTrail({ ...state, parts: without(state.parts, part) }, past, part),
      action: `remove ${part}${canary ? `, which ends canary ${labelOf(part, canary.build)}` : ''}`,
    }
  }

/** With a reload of open pages of earlier revisions, where the change is urgent. */
export const withReload =
  (change: Change, isUrgent: boolean | undefined): Change =>
  async (state, past) => {
    const done = await change(state, past)
    return isUrgent ? { ...done, state: { ...done.state, minimumRevision: past.revision } } : done
  }

export const withPart = (state: State, part: Part, served: Served): State => ({
  ...state,
  parts: { ...state.parts, [part]: served },
})

const inPartTrail = (state: State, past: Past, part: Part): State =>
  inEverythingTrail(
    { ...state, trail: { ...state.trail, [part]: trailWith(trailOf(state, part), past.revision) } },
    past,
  )

/** Each change is also a step in the trail of the whole environment. */
export const inEverythingTrail = (state: State, { revision }: Past): State => ({
  ...state,
  trail: { ...state.trail, [EVERYTHING]: trailWith(trailOf(state, EVERYTHING), revision) },
})

function refuseBad(state: State, part: Part, build: Build, force: boolean | undefined): void {
  const mark = state.bad[keyOfBuild(part, build)]
  if (mark && !force)
    throw new CommandError(
      `${labelOf(part, build)} was rolled back from in revision ${mark.revision} (${mark.why}): --force serves it again.`,
    )
}

const withoutBadMark = (state: State, part: Part, build: Build): State => ({
  ...state,
  bad: without(state.bad, keyOfBuild(part, build)),
})

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  const { [key]: _, ...others } = record
  return others
}
