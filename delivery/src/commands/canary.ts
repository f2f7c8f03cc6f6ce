import { z } from 'zod'
import { UsageError, CommandError } from '../errors/commandError'
import { setCanary } from '../site/environmentChanges'
import { readCurrent } from '../site/history'
import { MAX_SESSIONS } from '../service/tabSessionStore'
import { requireEvidence } from '../site/verificationEvidence'
import { buildOf, findRelease } from '../site/releases'
import { problemsOf } from '../verify/releaseProblems'
import { changeCommand, required, wholeNumber, type Values } from './command'
import { ownerOfRelease, readRelease, RELEASE_OPTIONS, releaseFields } from './promote'
import { refuseIf } from '../errors/checkProblem'

/** Three failing sessions are needed to roll back. */
const MIN_SESSIONS = 3

/** Percents. */
const STEPS = z
  .array(z.int().min(1).max(100))
  .min(1)
  .refine((steps) => steps.every((step, at) => at === 0 || step > steps[at - 1]!), '--steps must rise.')

const PLAN = z.object({
  steps: STEPS,
  holdMs: z.int().min(0),
  maxFailures: z.number().min(0).max(100),
  minSessions: z.int().min(MIN_SESSIONS).max(MAX_SESSIONS),
})

export const canary = changeCommand({
  usage: 'canary NAME@VERSION --percent N | --steps N,N,... --env ENV --why TEXT',
  summary:
    'serves a release to a share of the users, 0 ends it [--requires ENV] [--end-canary] [--force] [--urgent]; with --steps the service raises the share or rolls back by itself [--hold 10m] [--max-failures 1%] [--min-sessions 50]',
  options: {
    ...RELEASE_OPTIONS,
    percent: { type: 'string' },
    steps: { type: 'string' },
    hold: { type: 'string', default: '10m' },
    'max-failures': { type: 'string', default: '1%' },
    'min-sessions': { type: 'string', default: '50' },
  },
  positionals: [1, 1],
  fields: { ...releaseFields, percent: z.int().min(0).max(100), plan: PLAN.optional() },
  read: (values, positionals) => {
    const plan = values.steps === undefined ? undefined : readPlan(values)
    if (plan && values.percent !== undefined) throw new UsageError('Use either --percent or --steps.')
    return {
      ...readRelease(values, positionals),
      percent: plan ? plan.steps[0] : wholeNumber(required(values, 'percent').percent, 'percent', 0, 100),
      plan,
    }
  },
  needs: ownerOfRelease,
  change: (
    { site, budgets, telemetry },
    { environment, release, percent, plan, requires, force, endCanary },
  ) => {
    if (plan && !telemetry)
      throw new CommandError(
        '--steps needs the delivery service, which knows how releases do: set CONSOLE_DELIVERY_URL.',
      )
    const found = findRelease(site, release)
    const { part, build } = buildOf(found.record)
    return (state, past) => {
      // 0 % takes the release back, and a corrupt release is a reason to do so
      if (percent === 0) return setCanary(part, build, 0)(state, past)
      refuseIf(problemsOf(site, found, readCurrent(site, environment).document, budgets))
      if (plan && !state.settings.telemetryUrl)
        throw new CommandError(`${environment} has no telemetry, so the release's health would not be known.`)
      const evidence = requireEvidence(site, state, { part, build, requires, force })
      const options = { force, endCanary, evidence, plan: plan && { ...plan, step: 0, since: Date.now() } }
      return setCanary(part, build, percent, options)(state, past)
    }
  },
})

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

function readPlan(values: Values) {
  const [, amount, unit] = /^(\d{1,5})([smh])$/.exec(String(values.hold)) ?? []
  if (amount === undefined) throw new UsageError('--hold must be a duration such as 30s, 10m or 2h.')
  return {
    steps: String(values.steps)
      .split(',')
      .map((text) => wholeNumber(text.trim(), 'steps', 1, 100)),
    holdMs: Number(amount) * UNIT_MS[unit!]!,
    maxFailures: percentOf(String(values['max-failures']), 'max-failures'),
    minSessions: wholeNumber(values['min-sessions'], 'min-sessions', MIN_SESSIONS, MAX_SESSIONS),
  }
}

function percentOf(text: string, option: string): number {
  const [, number] = /^(\d{1,3}(?:\.\d+)?)%?$/.exec(text) ?? []
  if (number !== undefined && Number(number) <= 100) return Number(number)
  throw new UsageError(`--${option} must be a percentage from 0 to 100, such as 0.5%, not '${text}'.`)
}
