import { z } from 'zod'
import { CommandError } from '@console/shared-kernel/command'
import {
  command,
  ENVIRONMENT_OPTIONS,
  environmentInput,
  readEnvironment,
  wholeNumber,
} from '../service/command'
import { countsOf, readStoredSessions } from '../service/tabSessionStore'
import { type Build, keyOfBuild, labelOf, servedOf } from '../site/environmentChanges'
import type { Site } from '../site/files'
import { environmentsOf, readCurrent, recordsOf, stateOf, type Revision } from '../site/history'
import { buildOf } from '../site/releaseRecords'
import { findRelease } from '../site/releases'

const REVISION = z.looseObject({
  revision: z.number(),
  at: z.string(),
  who: z.string(),
  action: z.string(),
  why: z.string(),
  restores: z.number().optional(),
  evidence: z
    .object({
      environment: z.string(),
      revision: z.number(),
      verified: z.object({ at: z.string(), who: z.string(), host: z.string() }),
    })
    .optional(),
})

const MAX_HOURS = 100_000

export const history = command({
  usage: 'history [--env ENV] [--hours N]',
  writesSite: false,
  summary: 'lists the revisions (of all environments, of the last hours), newest first: when, who, what, why',
  options: { ...ENVIRONMENT_OPTIONS, hours: { type: 'string' } },
  positionals: [0, 0],
  input: z.object({ environment: z.string().optional(), hours: z.int().min(1).optional() }),
  // a loose object has an index signature, which an interface lacks
  output: z.array(REVISION) as unknown as z.ZodType<Revision[]>,
  read: ({ env, hours }) => ({
    environment: env,
    hours: hours === undefined ? undefined : wholeNumber(hours, 'hours', 1, MAX_HOURS),
  }),
  changes: () => null,
  run: async ({ site }, { environment, hours }) => {
    const read = async (name: string) => (await recordsOf(site, name)).readable.reverse()
    const all = environment === undefined ? await readAll(site, read) : await read(environment)
    if (hours === undefined) return all
    const since = Date.now() - hours * 3_600_000
    return all.filter(({ at }) => Date.parse(at) >= since)
  },
  print: (revisions, { environment }) =>
    revisions.map(
      ({ revision, at, who, action, why, evidence, settings }) =>
        `${environment === undefined ? `${settings.name}  ` : ''}${revision}  ${at}  ${who}  ${action}  ${why}` +
        (evidence ? ` (served in ${evidence.environment}, revision ${evidence.revision})` : ''),
    ),
})

/** Newest first. An environment that cannot be read is omitted: `status` names it. */
async function readAll(site: Site, read: (name: string) => Promise<Revision[]>): Promise<Revision[]> {
  const names = await environmentsOf(site)
  const found = await Promise.all(names.map((name) => read(name).catch(() => [])))
  return found.flat().sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

const COUNTS = z.object({
  release: z.string(),
  sessions: z.number(),
  failed: z.number(),
  percent: z.number(),
})

export const health = command({
  usage: 'health NAME@VERSION --env ENV',
  writesSite: false,
  summary:
    'prints how many sessions failed with a release, and with the stable one, as the service has stored it',
  options: ENVIRONMENT_OPTIONS,
  positionals: [1, 1],
  input: z.object({ ...environmentInput, release: z.string() }),
  output: z.object({ asked: COUNTS, stable: COUNTS }),
  read: (values, [release]) => ({ ...readEnvironment(values), release }),
  changes: () => null,
  run: async ({ site, telemetry }, { environment, release }) => {
    const sessionsOf = telemetry?.sessionsOf ?? (await readStoredSessions(site))
    if (!sessionsOf)
      throw new CommandError(
        'Only the delivery service has these figures: set CONSOLE_DELIVERY_URL, or name its folder on its own machine (--site).',
      )
    const { app, build } = buildOf((await findRelease(site, release)).record)
    const state = stateOf(await readCurrent(site, environment))
    const served = servedOf(state, app)
    if (!served) throw new CommandError(`${app} is not in ${environment}.`)
    const countsFor = (one: Build) => {
      const counts = countsOf(sessionsOf(environment, keyOfBuild(app, one)))
      return {
        release: labelOf(app, one),
        ...counts,
        percent: counts.sessions === 0 ? 0 : (counts.failed / counts.sessions) * 100,
      }
    }
    return { asked: countsFor(build), stable: countsFor(served.stable) }
  },
  print: ({ asked, stable }) =>
    (asked.release === stable.release ? [asked] : [asked, stable]).map(
      ({ release, sessions, failed, percent }) =>
        sessions === 0
          ? `${release}: no sessions (those of a release that is not served are dropped)`
          : `${release}: ${failed} of ${sessions} sessions failed (${percent.toFixed(1)} %)`,
    ),
})
