import { z } from 'zod'
import { setCanary } from '../site/environmentChanges'
import { readCurrent } from '../site/history'
import { refuseFailed, requireEvidence } from '../site/verificationEvidence'
import { buildOf, findRelease } from '../site/releases'
import { problemsOf } from '../verify/releaseProblems'
import { changeCommand, required, wholeNumber } from './command'
import { ownerOfRelease, readRelease, RELEASE_OPTIONS, releaseFields } from './promote'
import { refuseIf } from '../errors/checkProblem'

export const canary = changeCommand({
  usage: 'canary NAME@VERSION --percent N --env ENV --why TEXT',
  summary: 'serves a release to a share of the users, 0 ends it [--requires ENV] [--force] [--urgent]',
  options: { ...RELEASE_OPTIONS, percent: { type: 'string' } },
  positionals: [1, 1],
  fields: {
    ...releaseFields,
    percent: z.int().min(0).max(100),
    // an older command sends it and would take the first step for the whole plan
    plan: z.never('Plans of canaries no longer exist: use --percent.').optional(),
  },
  read: (values, positionals) => ({
    ...readRelease(values, positionals),
    percent: wholeNumber(required(values, 'percent').percent, 'percent', 0, 100),
  }),
  needs: ownerOfRelease,
  change: async ({ site, budgets }, { environment, release, percent, requires, force }) => {
    const found = await findRelease(site, release)
    const { part, build } = buildOf(found.record)
    return async (state, past) => {
      // 0 % takes the release back, and a corrupt release is a reason to do so
      if (percent === 0) return setCanary(part, build, 0)(state, past)
      refuseIf(await problemsOf(site, found, (await readCurrent(site, environment)).document, budgets))
      if (!force) await refuseFailed(site, state, part, build)
      const evidence = await requireEvidence(site, state, { part, build, requires, force })
      return setCanary(part, build, percent, { force, evidence })(state, past)
    }
  },
})
