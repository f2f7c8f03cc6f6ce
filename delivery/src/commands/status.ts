import type { DeployedRelease } from '@console/shared-kernel/remote/documents'
import { currentEnvironment, isInStep } from '../site/environment'
import { releaseId, type Site } from '../site/layout'
import { environmentsOf, readSettings } from '../site/settings'
import { ENVIRONMENT, readArgs, type Command } from './command'

export const status: Command = {
  usage: 'status [--env ENV]',
  summary: 'says what is served now, in every environment',
  run: async (args) => {
    const { values, site } = readArgs(args, ENVIRONMENT, { least: 0, most: 0 })
    if (values.env !== undefined) return statusOf(site, readSettings(site, values.env).name)
    const names = environmentsOf(site)
    return names.length > 0
      ? names.flatMap((name) => statusOf(site, name))
      : ['There is no environment yet: make one with console-delivery init.']
  },
}

function statusOf(site: Site, name: string): string[] {
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
    ...(isInStep(site, name)
      ? []
      : [
          `  environment.json is not that of the page: a change was interrupted. Mend it: console-delivery repair --env ${name}`,
        ]),
  ]
}

const beside = (what: string, deployed: DeployedRelease | undefined): string[] =>
  deployed ? [`${what} ${releaseId(deployed.release)}`] : []
