import { z } from 'zod'
import { servedOf } from '../site/changes'
import { hostRelease } from '../site/environment'
import { environmentsOf, readCurrent } from '../site/history'
import { HOST, releaseId, type Site } from '../site/layout'
import { stateOf, type BadMark } from '../site/revision'
import { command, ENVIRONMENT } from './command'

interface PartStatus {
  name: string
  release: string
  fallback?: string
  canary?: { release: string; percent: number }
}

interface Status {
  environment: string
  revision: number
  at: string
  who: string
  action: string
  /** What a team must build for; absent without a host, or where its release is gone. */
  kernel?: string
  react?: string
  parts: PartStatus[]
  bad: (BadMark & { release: string })[]
  damage: string[]
}

export const status = command({
  usage: 'status [--env ENV]',
  summary: 'says what is served now, in every environment, and what teams must build for; writes nothing',
  options: ENVIRONMENT,
  words: [0, 0],
  input: z.object({ environment: z.string().optional() }),
  read: ({ env }) => ({ environment: env }),
  run: ({ site }, { environment }) =>
    (environment === undefined ? environmentsOf(site) : [environment]).map((name) => statusOf(site, name)),
  print: (all) =>
    all.length === 0
      ? ['There is no environment yet: make one with console-delivery init.']
      : all.flatMap(linesOf),
})

function statusOf(site: Site, environment: string): Status {
  const { revision: current, damage } = readCurrent(site, environment)
  const { revision, at, who, action, document } = current
  const state = stateOf(current)
  const parts = Object.keys(state.parts).map((name): PartStatus => {
    const { stable, canary } = servedOf(state, name)!
    const fallback = name === HOST ? document.host?.previous : document.remotes[name]?.previous?.release
    return {
      name,
      release: releaseId(stable),
      ...(fallback && { fallback: releaseId(fallback) }),
      ...(canary && { canary: { release: releaseId(canary.build), percent: canary.percent } }),
    }
  })
  const bad = Object.entries(state.bad).map(([key, mark]) => ({
    release: key.startsWith('settings/') ? 'settings' : key.replace('/', '@'),
    ...mark,
  }))
  return {
    environment,
    revision,
    at,
    who,
    action,
    ...neededBy(site, current.document.host),
    parts,
    bad,
    damage,
  }
}

function neededBy(site: Site, host: { version: string; build: string } | undefined) {
  try {
    if (!host) return {}
    const { kernel, react } = hostRelease(site, host).record
    return { kernel, react }
  } catch {
    // a release that is gone is in the damage that promote and rollback name
    return {}
  }
}

const linesOf = (status: Status): string[] => [
  `${status.environment}: revision ${status.revision}, ${status.action}, by ${status.who} at ${status.at}`,
  ...(status.kernel ? [`  build for kernel ${status.kernel}, React ${status.react}`] : []),
  ...status.parts.map(
    ({ name, release, fallback, canary }) =>
      `  ${name} ${release}` +
      (fallback ? `, falls back to ${fallback}` : '') +
      (canary ? `, canary ${canary.release} for ${canary.percent} %` : ''),
  ),
  ...status.bad.map(
    ({ release, why, revision }) => `  rolled back from: ${release} (${why}, revision ${revision})`,
  ),
  ...status.damage.map((what) => `  ${what}: console-delivery repair --env ${status.environment} mends that`),
]
