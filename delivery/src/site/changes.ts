import type { DeployedRelease, Environment, Release } from '@console/shared-kernel/remote/documents'
import { Refusal } from '../refusal'
import type { HostRecord } from './hostRecord'
import { HOST, releaseId } from './layout'
import type { EnvironmentSettings } from './settings'

/** An environment's document before and after; pure, so that what a command does can be read and tested. */
export type Change = (current: Environment | null, settings: EnvironmentSettings) => Environment

/** The settings as they are now, over the releases that were there. */
const withSettings = (current: Environment | null, settings: EnvironmentSettings): Environment => {
  const { releasesUrl: _, ...own } = settings
  return { schema: 1, ...own, ...(current?.host && { host: current.host }), remotes: current?.remotes ?? {} }
}

const deployed = (release: Release, { releasesUrl }: EnvironmentSettings): DeployedRelease => ({
  baseUrl: `${releasesUrl}${release.name}/${releaseId(release)}/`,
  release,
})

export const promoteHost =
  ({ version, build }: HostRecord): Change =>
  (current, settings) => ({ ...withSettings(current, settings), host: { version, build } })

/** What was there becomes what the host falls back to; a canary has come to its end. */
export const promoteRemote =
  (release: Release): Change =>
  (current, settings) => {
    const environment = withSettings(current, settings)
    const before = environment.remotes[release.name]
    const next = deployed(release, settings)
    const isSame = before?.release.build === release.build
    const previous = isSame
      ? before?.previous
      : before && { baseUrl: before.baseUrl, release: before.release }
    const remote = { ...next, ...(previous && { previous }) }
    return { ...environment, remotes: { ...environment.remotes, [release.name]: remote } }
  }

/** @param percent of users; 0 ends the canary. */
export const setCanary =
  (release: Release, percent: number): Change =>
  (current, settings) => {
    const environment = withSettings(current, settings)
    const before = environment.remotes[release.name]
    if (!before)
      throw new Refusal(`${release.name} is not in ${settings.name}: promote a release of it first.`)
    const { canary: now, ...remote } = before
    if (percent === 0 && now?.release.build !== release.build) {
      const served = now ? `, but ${releaseId(now.release)}` : ''
      throw new Refusal(`${release.name}@${releaseId(release)} is no canary of ${settings.name}${served}.`)
    }
    const canary = { ...deployed(release, settings), percent }
    const next = percent === 0 ? remote : { ...remote, canary }
    return { ...environment, remotes: { ...environment.remotes, [release.name]: next } }
  }

export const removeRemote =
  (name: string): Change =>
  (current, settings) => {
    const environment = withSettings(current, settings)
    if (!Object.hasOwn(environment.remotes, name)) throw new Refusal(`${name} is not in ${settings.name}.`)
    const { [name]: _, ...remotes } = environment.remotes
    return { ...environment, remotes }
  }

/** Everything as it was in an earlier document, or one remote of it, or its host; servers and zone are those of now. */
export const restore =
  (earlier: Environment, name?: string): Change =>
  (current, settings) => {
    const environment = withSettings(current, settings)
    if (name === undefined) return { ...withSettings(earlier, settings) }
    if (name === HOST && earlier.host) return { ...environment, host: earlier.host }
    const remote = Object.hasOwn(earlier.remotes, name) ? earlier.remotes[name] : undefined
    if (!remote) throw new Refusal(`${name} was not in revision ${earlier.revision}.`)
    return { ...environment, remotes: { ...environment.remotes, [name]: remote } }
  }
