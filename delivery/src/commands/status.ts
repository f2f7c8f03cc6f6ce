import { z } from 'zod'
import { CommandError } from '@console/shared-kernel/command'
import { command, ENVIRONMENT_OPTIONS, environmentInput, readEnvironment } from '../service/command'
import { countsOf } from '../service/tabSessionStore'
import { readSettings } from '../settings/settings'
import { type Build, keyOfBuild, labelOf, servedOf, SETTINGS } from '../site/environmentChanges'
import { anyHostLines } from '../site/environmentSettings'
import { hostRelease } from '../site/environmentStore'
import { HOST, releaseId, type Site } from '../site/files'
import { environmentsOf, readCurrent, recordsOf, stateOf, type Revision } from '../site/history'
import { buildOf } from '../site/releaseRecords'
import { findRelease } from '../site/releases'
import { damageOf, PUBLISH_AGAIN } from '../site/repair'

const APP = z.object({
  name: z.string(),
  release: z.string(),
  /** The range of kernel versions that a remote accepts. */
  kernel: z.string().optional(),
  fallback: z.string().optional(),
  canary: z.object({ release: z.string(), percent: z.number() }).optional(),
})
const BAD = z.object({
  release: z.string(),
  revision: z.number(),
  at: z.string(),
  who: z.string(),
  why: z.string(),
})
const STATUS = z.object({
  environment: z.string(),
  revision: z.number(),
  at: z.string(),
  who: z.string(),
  action: z.string(),
  /** The host's versions; absent without a host, or where its release is gone. */
  kernel: z.string().optional(),
  react: z.string().optional(),
  /** Absent while `verify` has its sandbox. */
  verifySandbox: z.literal('off').optional(),
  settings: z.record(z.string(), z.unknown()),
  parts: z.array(APP),
  bad: z.array(BAD),
  unreadableRecords: z.array(z.number()),
  damage: z.array(z.object({ what: z.string(), isRepairable: z.boolean() })),
})
const UNREADABLE = z.object({ environment: z.string(), unreadable: z.string() })
type Status = z.infer<typeof STATUS>

export const status = command({
  usage: 'status [--env ENV]',
  writesSite: false,
  summary:
    'prints what is served now in every environment, and the kernel that teams must build for; writes nothing',
  options: ENVIRONMENT_OPTIONS,
  positionals: [0, 0],
  input: z.object({ environment: z.string().optional() }),
  output: z.array(z.union([STATUS, UNREADABLE])),
  read: ({ env }) => ({ environment: env }),
  changes: () => null,
  run: async ({ site }, { environment }) =>
    environment === undefined
      ? Promise.all((await environmentsOf(site)).map((name) => statusIfReadable(site, name)))
      : Promise.all([statusOf(site, environment)]),
  exitCode: (all) => (all.length > 0 && all.every(isWhole) ? 0 : 4),
  print: (all) =>
    all.length === 0
      ? [
          'There is no environment here yet: make one with console-delivery init, or name the site (--site, CONSOLE_SITE).',
        ]
      : all.flatMap((one) =>
          'unreadable' in one ? [`${one.environment}: ${one.unreadable}`] : linesOf(one),
        ),
})

const isWhole = (one: Status | z.infer<typeof UNREADABLE>): boolean =>
  !('unreadable' in one) && one.damage.length + one.unreadableRecords.length === 0

async function statusIfReadable(
  site: Site,
  environment: string,
): Promise<Status | z.infer<typeof UNREADABLE>> {
  try {
    return await statusOf(site, environment)
  } catch (error) {
    return { environment, unreadable: (error as Error).message }
  }
}

