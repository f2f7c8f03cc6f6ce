import { z } from 'zod'
import { Refusal } from '../refusal'
import { nginxConfiguration } from '../nginx/configuration'
import { environmentPaths } from '../site/layout'
import { servedDocument } from '../site/environment'
import { command, ENVIRONMENT, required } from './command'

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

export const nginx = command({
  usage: 'nginx --env ENV --console ADDR --releases ADDR --api ADDR --upstream ADDR [--upstream ADDR ...]',
  summary:
    'prints the configuration of nginx for an environment [--reports ADDR --reports-upstream ADDR ...] [--brotli]; ADDR is what `listen` takes',
  options: OPTIONS,
  words: [0, 0],
  input: z.object({
    environment: z.string(),
    console: z.string(),
    releases: z.string(),
    api: z.string(),
    upstreams: z.array(z.string()),
    reports: z.string().optional(),
    reportsUpstreams: z.array(z.string()),
    brotli: z.boolean(),
  }),
  output: z.object({ configuration: z.string() }),
  read: (values) => ({
    environment: required(values.env, 'env'),
    console: required(values.console, 'console'),
    releases: required(values.releases, 'releases'),
    api: required(values.api, 'api'),
    upstreams: values.upstream ?? [],
    reports: values.reports,
    reportsUpstreams: values['reports-upstream'] ?? [],
    brotli: values.brotli,
  }),
  run: ({ site }, { environment: name, console, releases, api, reports, ...others }) => {
    const environment = servedDocument(site, name)
    if (!environment.host) throw new Refusal(`Nothing has been promoted to ${name} yet.`)
    if (others.upstreams.length === 0) throw new Refusal('--upstream is missing.')
    if (reports !== undefined && others.reportsUpstreams.length === 0)
      throw new Refusal('--reports-upstream is missing.')
    const { publicFolder } = environmentPaths(site, name)
    const listen = { console, releases, api, reports }
    return {
      configuration: nginxConfiguration({
        environment,
        publicFolder,
        siteFolder: site.root,
        listen,
        ...others,
      }),
    }
  },
  print: ({ configuration }) => [configuration],
})
