import { z } from 'zod'
import type { Environment, Release } from '@console/shared-kernel/remote'
import { promoteChange } from '../site/environmentChanges'
import { preview } from '../site/environmentStore'
import { readCurrent } from '../site/history'
import { recordVerification } from '../site/verificationEvidence'
import { labelOf } from '../site/environmentRevision'
import { buildOf, findRelease, isHost } from '../site/releases'
import { inWords, refuseIf } from '../errors/checkProblem'
import { problemsOf } from '../verify/releaseProblems'
import { command, ENVIRONMENT_OPTIONS, environmentInput, required } from './command'

export const verify = command({
  usage: 'verify NAME@VERSION --env ENV',
  summary: 'checks a release, and opens its screens in a browser [--budgets FILE] [--no-browser]',
  options: { ...ENVIRONMENT_OPTIONS, 'no-browser': { type: 'boolean' } },
  positionals: [1, 1],
  input: z.object({ ...environmentInput, release: z.string(), noBrowser: z.boolean().optional() }),
  output: z.object({ release: z.string(), environment: z.string(), mounted: z.boolean() }),
  read: (values, [release]) => ({
    environment: required(values, 'env').env,
    release,
    noBrowser: values['no-browser'],
  }),
  needs: () => 'nothing',
  opensBrowser: true,
  run: async ({ site, who, budgets, signal }, { environment, release, noBrowser }) => {
    const current = readCurrent(site, environment).document
    const found = findRelease(site, release)
    refuseIf(problemsOf(site, found, current, budgets))
    const { record } = found
    const { part, build } = buildOf(record)
    const mounts = (isHost(record) || current.host !== undefined) && !noBrowser
    if (mounts) {
      const change = promoteChange(part, build, { force: true, endCanary: true })
      const { document: next } = preview(site, environment, { who, why: 'verify' }, change)
      // loaded late: the other commands work without the browser's library
      const { mountProblems } = await import('../verify/mountScreens')
      const opened = isHost(record) ? releasesServed(next) : [[record]]
      const problems = await mountProblems({ site, environment: next, opened, ended: signal })
      signal?.throwIfAborted()
      const failure = problems.map(inWords)
      recordVerification(site, environment, { part, build, host: next.host, who }, failure)
      refuseIf(problems)
    }
    return { release: labelOf(part, build), environment, mounted: mounts }
  },
  print: ({ release, environment, mounted }) => [
    `${release} is good for ${environment}: its files are as built${mounted ? ', and its screens mount' : ''}.`,
  ],
})

/** Stable releases, and canaries. */
function releasesServed({ remotes }: Environment): Release[][] {
  const served = Object.values(remotes)
  const canaries = served.flatMap(({ canary }) => canary?.release ?? [])
  return [served.map(({ release }) => release), ...(canaries.length > 0 ? [canaries] : [])]
}
