import { z } from 'zod'
import { command, ENVIRONMENT_OPTIONS, type CommandContext } from '../service/command'
import { countsOf, readStoredSessions } from '../service/tabSessionStore'
import { readSettings } from '../settings/settings'
import { readVersion } from '../settings/version'
import { allApps, type App, keyOf, keyOfBuild, servedOf, SETTINGS } from '../site/environmentChanges'
import { anyHostLines } from '../site/environmentSettings'
import { hostRelease } from '../site/environmentStore'
import { HOST, releaseId, type Site } from '../site/files'
import { environmentsOf, readCurrent, recordsOf, stateOf, type Revision } from '../site/history'
import { damageOf, PUBLISH_AGAIN } from '../site/repair'
import { isVerified } from '../site/verificationEvidence'

/** The revision that gave an app its current value. */
const CHANGE = z.object({
  revision: z.number(),
  at: z.string(),
  who: z.string(),
  action: z.string(),
  why: z.string(),
})
const SESSIONS = z.object({ sessions: z.number(), failed: z.number() })
const APP = z.object({
  name: z.string(),
  release: z.string(),
  /** The range of kernel versions that a remote accepts. */
  kernel: z.string().optional(),
  fallback: z.string().optional(),
  canary: z.object({ release: z.string(), percent: z.number(), sessions: SESSIONS.optional() }).optional(),
  /** Absent if no record of it can be read. */
  changed: CHANGE.optional(),
  /** Whether `verify` opened its screens in the host that is served. */
  verified: z.boolean().optional(),
  /** Tabs that ran the stable release; absent if none reported. */
  sessions: SESSIONS.optional(),
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
  /** The host's versions; absent if there is no host, or if its release is gone. */
  kernel: z.string().optional(),
  react: z.string().optional(),
  /** The version and build of the command, or of the service if it answered. */
  delivery: z.string().optional(),
  /** Absent if `verify` uses its sandbox. */
  verifySandbox: z.literal('off').optional(),
  settings: z.record(z.string(), z.unknown()),
  settingsChanged: CHANGE.optional(),
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
  run: async (context, { environment }) =>
    environment === undefined
      ? Promise.all((await environmentsOf(context.site)).map((name) => statusIfReadable(context, name)))
      : Promise.all([statusOf(context, environment)]),
  exitCode: (all) => (all.length > 0 && all.every(isWhole) ? 0 : 4),
  print: (all) =>
    all.length === 0
      ? [
          'There is no environment in this folder: name the site (--site, CONSOLE_SITE). Only a new one begins with console-delivery init.',
        ]
      : all.flatMap((one) =>
          'unreadable' in one ? [`${one.environment}: ${one.unreadable}`] : linesOf(one),
        ),
})

const isWhole = (one: Status | z.infer<typeof UNREADABLE>): boolean =>
  !('unreadable' in one) && one.damage.length + one.unreadableRecords.length === 0

async function statusIfReadable(
  context: CommandContext,
  environment: string,
): Promise<Status | z.infer<typeof UNREADABLE>> {
  try {
    return await statusOf(context, environment)
  } catch (error) {
    return { environment, unreadable: (error as Error).message }
  }
}

