import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@console/shared-kernel/remote/documents'
import { parseEnvironment } from '@console/shared-kernel/remote/parseEnvironment'
import { Refusal } from '../refusal'
import { readJson, writeWhole } from './files'
import { environmentPaths, type Site } from './layout'

/** What an environment is besides its releases. */
export interface EnvironmentSettings extends Pick<
  Environment,
  'name' | 'apiUrl' | 'externalReportsUrl' | 'timeZone' | 'overrides'
> {
  telemetryUrl: string | null
  /** Where the site's folders of remotes are served, e.g. `https://static.example.com/`. */
  releasesUrl: string
}

const NAME = /^[a-z][a-z0-9-]*$/

/** @throws Refusal where the name or an address cannot be used */
export function writeSettings(site: Site, settings: EnvironmentSettings): void {
  if (!NAME.test(settings.name)) {
    throw new Refusal(`'${settings.name}' is no name of an environment: small letters, digits and dashes.`)
  }
  if (!isFolder(settings.releasesUrl)) {
    throw new Refusal(
      `'${settings.releasesUrl}' is no address of a folder: http or https, no query, a slash at its end.`,
    )
  }
  const noOrigin = settings.overrides.find((text) => !isOrigin(text))
  if (noOrigin !== undefined) {
    throw new Refusal(`'${noOrigin}' is no origin: it reads like http://localhost:4101, without a path.`)
  }
  try {
    parseEnvironment({ schema: 1, ...settings, remotes: {} })
  } catch (error) {
    throw new Refusal((error as Error).message)
  }
  mkdirSync(environmentPaths(site, settings.name).folder, { recursive: true })
  writeWhole(environmentPaths(site, settings.name).settings, `${JSON.stringify(settings, null, 2)}\n`)
}

const isOrigin = (address: string): boolean =>
  /^https?:\/\/[^/?#]+\/?$/i.test(address) && URL.canParse(address)

const isFolder = (address: string): boolean => /^https?:\/\/[^?#]+\/$/i.test(address) && URL.canParse(address)

/** @throws Refusal where there is no such environment */
export function readSettings(site: Site, name: string): EnvironmentSettings {
  const { settings } = environmentPaths(site, name)
  if (NAME.test(name) && existsSync(settings)) return readJson(settings) as EnvironmentSettings
  const known = environmentsOf(site)
  throw new Refusal(
    `There is no environment '${name}'. ${known.length ? `There are: ${known.join(', ')}.` : 'Make one with: console-delivery init'}`,
  )
}

export function environmentsOf(site: Site): string[] {
  const folder = join(site.root, 'environments')
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => existsSync(environmentPaths(site, name).settings))
}
