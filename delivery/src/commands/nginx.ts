import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isAddress } from '../nginx/syntax'
import { writeConfiguration } from '../nginx/write'
import { NotUnderstood, Refusal } from '../refusal'
import { environmentPaths } from '../site/layout'
import { ENVIRONMENT, readArgs, required, type Command } from './command'

const OPTIONS = {
  ...ENVIRONMENT,
  to: { type: 'string' },
  name: { type: 'string' },
  'api-upstream': { type: 'string', multiple: true },
  'reports-upstream': { type: 'string', multiple: true },
  delivery: { type: 'string' },
  webroot: { type: 'string', default: '/var/www/html' },
  brotli: { type: 'boolean', default: false },
} as const

const NAME = /^[a-z][a-z0-9-]*$/

export const nginx: Command = {
  usage: 'nginx --env ENV --to FOLDER [--api-upstream ADDR ...] [--reports-upstream ADDR ...]',
  summary:
    'writes includes for nginx, and an example of the servers where there is none [--delivery ADDR] [--name NAME] [--webroot FOLDER] [--brotli]; ADDR is HOST:PORT',
  run: async (args) => {
    const { values, site } = readArgs(args, OPTIONS, { least: 0, most: 0 })
    const environment = required(values.env, 'env')
    const name = values.name ?? `console-${environment}`
    const to = resolve(required(values.to, 'to'))
    const paths = environmentPaths(site, environment)
    if (!NAME.test(environment) || !existsSync(paths.folder))
      throw new Refusal(`There is no environment '${environment}'.`)
    if (!NAME.test(name)) throw new NotUnderstood(`'${name}' is no name: small letters, digits and dashes.`)
    const { delivery, webroot, brotli } = values
    const apiUpstreams = values['api-upstream'] ?? []
    const reportsUpstreams = values['reports-upstream'] ?? []
    for (const address of [
      ...apiUpstreams,
      ...reportsUpstreams,
      ...(delivery === undefined ? [] : [delivery]),
    ])
      if (!isAddress(address)) throw new NotUnderstood(`'${address}' is no address: HOST:PORT.`)
    const settings = {
      name,
      folder: join(to, name),
      publicFolder: paths.publicFolder,
      siteFolder: site.root,
      webroot: resolve(webroot),
      apiUpstreams,
      reportsUpstreams,
      delivery,
      brotli,
    }
    return writeConfiguration(settings, join(to, `${name}.conf`))
  },
}
