import { z } from 'zod'
import { Refusal } from '../refusal'
import { requireReload, setCanary } from '../site/changes'
import { commit, servedDocument } from '../site/environment'
import { requireEvidence } from '../site/evidence'
import { buildOf, findRelease } from '../site/releases'
import { problemsOf } from '../verify/verify'
import { command, MADE, made, printMade, readChanging, required } from './command'
import { GIVING, giving } from './promote'
import { refuseIf } from './verify'

export const canary = command({
  usage: 'canary NAME@VERSION --percent N --env ENV --why TEXT',
  summary: 'serves a release to a share of the users, 0 ends that [--requires ENV] [--force] [--urgent]',
  options: { ...GIVING, percent: { type: 'string' } },
  words: [1, 1],
  input: z.object({ ...giving, percent: z.int().min(0).max(100) }),
  output: MADE,
  read: (values, [release]) => ({
    ...readChanging(values),
    release,
    percent: readPercent(required(values.percent, 'percent')),
    force: values.force,
    requires: values.requires,
  }),
  needs: ({ release }) => ({ part: release.split('@', 1)[0]! }),
  run: async ({ site, who, budgets }, { environment, release, percent, why, urgent, requires, force }) => {
    const found = findRelease(site, release)
    const { part, build } = buildOf(found.record)
    const revision = await commit(site, environment, { who, why }, (state, past) => {
      // what is taken back may be corrupt, which is a reason to take it back
      if (percent > 0) refuseIf(problemsOf(site, found, servedDocument(site, environment), budgets))
      const wanted = percent > 0 ? (requires ?? state.settings.requires) : undefined
      const evidence = wanted && requireEvidence(site, environment, { part, build, requires: wanted })
      const change = setCanary(part, build, percent, {
        ...(force && { force }),
        ...(evidence && { evidence }),
      })
      return (urgent ? requireReload(change) : change)(state, past)
    })
    return made(environment, revision)
  },
  print: printMade,
})

function readPercent(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= 100) return Number(text)
  throw new Refusal(`--percent must be a whole number from 0 to 100, not '${text}'.`)
}
