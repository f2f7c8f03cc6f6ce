import { z } from 'zod'
import { CommandError } from '@console/shared-kernel/command'
import { countsOf } from '../service/tabSessionStore'
import { type Build, keyOfBuild, labelOf, servedOf, stateOf } from '../site/environmentRevision'
import { readCurrent } from '../site/history'
import { buildOf, findRelease } from '../site/releases'
import { command, ENVIRONMENT_OPTIONS, environmentInput, required } from './command'

const COUNTS = z.object({
  release: z.string(),
  sessions: z.number(),
  failed: z.number(),
  percent: z.number(),
})

export const health = command({
  usage: 'health NAME@VERSION --env ENV',
  writesSite: false,
  summary: 'prints how many sessions failed with a release, and with the stable one',
  options: ENVIRONMENT_OPTIONS,
  positionals: [1, 1],
  input: z.object({ ...environmentInput, release: z.string() }),
  output: z.object({ asked: COUNTS, stable: COUNTS }),
  read: (values, [release]) => ({ environment: required(values, 'env').env, release }),
  needs: () => 'nothing',
  run: async ({ site, telemetry }, { environment, release }) => {
    if (!telemetry)
      throw new CommandError('Only the delivery service has these figures: set CONSOLE_DELIVERY_URL.')
    const { part, build } = buildOf((await findRelease(site, release)).record)
    const state = stateOf(await readCurrent(site, environment))
    const served = servedOf(state, part)
    if (!served) throw new CommandError(`${part} is not in ${environment}.`)
    const countsFor = (one: Build) => {
      const counts = countsOf(telemetry.sessionsOf(environment, keyOfBuild(part, one)))
      return {
        release: labelOf(part, one),
        ...counts,
        percent: counts.sessions === 0 ? 0 : (counts.failed / counts.sessions) * 100,
      }
    }
    return { asked: countsFor(build), stable: countsFor(served.stable) }
  },
  print: ({ asked, stable }) =>
    (asked.release === stable.release ? [asked] : [asked, stable]).map(
      ({ release, sessions, failed, percent }) =>
        `${release}: ${failed} of ${sessions} sessions failed (${percent.toFixed(1)} %)`,
    ),
})
