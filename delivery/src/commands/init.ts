import { writeSettings } from '../site/settings'
import { ENVIRONMENT, readArgs, required, type Command } from './command'

const OPTIONS = {
  ...ENVIRONMENT,
  'api-url': { type: 'string' },
  'reports-url': { type: 'string' },
  'releases-url': { type: 'string' },
  'time-zone': { type: 'string' },
  'telemetry-url': { type: 'string' },
  override: { type: 'string', multiple: true },
} as const

export const init: Command = {
  usage: 'init --env NAME --api-url URL --reports-url URL --releases-url URL/ --time-zone ZONE',
  summary: 'makes an environment, or changes its settings [--telemetry-url URL] [--override ORIGIN ...]',
  run: async (args) => {
    const { values, site } = readArgs(args, OPTIONS, { least: 0, most: 0 })
    const name = required(values.env, 'env')
    writeSettings(site, {
      name,
      apiUrl: required(values['api-url'], 'api-url'),
      externalReportsUrl: required(values['reports-url'], 'reports-url'),
      releasesUrl: required(values['releases-url'], 'releases-url'),
      timeZone: required(values['time-zone'], 'time-zone'),
      telemetryUrl: values['telemetry-url'] ?? null,
      overrides: values.override ?? [],
    })
    return [`${name} is set. What is promoted from now on is served with these settings.`]
  },
}
