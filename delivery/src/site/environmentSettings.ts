import { type Environment, parseEnvironment, policyOrigins } from '@console/shared-kernel/remote'
import { CommandError } from '../errors/commandError'
import { NAME } from './siteLayout'

/** All of an environment except its releases. */
export interface EnvironmentSettings extends Pick<
  Environment,
  'name' | 'apiUrl' | 'externalReportsUrl' | 'timeZone' | 'developer' | 'overrides'
> {
  telemetryUrl: string | null
  /** Base address of the remotes' folders, e.g. `https://static.example.com/`. */
  releasesUrl: string
  /** An environment that must have served a release to everybody before this one may. */
  requires?: string
}

/** @throws CommandError for an invalid name or address */
export function checkSettings(settings: EnvironmentSettings): void {
  if (!NAME.test(settings.name)) {
    throw new CommandError(
      `'${settings.name}' is not a valid environment name: use lower-case letters, digits and dashes.`,
    )
  }
  if (!isFolder(settings.releasesUrl)) {
    throw new CommandError(
      `'${settings.releasesUrl}' is no address of a folder: http or https, no query, a slash at its end.`,
    )
  }
  const noOrigin = settings.overrides.find((text) => !isOrigin(text))
  if (noOrigin !== undefined) {
    throw new CommandError(`'${noOrigin}' is no origin: it reads like http://localhost:4101, without a path.`)
  }
  if (settings.overrides.length > 0 && !settings.developer)
    throw new CommandError(
      'Overrides require an environment for developers: use --developer too, or --override none.',
    )
  const addresses = [
    settings.releasesUrl,
    settings.apiUrl,
    settings.externalReportsUrl,
    settings.telemetryUrl,
  ].filter((address) => address !== null)
  const withSecret = [...addresses, ...settings.overrides].find(hasCredentials)
  if (withSecret !== undefined)
    throw new CommandError(
      `'${new URL(withSecret).origin}' with a user name or password: every visitor could read them.`,
    )
  const insecure = addresses.find((address) => /^http:/i.test(address) && !isLoopback(address))
  if (insecure !== undefined && addresses.some((address) => /^https:/i.test(address)))
    throw new CommandError(`'${insecure}': browsers refuse http from a page that has https addresses too.`)
  try {
    parseEnvironment({ schema: 1, ...settings, remotes: {} })
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
  for (const address of addresses.slice(1)) refuseWithoutOrigin(address, { apiUrl: address })
  for (const address of [settings.releasesUrl, ...settings.overrides])
    refuseWithoutOrigin(address, { developer: true, overrides: [address] })
}

const hasCredentials = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

/** What the page's policy does not name is blocked by every browser. */
function refuseWithoutOrigin(address: string, document: object): void {
  const { servers, overrides } = policyOrigins(document)
  if (servers.length + overrides.length > 0) return
  const isIpv6 = URL.canParse(address) && new URL(address).hostname.startsWith('[')
  throw new CommandError(
    isIpv6
      ? `'${address}': browsers run no code from an IPv6 address under a policy. Use a host name.`
      : `'${address}' is no address that a page can call: browsers would refuse it under the page's policy.`,
  )
}

const isLoopback = (address: string): boolean =>
  /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/i.test(address)

const isOrigin = (address: string): boolean =>
  /^https?:\/\/[^/?#]+\/?$/i.test(address) && URL.canParse(address)

const isFolder = (address: string): boolean => /^https?:\/\/[^?#]+\/$/i.test(address) && URL.canParse(address)
