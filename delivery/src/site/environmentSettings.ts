import { type Environment, parseEnvironment } from '@console/shared-kernel/remote'
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
  const insecure = addresses.find((address) => /^http:/i.test(address) && !isLoopback(address))
  if (insecure !== undefined && addresses.some((address) => /^https:/i.test(address)))
    throw new CommandError(`'${insecure}': browsers refuse http from a page that has https addresses too.`)
  try {
    parseEnvironment({ schema: 1, ...settings, remotes: {} })
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

const isLoopback = (address: string): boolean =>
  /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/i.test(address)

const isOrigin = (address: string): boolean =>
  /^https?:\/\/[^/?#]+\/?$/i.test(address) && URL.canParse(address)

const isFolder = (address: string): boolean => /^https?:\/\/[^?#]+\/$/i.test(address) && URL.canParse(address)
