import { z } from 'zod'
import type { Environment } from '@console/shared-kernel/remote'
import { UsageError, CommandError } from '@console/shared-kernel/command'
import { type Change, type ChangeOutcome, withReload } from '../site/environmentChanges'
import { nameOf, refuseRepeat, rollBackAll, rollBackPart } from '../site/rollback'
import { differences } from '../site/stateDifferences'
import { commit, preview } from '../site/environmentStore'
import type { Site } from '../site/siteLayout'
import {
  keyOf,
  keyOfBuild,
  servedOf,
  SETTINGS,
  stateOf,
  type Build,
  type Evidence,
  type Part,
  type Revision,
  type State,
} from '../site/environmentRevision'
import { requireEvidence } from '../site/verificationEvidence'
import { compositionProblems } from '../verify/releaseProblems'
import {
  CHANGE_OPTIONS,
  changeInput,
  command,
  changeResultSchema,
  describeChange,
  printChange,
  readChange,
  wholeNumber,
  type Values,
} from './command'

export const rollback = command({
  usage: 'rollback [NAME|host|--settings] --env ENV --why TEXT [--to REVISION]',
  summary:
    'serves the release of an earlier revision, for one part or for everything, and skips releases that were rolled back [--force] [--expect REVISION] [--urgent]; everything requires --yes',
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
  output: changeResultSchema.extend({
    /** Parts of the new document that browsers refuse. */
    broken: z.array(z.string()),
  }),
  read: (values, [name]) => ({
    ...readChange(values),
    part: partOf(name, values.settings === true),
    to: revisionOf(values.to, 'to'),
    expect: revisionOf(values.expect, 'expect'),
    force: values.force,
    yes: values.yes,
  }),
  needs: ({ part }) => (part === undefined ? 'host' : { part }),
  run: async ({ site, who }, { environment, part, to, expect, force, yes, why, urgent }) => {
    const options = { ...(to !== undefined && { to }), ...(force && { force }) }
    const change = part === undefined ? rollBackAll(options) : rollBackPart(part, options)
    const note = { who, why }
    if (part === undefined && !yes) {
      const { before, state, action, document } = await preview(site, environment, note, change)
      const lines = differences(stateOf(before), state)
      throw new CommandError([
        `${action} would change:`,
        ...[...lines, ...(await brokenIn(site, document))].map((line) => `  ${line}`),
        `Use --expect ${before.revision} --yes to do it.`,
      ])
    }
    const words = `rollback ${part === undefined ? 'everything' : nameOf(part)}`
    /** By the same command, whose answer was lost or which was cut off. */
    const isDone = (served: Revision): boolean =>
      served.revision - 1 === expect &&
      [served.who, served.why].join() === [who, why].join() &&
      served.action.replace(/(?: to |: ).*/, '') === words &&
      (to === undefined || served.restores === to)
    const rollBack: Change = async (state, past) => {
      if (expect !== undefined && expect !== past.revision - 1)
        throw new CommandError(
          `${environment} serves revision ${past.revision - 1} now, not ${expect}: look at its history, then decide.`,
        )
      if (to === undefined && expect === undefined) refuseRepeat(state, past, part)
      const outcome = await withReload(change, urgent)(state, past)
      return to === undefined ? outcome : withEvidence(site, state, outcome, force === true)
    }
    const revision = await commit(site, environment, note, rollBack, isDone)
    return {
      ...(await describeChange(site, environment, revision)),
      broken: await brokenIn(site, revision.document),
    }
  },
  print: ({ broken, ...done }) => [...printChange(done), ...broken.map((what) => `  ${what}`)],
})

/**
 * A named revision may hold what the required environment never served, or what nobody has verified since. A
 * canary may have been ended before. Of the others, only what has been good here is served again without --force.
 */
async function withEvidence(
  site: Site,
  before: State,
  outcome: ChangeOutcome,
  force: boolean,
): Promise<ChangeOutcome> {
  const { state } = outcome
  if (before.settings.requires === undefined) return outcome
  const risen = Object.entries(state.parts)
    .flatMap(([part, { stable, canary }]) => [
      ...(force ? [{ part, build: stable, percent: 100 }] : []),
      ...(canary ? [{ part, ...canary }] : []),
    ])
    .filter(({ part, build, percent }) => percent > percentOf(before, part, build))
  const required = { ...state, settings: before.settings }
  let evidence: Evidence | undefined
  for (const { part, build } of risen) {
    const found = await requireEvidence(site, required, { part, build, force })
    evidence ??= found
  }
  return { ...outcome, ...(evidence && { evidence }) }
}

/** To how many users a build is served. */
function percentOf(state: State, part: Part, build: Build): number {
  const served = servedOf(state, part)
  const key = keyOfBuild(part, build)
  if (keyOf(state, part) === key) return 100
  return served?.canary && keyOfBuild(part, served.canary.build) === key ? served.canary.percent : 0
}

/** Rollbacks are for emergencies: that something no longer fits together is printed, not refused. */
const brokenIn = async (site: Site, document: Environment): Promise<string[]> =>
  [...new Set((await compositionProblems(site, document)).map(({ what }) => what))].map(
    (what) => `will not be shown: ${what}`,
  )

function partOf(name: string | undefined, settings: boolean): string | undefined {
  if (name !== undefined && settings) throw new UsageError(`Use either '${name}' or --settings.`)
  return settings ? SETTINGS : name
}

const MAX_REVISION = 999_999

const revisionOf = (text: Values[string], option: string): number | undefined =>
  text === undefined ? undefined : wholeNumber(text, option, 1, MAX_REVISION)
