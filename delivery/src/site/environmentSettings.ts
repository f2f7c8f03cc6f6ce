import { type Environment, parseEnvironment, policyOrigins } from '@console/shared-kernel/remote'
import { CommandError } from '@console/shared-kernel/command'
import { NAME } from './files'

/** All fields of an environment except its releases. */
export interface EnvironmentSettings extends Pick<
  Environment,
  'name' | 'apiUrl' | 'externalReportsUrl' | 'timeZone' | 'signInMethods' | 'developer' | 'overrides'
> {
  telemetryUrl: string | null
  /** Base address of the remotes' folders, e.g. `https://static.example.com/`. */
  releasesUrl: string
  /** Another environment, which must have served a release to everybody before this one may. */
  requires?: string
}

/**
 * Faults that the served settings already have are accepted, so that a stricter version of the command does not hold
 * up a release.
 * @param before the settings that are served now
 * @param force allows an IPv6 literal
 * @throws CommandError for an invalid name or address
 */
export function checkSettings(
  settings: EnvironmentSettings,
  { before, force }: { before?: EnvironmentSettings; force?: boolean | undefined } = {},
): void {
  const known = new Set(before && [...problemsOf(before)].map(String))
  for (const problem of problemsOf(settings))
    if (!known.has(String(problem))) throw new CommandError(problem[1])
  checkReadable(settings)
  if (force) return
  const [opened] = openedByIpv6(settings, before)
  if (opened !== undefined)
    throw new CommandError(
      `An IPv6 literal lets pages reach ${opened}, and so every host: use a host name, or --force.`,
    )
}

/** @throws CommandError if a console would reject the document and show nothing */
export function checkReadable(settings: EnvironmentSettings): void {
  if (settings.overrides.length > 0 && !settings.developer)
    throw new CommandError(
      'Overrides require an environment for developers: use --developer too, or --override none.',
    )
  try {
    parseEnvironment({ schema: 1, ...settings, remotes: {} })
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

function* problemsOf(settings: EnvironmentSettings): Generator<[setting: string, problem: string]> {
  const { name, apiUrl, externalReportsUrl, telemetryUrl, releasesUrl } = settings
  if (!NAME.test(name))
    yield [name, `'${name}' is not a valid environment name: use lower-case letters, digits and dashes.`]
  for (const text of settings.overrides)
    if (!isOrigin(text))
      yield [text, `'${text}' is not an origin such as http://localhost:4101, without a path.`]
  const servers = Object.entries({ apiUrl, externalReportsUrl, telemetryUrl }).flatMap(([key, address]) =>
    address === null ? [] : [[key, address] as const],
  )
  const code = [['releasesUrl', releasesUrl], ...settings.overrides.map((one) => ['overrides', one])] as const
  const isSecure = [releasesUrl, ...servers.map(([, address]) => address)].some((one) => /^https:/i.test(one))
  for (const [key, address = ''] of [...servers, ...code]) {
    for (const problem of addressProblems(key, address)) yield [`${key} ${address}`, problem]
    if (isSecure && key !== 'overrides' && /^http:/i.test(address) && !isLoopback(address))
      yield [
        `${key} ${address}`,
        `'${address}': browsers block http from a page that has https addresses too.`,
      ]
  }
}

function* addressProblems(key: string, address: string): Generator<string> {
  if (hasCredentials(address))
    yield `'${new URL(address).origin}' with a user name or password: every visitor could read them.`
  if (key === 'releasesUrl' && !isFolder(address))
    yield `'${address}' is no address of a folder: http or https, no query, a slash at its end.`
  if ((key === 'apiUrl' || key === 'externalReportsUrl') && /[?#]/.test(address))
    yield `'${address}' with a query: the paths of calls are put after an address.`
  const isCode = key === 'releasesUrl' || key === 'overrides'
  const { servers, overrides } = policyOrigins(
    isCode ? { developer: true, overrides: [address] } : { apiUrl: address },
  )
  if (servers.length + overrides.length === 0) yield noOrigin(address)
}

/** @throws CommandError for an address that is rejected even with `--force` */
export function checkAddress(setting: 'apiUrl' | 'releasesUrl', address: string): void {
  for (const problem of addressProblems(setting, address)) throw new CommandError(problem)
}

/** Policy sources that match every host. */
const anyHostIn = (settings: object): string[] => [
  ...new Set(policyOrigins(settings).servers.filter((source) => source.includes('//*:'))),
]

/** Describes what the policy of these settings allows besides their own addresses. */
export const anyHostLines = (settings: object): string[] =>
  anyHostIn(settings).map(
    (source) => `the policy allows ${source}, every host: an address is an IPv6 literal`,
  )

/** Sources by which these settings newly allow every host. Environments for developers may do so. */
function openedByIpv6(settings: EnvironmentSettings, before: EnvironmentSettings | undefined): string[] {
  const opened = (one: EnvironmentSettings) =>
    one.developer || one.name === 'development' ? [] : anyHostIn(one)
  const open = before ? opened(before) : []
  return opened(settings).filter((source) => !open.includes(source))
}

const hasCredentials = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

/** Browsers block every address that the page's policy does not name. */
function noOrigin(address: string): string {
  const isIpv6 = URL.canParse(address) && new URL(address).hostname.startsWith('[')
  return isIpv6
    ? `'${address}': browsers run no code from an IPv6 address under a policy. Use a host name.`
    : `'${address}' is no address that a page can call: browsers would refuse it under the page's policy.`
}

const isLoopback = (address: string): boolean =>
  /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/i.test(address)

const isOrigin = (address: string): boolean =>
  /^https?:\/\/[^/?#]+\/?$/i.test(address) && URL.canParse(address)

const isFolder = (address: string): boolean => /^https?:\/\/[^?#]+\/$/i.test(address) && URL.canParse(address)
