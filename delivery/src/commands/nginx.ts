import { Refusal } from '../refusal'
import { nginxConfiguration } from '../nginx/configuration'
import { environmentPaths } from '../site/layout'
import { currentEnvironment } from '../site/page'
import { readSettings } from '../site/settings'
import { ENVIRONMENT, readArgs, required, type Command } from './command'

const OPTIONS = {
  ...ENVIRONMENT,
  console: { type: 'string' },
  releases: { type: 'string' },
  api: { type: 'string' },
  upstream: { type: 'string', multiple: true },
  reports: { type: 'string' },
  'reports-upstream': { type: 'string', multiple: true },
  brotli: { type: 'boolean', default: false },
} as const

export const nginx: Command = {
  usage: 'nginx --env ENV --console ADDR --releases ADDR --api ADDR --upstream ADDR [--upstream ADDR ...]',
  summary:
    'prints the configuration of nginx for an environment [--reports ADDR --reports-upstream ADDR ...] [--brotli]; ADDR is what `listen` takes',
  run: async (args) => {
    const { values, site } = readArgs(args, OPTIONS, { least: 0, most: 0 })
    const { name } = readSettings(site, required(values.env, 'env'))
    const environment = currentEnvironment(site, name)
    if (!environment) throw new Refusal(`Nothing has been promoted to ${name} yet.`)
    const upstreams = values.upstream ?? []
    if (upstreams.length === 0) throw new Refusal('--upstream is missing.')
    const listen = {
      console: required(values.console, 'console'),
      releases: required(values.releases, 'releases'),
      api: required(values.api, 'api'),
      reports: values.reports,
    }
    const reportsUpstreams = values['reports-upstream'] ?? []
    if (listen.reports !== undefined && reportsUpstreams.length === 0)
      throw new Refusal('--reports-upstream is missing.')
    const { publicFolder } = environmentPaths(site, name)
    const settings = {
      environment,
      publicFolder,
      siteFolder: site.root,
      listen,
      upstreams,
      reportsUpstreams,
      brotli: values.brotli,
    }
    return [nginxConfiguration(settings)]
  },
}
