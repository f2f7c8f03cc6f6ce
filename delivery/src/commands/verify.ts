import { z } from 'zod'
import type { Environment, Release } from '@console/shared-kernel/remote'
import { promoteChange } from '../site/environmentChanges'
import { preview } from '../site/environmentStore'
import { readCurrent } from '../site/history'
import { recordVerification } from '../site/verificationEvidence'
import { labelOf } from '../site/environmentRevision'
import { buildOf, findRelease, isHost } from '../site/releases'
import { refuseIf } from '../errors/checkProblem'
import { problemsOf } from '../verify/releaseProblems'
import { decidesAbout } from '../service/servedCommand'
import { command, ENVIRONMENT_OPTIONS, environmentInput, required } from './command'

export const verify = command({
  usage: 'verify NAME@VERSION --env ENV',
  summary: 'checks a release, and opens its screens in a browser [--budgets FILE] [--no-browser]',
  options: { ...ENVIRONMENT_OPTIONS, 'no-browser': { type: 'boolean' } },
  positionals: [1, 1],
  input: z.object({ ...environmentInput, release: z.string(), noBrowser: z.boolean().optional() }),
  output: z.object({
    release: z.string(),
    environment: z.string(),
    mounted: z.boolean(),
    /** False for a team that owns neither the release nor the host. */
    recorded: z.boolean().optional(),
  }),
  read: (values, [release]) => ({
    environment: required(values, 'env').env,
    release,
    noBrowser: values['no-browser'],
  }),
  needs: () => 'nothing',
  opensBrowser: true,
  run: async (context, { environment, release, noBrowser }) => {
    const { site, who, budgets, signal } = context
    const { document: current } = await readCurrent(site, environment)
    const found = await findRelease(site, release)
    refuseIf(await problemsOf(site, found, current, budgets))
    const { record } = found
    const { part, build } = buildOf(record)
    const recorded = decidesAbout(context, part)
    const mounts = (isHost(record) || current.host !== undefined) && !noBrowser
    if (mounts) {
      const change = promoteChange(part, build, { force: true, endCanary: true })
      const { document: next } = await preview(site, environment, { who, why: 'verify' }, change)
      // loaded late: the other commands work without the browser's library
      const { mountProblems } = await import('../verify/mountScreens')
      const opened = isHost(record) ? releasesServed(next) : [[record]]
      const problems = await mountProblems({ site, environment: next, opened, ended: signal })
      signal?.throwIfAborted()
      if (recorded)
        await recordVerification(site, environment, { part, build, host: next.host, who }, problems)
      refuseIf(problems)
    }
    return { release: labelOf(part, build), environment, mounted: mounts, recorded: mounts && recorded }
  },
  print: ({ release, environment, mounted, recorded }) => [
    `${release} is good for ${environment}: its files are as built${mounted ? ', and its screens mount' : ''}.`,
    ...(mounted && recorded === false
      ? ['  This is no evidence: that takes a check by the owner of the release or of the host.']
      : []),
  ],
})

/** Stable releases, and canaries. */
function releasesServed({ remotes }: Environment): Release[][] {
  const served = Object.values(remotes)
  const canaries = served.flatMap(({ canary }) => canary?.release ?? [])
  return [served.map(({ release }) => release), ...(canaries.length > 0 ? [canaries] : [])]
}
