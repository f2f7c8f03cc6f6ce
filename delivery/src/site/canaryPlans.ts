import { releaseId } from './siteLayout'
import { labelOf, servedOf, type Part, type Plan, type Served, type State } from './environmentRevision'

type Canary = NonNullable<Served['canary']>

/** E.g. `users@1.1.0-22222222 and its plan (step 2 of 4)`. */
export const canaryInWords = (part: Part, { build, plan }: Canary): string =>
  labelOf(part, build) + (plan ? ` and its plan (${stepInWords(plan)})` : '')

export const stepInWords = ({ step, steps }: Plan): string => `step ${step + 1} of ${steps.length}`

/** An old plan is not restored: its hold is over, so its next step would undo the rollback at once. */
export const withoutPlan = ({ stable, canary }: Served): Served => ({
  stable,
  ...(canary && { canary: { build: canary.build, percent: canary.percent } }),
})

/** For the action of a rollback: running plans end, and earlier ones are not resumed. */
export function plansAfterRollback(before: State, earlier: State, parts: readonly Part[]): string {
  return parts
    .map((part) => {
      const [running, found] = [servedOf(before, part)?.canary, servedOf(earlier, part)?.canary]
      const isSame = running && found?.plan && releaseId(running.build) === releaseId(found.build)
      const ended = running?.plan && !isSame ? `, which ends canary ${canaryInWords(part, running)}` : ''
      return ended + (found?.plan ? `; ${notContinued(part, found, found.plan)}` : '')
    })
    .join('')
}

function notContinued(part: Part, { build, percent }: Canary, plan: Plan): string {
  const { steps, step, holdMs, maxFailures, minSessions } = plan
  const label = labelOf(part, build)
  const options = `--steps ${steps.slice(step).join()} --hold ${duration(holdMs)} --max-failures ${maxFailures}% --min-sessions ${minSessions}`
  return `${label} is held at ${percent} %, its plan is not continued (start it again: canary ${label} ${options})`
}

function duration(ms: number): string {
  const seconds = ms / 1000
  if (seconds > 0 && seconds % 3600 === 0) return `${seconds / 3600}h`
  return seconds > 0 && seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}
