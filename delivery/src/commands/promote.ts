import { z } from 'zod'
import { promoteChange, withReload } from '../site/environmentChanges'
import { commit, servedDocument } from '../site/environmentStore'
import { requireEvidence } from '../site/verificationProof'
import { buildOf, findRelease } from '../site/releases'
import { problemsOf } from '../verify/releaseProblems'
import {
  CHANGE_OPTIONS,
  changeInput,
  command,
  changeResultSchema,
  describeChange,
  printChange,
  readChange,
} from './command'
import { refuseIf } from '../errors/checkProblem'

export const RELEASE_OPTIONS = {
  ...CHANGE_OPTIONS,
  force: { type: 'boolean' },
  requires: { type: 'string' },
} as const
export const releaseInput = {
  ...changeInput,
  release: z.string(),
  force: z.boolean().optional(),
  requires: z.string().optional(),
}

export const promote = command({
  usage: 'promote NAME@VERSION --env ENV --why TEXT',
  summary:
    'serves a release from now on, after another check of its files [--requires ENV] [--end-canary] [--force] [--urgent]',
  options: { ...RELEASE_OPTIONS, 'end-canary': { type: 'boolean' } },
  positionals: [1, 1],
  input: z.object({ ...releaseInput, endCanary: z.boolean().optional() }),
  output: changeResultSchema,
  read: (values, [release]) => ({
    ...readChange(values),
    release,
    force: values.force,
    requires: values.requires,
    endCanary: values['end-canary'],
  }),
  needs: ({ release }) => ({ part: release.split('@', 1)[0]! }),
  run: async ({ site, who, budgets }, { environment, release, why, urgent, requires, ...options }) => {
    const found = findRelease(site, release)
    const { part, build } = buildOf(found.record)
    const revision = await commit(site, environment, { who, why }, (state, past) => {
      refuseIf(problemsOf(site, found, servedDocument(site, environment), budgets))
      const evidence = requireEvidence(site, state, { part, build, requires, force: options.force })
      const change = promoteChange(part, build, { ...options, ...(evidence && { evidence }) })
      return withReload(change, urgent)(state, past)
    })
    return describeChange(site, environment, revision)
  },
  print: printChange,
})
