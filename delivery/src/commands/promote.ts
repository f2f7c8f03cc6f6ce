import { z } from 'zod'
import { promoteChange } from '../site/environmentChanges'
import { readCurrent } from '../site/history'
import { refuseFailed, requireEvidence } from '../site/verificationEvidence'
import { buildOf, findRelease } from '../site/releases'
import { problemsOf } from '../verify/releaseProblems'
import { changeCommand, type Values } from './command'
import { refuseIf } from '../errors/checkProblem'

export const RELEASE_OPTIONS = {
  force: { type: 'boolean' },
  requires: { type: 'string' },
} as const
export const releaseFields = {
  release: z.string(),
  force: z.boolean().optional(),
  requires: z.string().optional(),
}

export const readRelease = (values: Values, [release]: string[]) => ({
  release,
  force: values.force,
  requires: values.requires,
})

export const ownerOfRelease = ({ release }: { release: string }) => ({ part: release.split('@', 1)[0]! })

export const promote = changeCommand({
  usage: 'promote NAME@VERSION --env ENV --why TEXT',
  summary:
    'serves a release from now on, after another check of its files [--requires ENV] [--end-canary] [--force] [--urgent]',
  options: { ...RELEASE_OPTIONS, 'end-canary': { type: 'boolean' } },
  positionals: [1, 1],
  fields: { ...releaseFields, endCanary: z.boolean().optional() },
  read: (values, positionals) => ({
    ...readRelease(values, positionals),
    endCanary: values['end-canary'],
  }),
  needs: ownerOfRelease,
  change: async ({ site, budgets }, { environment, release, requires, force, endCanary }) => {
    const found = await findRelease(site, release)
    const { part, build } = buildOf(found.record)
    return async (state, past) => {
      refuseIf(await problemsOf(site, found, (await readCurrent(site, environment)).document, budgets))
      if (!force) await refuseFailed(site, state, part, build)
      const evidence = await requireEvidence(site, state, { part, build, requires, force })
      const options = { force, endCanary, evidence }
      return promoteChange(part, build, options)(state, past)
    }
  },
})