async function statusOf(site: Site, environment: string): Promise<Status> {
  const current = await readCurrent(site, environment)
  const { revision, at, who, action, document } = current
  const state = stateOf(current)
  const parts = Object.keys(state.apps).map((name): z.infer<typeof APP> => {
    const { stable, canary } = servedOf(state, name)!
    const fallback = name === HOST ? document.host?.previous : document.remotes[name]?.previous?.release
    return {
      name,
      release: releaseId(stable),
      ...('screens' in stable && { kernel: stable.kernel }),
      ...(fallback && { fallback: releaseId(fallback) }),
      ...(canary && { canary: { release: releaseId(canary.build), percent: canary.percent } }),
    }
  })
  const bad = Object.entries(state.bad).map(([key, mark]) => ({
    release: key.startsWith(`${SETTINGS}/`) ? 'the settings' : key.replace('/', '@'),
    ...mark,
  }))
  return {
    environment,
    revision,
    at,
    who,
    action,
    ...(await neededBy(site, current.document.host)),
    ...(!readSettings(process.env).VERIFY_SANDBOX && { verifySandbox: 'off' as const }),
    settings: { ...state.settings },
    parts,
    bad,
    unreadableRecords: (await recordsOf(site, environment)).unreadable,
    damage: await damageOf(site, environment),
  }
}

async function neededBy(site: Site, host: { version: string; build: string } | undefined) {
  try {
    if (!host) return {}
    const { kernel, react } = (await hostRelease(site, host)).record
    return { kernel, react }
  } catch {
    // promote and rollback name a missing release
    return {}
  }
}

const linesOf = (status: Status): string[] => [
  `${status.environment}: revision ${status.revision}, ${status.action}, by ${status.who} at ${status.at}`,
  ...status.damage.map(
    ({ what, isRepairable }) =>
      `  ${what}: ${isRepairable ? `console-delivery repair --env ${status.environment}` : PUBLISH_AGAIN}`,
  ),
  ...(status.parts.some(({ name }) => name === HOST)
    ? []
    : [
        `  no host yet: publish one, then console-delivery promote host@VERSION --env ${status.environment} --why TEXT`,
      ]),
  ...(status.verifySandbox ? ['  verify opens screens without a sandbox: VERIFY_SANDBOX=off'] : []),
  ...(status.kernel ? [`  build for kernel ${status.kernel}, React ${status.react}`] : []),
  ...status.parts.map(
    ({ name, release, kernel, fallback, canary }) =>
      `  ${name} ${release}` +
      (kernel === undefined ? '' : `, for kernel ${kernel}`) +
      (fallback ? `, falls back to ${fallback}` : '') +
      (canary ? `, canary ${canary.release} for ${canary.percent} %` : ''),
  ),
  ...Object.entries(status.settings)
    .filter(([key]) => key !== 'name')
    .map(([key, value]) => `  settings ${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ...anyHostLines(status.settings).map((line) => `  ${line}`),
  ...status.bad.map(
    ({ release, why, revision }) => `  rolled back from: ${release} (${why}, revision ${revision})`,
  ),
  ...status.unreadableRecords.map(
    (number) => `  the record of revision ${number} cannot be read: restore it from a backup, or delete it`,
  ),
]

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

export const history = command({
  usage: 'history --env ENV',
  writesSite: false,
  summary: 'lists the revisions, newest first: when, who, what, why',
  options: ENVIRONMENT_OPTIONS,
  positionals: [0, 0],
  input: z.object(environmentInput),
  // a loose object has an index signature, which an interface lacks
  output: z.array(REVISION) as unknown as z.ZodType<Revision[]>,
  read: readEnvironment,
  changes: () => null,
  run: async ({ site }, { environment }) => (await recordsOf(site, environment)).readable.reverse(),
  print: (revisions) =>
    revisions.map(
      ({ revision, at, who, action, why, evidence }) =>
        `${revision}  ${at}  ${who}  ${action}  ${why}` +
        (evidence ? ` (served in ${evidence.environment}, revision ${evidence.revision})` : ''),
    ),
})

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
  read: (values, [release]) => ({ ...readEnvironment(values), release }),
  changes: () => null,
  run: async ({ site, telemetry }, { environment, release }) => {
    if (!telemetry)
      throw new CommandError('Only the delivery service has these figures: set CONSOLE_DELIVERY_URL.')
    const { app, build } = buildOf((await findRelease(site, release)).record)
    const state = stateOf(await readCurrent(site, environment))
    const served = servedOf(state, app)
    if (!served) throw new CommandError(`${app} is not in ${environment}.`)
    const countsFor = (one: Build) => {
      const counts = countsOf(telemetry.sessionsOf(environment, keyOfBuild(app, one)))
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
        `${release}: ${failed} of ${sessions} sessions failed (${percent.toFixed(1)} %)`,
    ),
})
