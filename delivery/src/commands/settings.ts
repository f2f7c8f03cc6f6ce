import { z } from 'zod'
import { UsageError } from '@console/shared-kernel/command'
import { changeSettings } from '../site/environmentChanges'
import { checkApiUrl } from '../site/environmentSettings'
import { changeCommand } from './command'
import { requireApi } from './probeApi'
import { checkRequired, SETTING_OPTIONS, settingFields } from './init'

const NONE = 'none'

export const settings = changeCommand({
  usage: 'settings --env ENV --why TEXT [--api-url URL] [--reports-url URL] [--releases-url URL/] ...',
  summary:
    "changes the given settings of an environment, with the options of init; '--telemetry-url none', '--override none', '--requires none', '--no-developer' switch them off; an API that does not answer, or an IPv6 literal, is refused [--force]",
  options: { ...SETTING_OPTIONS, 'no-developer': { type: 'boolean' }, force: { type: 'boolean' } },
  positionals: [0, 0],
  fields: {
    force: z.boolean().optional(),
    change: z
      .object({ ...settingFields, requires: z.string().nullable() })
      .partial()
      .refine((change) => Object.keys(change).length > 0, 'Name at least one setting.'),
  },
  read: (values) => {
    const off = (value: unknown) => (value === NONE ? null : value)
    const given = {
      apiUrl: values['api-url'],
      externalReportsUrl: values['reports-url'],
      releasesUrl: values['releases-url'],
      timeZone: values['time-zone'],
      telemetryUrl: off(values['telemetry-url']),
      developer: values['no-developer'] ? false : values.developer,
      overrides: String(values.override) === NONE ? [] : values.override,
      requires: off(values.requires),
    }
    const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    if (Object.keys(change).length === 0) throw new UsageError('Name at least one setting.')
    return { change, force: values.force }
  },
  needs: () => 'host',
  change: async ({ site }, { change, force }) => {
    await checkRequired(site, change.requires)
    if (change.apiUrl !== undefined) {
      checkApiUrl(change.apiUrl)
      if (!force) await requireApi(change.apiUrl)
    }
    return changeSettings(change, force)
  },
})
