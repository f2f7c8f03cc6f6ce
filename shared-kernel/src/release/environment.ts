import { DocumentFault, Fields } from './documentFields'
import { isInside, parseIntegrity, parseRelease, type Release } from './release'

export interface DeployedRelease {
  /** Absolute address of the release's folder, ending in a slash. */
  baseUrl: string
  release: Release
  /** Honoured only in the environment `development`, whose files change while a page is open. */
  integrity?: 'off'
}

export interface RemoteDeployment extends DeployedRelease {
  /** Loaded if `release` fails to load. */
  previous?: DeployedRelease
  /** The release that a share of the users gets. */
  canary?: DeployedRelease & { percent: number }
}

export interface HostBuild {
  version: string
  build: string
  /** Scripts in the order in which they run, on the console's own origin; absent if the page names them. */
  files?: { path: string; integrity: string }[]
}

export interface HostDeployment extends HostBuild {
  /** Loaded once, if the chosen build cannot be loaded or does not start. */
  previous?: HostBuild
  canary?: HostBuild & { percent: number }
}

/** `environment.json`, served by the host's own origin or inlined in its HTML. */
export interface Environment {
  schema: 1
  name: string
  revision?: number
  host?: HostDeployment
  /** Tabs with an older revision show a notice, and reload automatically after a while. */
  minimumRevision?: number
  telemetryUrl?: string | null
  apiUrl: string
  externalReportsUrl: string
  /** IANA name of the zone in which business dates are interpreted. */
  timeZone: string
  /** Whether the server lists its sign-in methods at `GET /api/Auth/methods`; if not, only passwords work. */
  signInMethods?: boolean
  /** Allows developers' overrides; false by default. */
  developer?: boolean
  /** Origins allowed in a developer's override. */
  overrides: string[]
  remotes: Record<string, RemoteDeployment>
}

export interface ParsedEnvironment {
  environment: Environment
  /** Remotes with an unusable record, which `environment` leaves out. */
  faults: { remote: string; fault: DocumentFault }[]
}

const DOCUMENT = 'environment.json'
/** The name becomes part of addresses, chunk names and a global variable. */
const REMOTE_NAME = /^[a-z][a-z0-9-]*$/

/** A fault of one remote disables only that remote. @throws DocumentFault for the document itself */
export function parseEnvironment(value: unknown): ParsedEnvironment {
  const fields = new Fields(DOCUMENT, '', value)
  fields.schema(1)
  const name = fields.text('name')
  const environment: Environment = {
    schema: 1,
    name,
    ...(fields.has('revision') && { revision: fields.number('revision') }),
    ...(fields.has('minimumRevision') && { minimumRevision: fields.number('minimumRevision') }),
    ...(fields.has('host') && { host: parseHost(fields.object('host')) }),
    ...parseTelemetry(fields),
    apiUrl: withoutSlash(fields.address('apiUrl')),
    externalReportsUrl: withoutSlash(fields.address('externalReportsUrl')),
    timeZone: parseTimeZone(fields),
    ...(fields.flag('signInMethods') && { signInMethods: true }),
    ...parseOverrides(fields),
    remotes: {},
  }
  const faults: ParsedEnvironment['faults'] = []
  const remotes = fields.object('remotes')
  for (const remote of remotes.keys()) {
    try {
      if (!REMOTE_NAME.test(remote))
        throw remotes.fault(remote, 'is not a name of lower-case letters, digits and dashes')
      environment.remotes[remote] = parseRemote(remotes.object(remote), remote, name)
    } catch (fault) {
      if (!(fault instanceof DocumentFault)) throw fault
      faults.push({ remote, fault })
    }
  }
  return { environment, faults }
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '')

function parseHost(fields: Fields): HostDeployment {
  const host: HostDeployment = parseHostBuild(fields)
  if (fields.has('previous')) host.previous = parseHostBuild(fields.object('previous'))
  if (fields.has('canary')) {
    const canary = fields.object('canary')
    host.canary = { ...parseHostBuild(canary), percent: parsePercent(canary) }
  }
  return host
}

const parseHostBuild = (fields: Fields): HostBuild => ({
  version: fields.text('version'),
  build: fields.text('build'),
  ...(fields.has('files') && {
    files: fields.list('files', (file) => ({ path: parseOwnPath(file), integrity: parseIntegrity(file) })),
  }),
})

/** A path on the console's own origin: two slashes would name another origin. */
function parseOwnPath(fields: Fields): string {
  const path = fields.text('path')
  if (!path.startsWith('/') || !isInside(path.slice(1)))
    throw fields.fault('path', 'is not a path of the console')
  return path
}

function parseTelemetry(fields: Fields): Pick<Environment, 'telemetryUrl'> {
  if (!fields.has('telemetryUrl')) return {}
  return { telemetryUrl: fields.raw('telemetryUrl') === null ? null : fields.address('telemetryUrl') }
}

/** Overrides can run any code in the console, so only environments for developers allow them. */
function parseOverrides(fields: Fields): Pick<Environment, 'developer' | 'overrides'> {
  const developer = fields.flag('developer')
  const overrides = fields.texts('overrides')
  if (overrides.length > 0 && !developer)
    throw fields.fault('overrides', 'must be empty without "developer": true')
  return { ...(developer !== undefined && { developer }), overrides }
}

function parseTimeZone(fields: Fields): string {
  const timeZone = fields.text('timeZone')
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw fields.fault('timeZone', `is not a time zone: ${timeZone}`)
  }
  return timeZone
}

function parseRemote(fields: Fields, remote: string, environment: string): RemoteDeployment {
  const deployment: RemoteDeployment = parseDeployed(fields, remote, environment)
  if (fields.has('previous'))
    deployment.previous = parseDeployed(fields.object('previous'), remote, environment)
  if (fields.has('canary')) {
    const canary = fields.object('canary')
    deployment.canary = { ...parseDeployed(canary, remote, environment), percent: parsePercent(canary) }
  }
  return deployment
}

function parseDeployed(fields: Fields, remote: string, environment: string): DeployedRelease {
  const baseUrl = fields.address('baseUrl')
  if (!baseUrl.endsWith('/')) throw fields.fault('baseUrl', 'does not end in a slash')
  // file paths are appended to it
  if (/[?#]/.test(baseUrl)) throw fields.fault('baseUrl', 'has a query or a fragment')
  // only in development, where files change while a page is open
  const off = environment === 'development' && fields.has('integrity') && fields.raw('integrity') === 'off'
  const record = fields.object('release')
  const release = parseRelease(record, !off)
  if (release.name !== remote) throw record.fault('name', `is "${release.name}", not "${remote}"`)
  return { baseUrl, release, ...(off && { integrity: 'off' as const }) }
}

function parsePercent(fields: Fields): number {
  const percent = fields.number('percent')
  if (percent < 0 || percent > 100) throw fields.fault('percent', 'is not between 0 and 100')
  return percent
}
