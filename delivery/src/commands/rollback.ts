import { z } from 'zod'
import { CommandError, UsageError } from '@console/shared-kernel/command'
import type { Environment } from '@console/shared-kernel/remote'
import {
  CHANGE_OPTIONS,
  changeInput,
  changeOutput,
  command,
  describeRevision,
  printChange,
  readChange,
  wholeNumber,
  type Values,
} from '../service/command'
import {
  allApps,
  differences,
  keyOf,
  keyOfBuild,
  servedOf,
  SETTINGS,
  type App,
  type Build,
  type Change,
  type ChangeOutcome,
  type Evidence,
  type State,
} from '../site/environmentChanges'
import { Forbidden, isOwner } from '../service/teams'
import { commit, preview } from '../site/environmentStore'
import { HOST, type Site } from '../site/files'
import { stateOf, type Revision } from '../site/history'
import { nameOf, rejectRepeat, rollBackAll, rollBackApp } from '../site/rollback'
import { requireEvidence } from '../site/verificationEvidence'
import { compositionProblems } from '../verify/checks'

export const rollback = command({
  usage: 'rollback [NAME|host|--settings] --env ENV --why TEXT [--to REVISION]',
  summary:
    'serves the release of an earlier revision, for one app or for everything, and skips releases that were rolled back [--force] [--expect REVISION] [--urgent]; everything requires --yes',
  options: {
    ...CHANGE_OPTIONS,
    to: { type: 'string' },
    expect: { type: 'string' },
    force: { type: 'boolean' },
    yes: { type: 'boolean' },
    settings: { type: 'boolean' },
  },
  positionals: [0, 1],
  input: z.object({
    ...changeInput,
    part: z.string().optional(),
    to: z.int().positive().optional(),
    /** The revision that the caller believes is served. */
    expect: z.int().positive().optional(),
    force: z.boolean().optional(),
    yes: z.boolean().optional(),
  }),
  output: changeOutput.extend({
    /** The parts of the new document that browsers reject. */
    broken: z.array(z.string()),
  }),
  read: (values, [name]) => ({
    ...readChange(values),
    part: appOf(name, values.settings === true),
    to: revisionOf(values.to, 'to'),
    expect: revisionOf(values.expect, 'expect'),
    force: values.force,
    yes: values.yes,
  }),
  changes: ({ part }) => part ?? HOST,
  // with --force, the command could serve a release that was rolled back from
  isRollback: ({ force }) => force !== true,
  run: async ({ site, who, owns }, { environment, part: app, to, expect, force, yes, why, urgent }) => {
    const options = { ...(to !== undefined && { to }), ...(force && { force }) }
    const any = app === undefined ? rollBackAll(options) : rollBackApp(app, options)
    const change = to === undefined || isOwner(owns, app ?? HOST) ? any : withSameApps(any, to)
    const note = { who, why, urgent }
    if (app === undefined && !yes) {
      const { before, state, action, document } = await preview(site, environment, note, change)
      const lines = differences(stateOf(before), state)
      throw new CommandError([
        `${action} would change:`,
        ...[...lines, ...(await brokenIn(site, document))].map((line) => `  ${line}`),
        `Use --expect ${before.revision} --yes to do it.`,
      ])
    }
    const words = `rollback ${app === undefined ? 'everything' : nameOf(app)}`
    /** True if the same command already made this rollback, but was interrupted or lost the response. */
    const isDone = (served: Revision): boolean =>
      served.revision - 1 === expect &&
      [served.who, served.why].join() === [who, why].join() &&
      served.action.replace(/(?: to |: ).*/, '') === words &&
      (to === undefined || served.restores === to)
    const rollBack: Change = async (state, made) => {
      if (expect !== undefined && expect !== made.revision - 1)
        throw new CommandError(
          `${environment} serves revision ${made.revision - 1} now, not ${expect}: look at its history, then decide.`,
        )
      if (to === undefined && expect === undefined) rejectRepeat(state, made, app)
      const outcome = await change(state, made)
      return to === undefined ? outcome : withEvidence(site, state, outcome, force === true)
    }
    const revision = await commit(site, environment, note, rollBack, isDone)
    return {
      ...(await describeRevision(site, environment, revision)),
      broken: await brokenIn(site, revision.document),
    }
  },
  print: ({ broken, ...done }) => [...printChange(done), ...broken.map((what) => `  ${what}`)],
})

/** A team that may only roll back must not remove or add a remote by naming a revision. */
const withSameApps =
  (change: Change, to: number): Change =>
  async (state, made) => {
    const outcome = await change(state, made)
    const [before, after] = [allApps(state), allApps(outcome.state)]
    const changed = [...before, ...after].filter((app) => !before.includes(app) || !after.includes(app))
    if (changed.length === 0) return outcome
    throw new Forbidden(
      `Revision ${to} removes or adds ${changed.join(', ')}, which only the owner may do: name another one.`,
    )
  }

/**
 * Requires evidence for each build that the named revision serves to more users than now: the required
 * environment may never have served it, or it may not have been verified since. Without --force, a stable
 * release needs no evidence, because it was already served to everybody here.
 */
async function withEvidence(
  site: Site,
  before: State,
  outcome: ChangeOutcome,
  force: boolean,
): Promise<ChangeOutcome> {
  const { state } = outcome
  if (before.settings.requires === undefined) return outcome
  const risen = Object.entries(state.apps)
    .flatMap(([app, { stable, canary }]) => [
      ...(force ? [{ app, build: stable, percent: 100 }] : []),
      ...(canary ? [{ app, ...canary }] : []),
    ])
    .filter(({ app, build, percent }) => percent > percentOf(before, app, build))
  const required = { ...state, settings: before.settings }
  let evidence: Evidence | undefined
  for (const { app, build } of risen) {
    const found = await requireEvidence(site, required, { app, build, force })
    evidence ??= found
  }
  return { ...outcome, ...(evidence && { evidence }) }
}

/** Returns the percentage of users that a build is served to. */
function percentOf(state: State, app: App, build: Build): number {
  const served = servedOf(state, app)
  const key = keyOfBuild(app, build)
  if (keyOf(state, app) === key) return 100
  return served?.canary && keyOfBuild(app, served.canary.build) === key ? served.canary.percent : 0
}

/** Rollbacks are for emergencies, so incompatibilities are printed but do not prevent a rollback. */
const brokenIn = async (site: Site, document: Environment): Promise<string[]> =>
  [...new Set((await compositionProblems(site, document)).map(({ what }) => what))].map(
    (what) => `will not be shown: ${what}`,
  )

function appOf(name: string | undefined, settings: boolean): string | undefined {
  if (name !== undefined && settings) throw new UsageError(`Use either '${name}' or --settings.`)
  return settings ? SETTINGS : name
}

const MAX_REVISION = 999_999

const revisionOf = (text: Values[string], option: string): number | undefined =>
  text === undefined ? undefined : wholeNumber(text, option, 1, MAX_REVISION)
