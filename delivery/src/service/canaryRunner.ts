import { promoteChange, setCanary, type Change } from '../site/environmentChanges'
import { rollBackPart } from '../site/rollback'
import { commit } from '../site/environmentStore'
import { requireEvidence } from '../site/verificationEvidence'
import { environmentsOf, readCurrent } from '../site/history'
import type { Site } from '../site/siteLayout'
import { keyOfBuild, plansOf, stateOf, type Part, type Plan, type State } from '../site/environmentRevision'
import { ErrorLog } from './errorLog'
import { decide, type Decision } from './canaryDecision'
import type { Telemetry } from './telemetry'

/** Author of the service's own changes in the history. */
const WHO = 'canary'

export function decisionFor(
  state: State,
  environment: string,
  part: Part,
  telemetry: Pick<Telemetry, 'sessionsOf'>,
  now: number,
): Decision | null {
  const served = state.parts[part]
  const plan = served?.canary?.plan
  if (!served?.canary || !plan) return null
  const [canary, stable] = [served.canary.build, served.stable].map((build) =>
    telemetry.sessionsOf(environment, keyOfBuild(part, build)),
  )
  return decide(plan, canary!, stable!, now)
}

/**
 * Takes the steps that are due, each as a revision with the figures as its reason. Plans are read from what is
 * served, so they continue after a restart. An error in one environment or part is logged, does not stop the
 * others, and the step is tried again the next time.
 * @param queue runs the work after earlier changes
 */
export async function takeSteps(
  site: Site,
  telemetry: Pick<Telemetry, 'sessionsOf'>,
  queue: (work: () => Promise<unknown>) => Promise<unknown>,
  now = Date.now(),
  errors = new ErrorLog(),
): Promise<void> {
  for (const environment of environmentsOf(site)) {
    const state = errors.guard(environment, () => stateOf(readCurrent(site, environment)))
    if (!state) continue
    for (const part of Object.keys(plansOf(state)))
      await errors.guardAsync(`${environment}, plan of ${part}`, async () => {
        const decision = decisionFor(state, environment, part, telemetry, now)
        if (decision && decision.go !== 'wait')
          await queue(() => takeStep(site, environment, part, state, decision))
      })
  }
}

async function takeStep(
  site: Site,
  environment: string,
  part: Part,
  state: State,
  { go, reason }: Decision,
): Promise<void> {
  const change: Change = (current, past) => {
    const canary = current.parts[part]?.canary
    if (JSON.stringify(canary?.plan) !== JSON.stringify(state.parts[part]!.canary!.plan))
      throw new ConcurrentChange()
    const step =
      go === 'roll back' ? rollBackPart(part, { isPlanStep: true }) : nextStep(site, current, part, past.at)
    return step(current, past)
  }
  try {
    await commit(site, environment, { who: WHO, why: reason }, change)
  } catch (error) {
    if (!(error instanceof ConcurrentChange)) throw error
  }
}

/** The plan changed while its step waited in the queue; the next check decides. */
class ConcurrentChange extends Error {}

/** @throws CommandError where the last step needs evidence that no longer exists */
function nextStep(site: Site, current: State, part: Part, at: string): Change {
  const { build, plan } = current.parts[part]!.canary!
  const { steps, step } = plan!
  const next: Plan = { ...plan!, step: step + 1, since: Date.parse(at) }
  const percent = steps[next.step]
  if (percent !== undefined && percent !== 100)
    return setCanary(part, build, percent, { plan: next, isPlanStep: true })
  const evidence = requireEvidence(site, current, { part, build })
  return promoteChange(part, build, { isPlanStep: true, ...(evidence && { evidence }) })
}