async function statusOf({ site, telemetry }: CommandContext, environment: string): Promise<Status> {
  const current = await readCurrent(site, environment)
  const { revision, at, who, action, document } = current
  const state = stateOf(current)
  const { readable, unreadable } = await recordsOf(site, environment)
  const changes = lastChanges(readable)
  const sessionsOf = telemetry?.sessionsOf ?? (await readStoredSessions(site))
  const sessions = (name: App, build: { version: string; build: string }) => {
    const counts = sessionsOf && countsOf(sessionsOf(environment, `${name}/${releaseId(build)}`))
    return counts && counts.sessions > 0 ? { sessions: counts } : {}
  }
  const appStatus = async (name: App): Promise<z.infer<typeof APP>> => {
    const { stable, canary } = servedOf(state, name)!
    const fallback = name === HOST ? document.host?.previous : document.remotes[name]?.previous?.release
    return {
      name,
      release: releaseId(stable),
      ...('screens' in stable && { kernel: stable.kernel }),
      ...(fallback && { fallback: releaseId(fallback) }),
      ...(canary && {
        canary: {
          release: releaseId(canary.build),
          percent: canary.percent,
          ...sessions(name, canary.build),
        },
      }),
      ...(changes.has(name) && { changed: changes.get(name) }),
      verified: await isVerified(site, environment, { app: name, build: stable, host: document.host }),
      ...sessions(name, stable),
    }
  }
  const parts = await Promise.all(Object.keys(state.apps).map(appStatus))
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
    delivery: releaseId(readVersion()),
    ...(!readSettings(process.env).VERIFY_SANDBOX && { verifySandbox: 'off' as const }),
    settings: { ...state.settings },
    ...(changes.has(SETTINGS) && { settingsChanged: changes.get(SETTINGS) }),
    parts,
    bad,
    unreadableRecords: unreadable,
    damage: await damageOf(site, environment),
  }
}

/** Finds the last change to each app and to the settings. @param records oldest first */
function lastChanges(records: readonly Revision[]): Map<App, z.infer<typeof CHANGE>> {
  const found = new Map<App, z.infer<typeof CHANGE>>()
  let before = new Map<App, string>()
  for (const record of records) {
    const { revision, at, who, action, why } = record
    const state = stateOf(record)
    const served = (app: App): string => {
      const canary = servedOf(state, app)?.canary
      return `${keyOf(state, app)} ${canary ? `${keyOfBuild(app, canary.build)} ${canary.percent}` : ''}`
    }
    const now = new Map(allApps(state).map((app) => [app, served(app)]))
    for (const [app, text] of now)
      if (before.get(app) !== text) found.set(app, { revision, at, who, action, why })
    before = now
  }
  return found
}

async function neededBy(site: Site, host: { version: string; build: string } | undefined) {
  try {
    if (!host) return {}
    const { kernel, react } = (await hostRelease(site, host)).record
    return { kernel, react }
  } catch {
    // promote and rollback report a missing release
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
  ...(status.delivery ? [`  console-delivery ${status.delivery}`] : []),
  ...(status.kernel ? [`  build for kernel ${status.kernel}, React ${status.react}`] : []),
  ...status.parts.flatMap(({ name, release, kernel, fallback, canary, changed, verified, sessions }) => [
    `  ${name} ${release}` +
      (kernel === undefined ? '' : `, for kernel ${kernel}`) +
      (fallback ? `, falls back to ${fallback}` : '') +
      (canary ? `, canary ${canary.release} for ${canary.percent} %` : ''),
    ...listed([
      changed && changeText(changed),
      verified === undefined ? undefined : verified ? 'verified' : 'not verified',
      sessions && sessionsText(sessions),
      canary?.sessions && `canary: ${sessionsText(canary.sessions)}`,
    ]),
  ]),
  ...Object.entries(status.settings)
    .filter(([key]) => key !== 'name')
    .map(([key, value]) => `  settings ${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ...listed([status.settingsChanged && changeText(status.settingsChanged)]),
  ...anyHostLines(status.settings).map((line) => `  ${line}`),
  ...status.bad.map(
    ({ release, why, revision }) => `  rolled back from: ${release} (${why}, revision ${revision})`,
  ),
  ...status.unreadableRecords.map(
    (number) => `  the record of revision ${number} cannot be read: restore it from a backup, or delete it`,
  ),
]

const listed = (texts: readonly (string | undefined)[]): string[] => {
  const given = texts.filter((text) => text !== undefined)
  return given.length === 0 ? [] : [`    ${given.join('; ')}`]
}

const changeText = ({ revision, at, who, why }: z.infer<typeof CHANGE>): string =>
  `revision ${revision} by ${who} at ${at} (${why})`

const sessionsText = ({ sessions, failed }: z.infer<typeof SESSIONS>): string =>
  `${failed} of ${sessions} sessions failed`
