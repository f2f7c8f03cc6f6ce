import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isAddress } from '../nginx/syntax'
import { writeConfiguration } from '../nginx/writeConfiguration'
import { readCurrent } from '../site/history'
import { environmentPaths, NAME } from '../site/siteLayout'
import { command, ENVIRONMENT_OPTIONS, required } from './command'

const OPTIONS = {
  ...ENVIRONMENT_OPTIONS,
  to: { type: 'string' },
  name: { type: 'string' },
  'api-upstream': { type: 'string', multiple: true },
  'reports-upstream': { type: 'string', multiple: true },
  delivery: { type: 'string' },
  webroot: { type: 'string', default: '/var/www/html' },
  brotli: { type: 'boolean', default: false },
} as const

const ADDRESS = z
  .string()
  .refine(isAddress, { error: ({ input }) => `'${String(input)}' is no address: HOST:PORT.` })

export const nginx = command({
  usage: 'nginx --env ENV --to FOLDER [--api-upstream ADDR ...] [--reports-upstream ADDR ...]',
  summary:
    'writes includes for nginx, and an example of the servers if there is none [--delivery ADDR] [--name NAME] [--webroot FOLDER] [--brotli]; ADDR is HOST:PORT',
  writesSite: false,
  options: OPTIONS,
  positionals: [0, 0],
  input: z.object({
    environment: z.string(),
    to: z.string(),
    name: z.string().regex(NAME, 'Use lower-case letters, digits and dashes.'),
    apiUpstreams: z.array(ADDRESS),
    reportsUpstreams: z.array(ADDRESS),
    delivery: ADDRESS.optional(),
    webroot: z.string(),
    brotli: z.boolean(),
  }),
  output: z.array(z.string()),
  read: (values) => {
    const { env: environment, to } = required(values, 'env', 'to')
    return {
      environment,
      to: resolve(to),
      name: values.name ?? `console-${environment}`,
      apiUpstreams: values['api-upstream'] ?? [],
      reportsUpstreams: values['reports-upstream'] ?? [],
      delivery: values.delivery,
      webroot: resolve(String(values.webroot)),
      brotli: values.brotli,
    }
  },
  run: async ({ site }, { environment, to, name, ...settings }) => {
    // throws if there is no such environment
    await readCurrent(site, environment)
    const { publicFolder } = environmentPaths(site, environment)
    const { delivery, ...others } = settings
    const all = { ...others, delivery, name, folder: join(to, name), publicFolder, siteFolder: site.root }
    return writeConfiguration(all, join(to, `${name}.conf`))
  },
  print: (lines) => lines,
})
