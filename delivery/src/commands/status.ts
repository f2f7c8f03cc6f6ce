import { userInfo } from 'node:os'
import type { DeployedRelease } from '@console/shared-kernel/remote/documents'
import { mend } from '../site/environment'
import { environmentPaths, releaseId, type Site } from '../site/layout'
import { lockedBy } from '../site/lock'
import { currentEnvironment } from '../site/page'
import { environmentsOf, readSettings } from '../site/settings'
import { ENVIRONMENT, readArgs, type Command } from './command'

export const status: Command = {
  usage: 'status [--env ENV]',
  summary: 'says what is served now, in every environment; completes a change that was interrupted',
  run: async (args) => {
    const { values, site } = readArgs(args, ENVIRONMENT, { least: 0, most: 0 })
    if (values.env !== undefined) return await statusOf(site, readSettings(site, values.env).name)
    const names = environmentsOf(site)
    if (names.length === 0) return ['There is no environment yet: make one with console-delivery init.']
    return (await Promise.all(names.map((name) => statusOf(site, name)))).flat()
  },
}

async function statusOf(site: Site, name: string): Promise<string[]> {
  const current = currentEnvironment(site, name)
  if (!current) return [`${name}: nothing has been promoted yet`]
  const { revision, host, remotes } = current
  return [
    `${name}: revision ${revision}, host ${host ? releaseId(host) : 'unknown'}`,
    ...Object.entries(remotes).map(([remote, { release, previous, canary }]) =>
      [
        `  ${remote} ${releaseId(release)}`,
        ...beside('previous', previous),
        ...beside(canary ? `canary for ${canary.percent} %` : '', canary),
      ].join(', '),
    ),
    ...(await mended(site, name)),
  ]
}

const beside = (what: string, deployed: DeployedRelease | undefined): string[] =>
  deployed ? [`${what} ${releaseId(deployed.release)}`] : []

/** The page is what counts: what stands beside it follows, unless somebody is at it. */
async function mended(site: Site, name: string): Promise<string[]> {
  const busy = lockedBy(environmentPaths(site, name).lock)
  if (busy !== null) return [`  ${busy}`]
  if (!(await mend(site, name, userInfo().username))) return []
  return ['  environment.json was not that of the page, since a change was interrupted: it is again']
}
