import { z } from 'zod'
import { CommandError } from '@console/shared-kernel/command'
import { initialState } from '../site/environmentChanges'
import { createEnvironment } from '../site/environmentStore'
import { anyHostLines } from '../site/environmentSettings'
import { environmentExists } from '../site/history'
import type { Site } from '../site/siteLayout'
import {
  command,
  ENVIRONMENT_OPTIONS,
  environmentInput,
  changeResultSchema,
  describeChange,
  required,
} from './command'

export const SETTING_OPTIONS = {
  'api-url': { type: 'string' },
  'reports-url': { type: 'string' },
  'releases-url': { type: 'string' },
  'time-zone': { type: 'string' },
  'telemetry-url': { type: 'string' },
  developer: { type: 'boolean' },
  override: { type: 'string', multiple: true },
  requires: { type: 'string' },
} as const

export const settingFields = {
  apiUrl: z.string(),
  externalReportsUrl: z.string(),
  releasesUrl: z.string(),
  timeZone: z.string(),
  telemetryUrl: z.string().nullable(),
  developer: z.boolean().optional(),
  overrides: z.array(z.string()),
  requires: z.string().optional(),
}

/** @throws CommandError where there is no such environment */
export async function checkRequired(site: Site, name: string | null | undefined): Promise<void> {
  if (name != null && !(await environmentExists(site, name)))
    throw new CommandError(`There is no environment '${name}' that could be required.`)
}

export const init = command({
  usage: 'init --env NAME --api-url URL --reports-url URL --releases-url URL/ --time-zone ZONE',
  summary:
    'creates an environment [--telemetry-url URL] [--developer [--override ORIGIN ...]] [--requires ENV] [--force]',
  options: { ...ENVIRONMENT_OPTIONS, ...SETTING_OPTIONS, force: { type: 'boolean' } },
  positionals: [0, 0],
  input: z.object({ ...environmentInput, ...settingFields, force: z.boolean().optional() }),
  output: changeResultSchema,
  read: (values) => {
    const given = required(values, 'env', 'api-url', 'reports-url', 'releases-url', 'time-zone')
    return {
      environment: given.env,
      apiUrl: given['api-url'],
      externalReportsUrl: given['reports-url'],
      releasesUrl: given['releases-url'],
      timeZone: given['time-zone'],
      telemetryUrl: values['telemetry-url'] ?? null,
      developer: values.developer,
      overrides: values.override ?? [],
      requires: values.requires,
      force: values.force,
    }
  },
  needs: () => 'host',
  run: async ({ site, who }, { environment, requires, developer, force, ...settings }) => {
    const named = {
      name: environment,
      ...settings,
      ...(developer && { developer }),
      ...(requires !== undefined && { requires }),
    }
    await checkRequired(site, requires)
    const state = initialState(named, force)
    return describeChange(
      site,
      environment,
      await createEnvironment(site, environment, { who, why: 'init' }, state),
    )
  },
  print: ({ environment }, settings) => [
    `${environment} is created. Its host comes next: console-delivery promote host@VERSION --env ${environment} --why TEXT`,
    ...anyHostLines(settings).map((line) => `  ${line}`),
  ],
})
