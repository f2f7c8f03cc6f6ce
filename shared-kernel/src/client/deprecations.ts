interface Deprecation {
  entry: string
  name: string
  since: string
  instead: string
  /** Removed in this version, the second major release after `since`. */
  gone: string
}

/** docs/kernel.md has the same table. */
export const DEPRECATIONS = [
  { entry: 'core', name: 'Facts', since: '2.1.0', instead: 'DescriptionList', gone: '4.0.0' },
  { entry: 'table', name: 'ExportCsvButton', since: '2.1.0', instead: 'ExportButtons', gone: '4.0.0' },
  { entry: 'contracts', name: 'namesBelow', since: '2.2.0', instead: 'creatorNames', gone: '4.0.0' },
  { entry: 'contracts', name: 'ActivityKind', since: '2.2.0', instead: 'AUDIT_KINDS', gone: '4.0.0' },
  { entry: 'schemas', name: 'activityQuery', since: '2.2.0', instead: 'activityListQuery', gone: '4.0.0' },
  { entry: 'schemas', name: 'ActivityQuery', since: '2.2.0', instead: 'ActivityListQuery', gone: '4.0.0' },
  {
    entry: 'schemas',
    name: 'copySettingsRequest',
    since: '2.2.0',
    instead: 'copyGameSettingsRequest',
    gone: '4.0.0',
  },
  {
    entry: 'schemas',
    name: 'CopySettingsRequest',
    since: '2.2.0',
    instead: 'CopyGameSettingsRequest',
    gone: '4.0.0',
  },
] as const satisfies readonly Deprecation[]

type DeprecatedName = (typeof DEPRECATIONS)[number]['name']

const warned = new Set<DeprecatedName>()

/** Warns once, in development. */
export function warnOfDeprecated(name: DeprecatedName): void {
  if (process.env.NODE_ENV === 'production' || warned.has(name)) return
  warned.add(name)
  const { entry, since, instead, gone } = DEPRECATIONS.find((each) => each.name === name)!
  console.warn(
    `${name} of @console/shared-kernel/${entry} is deprecated since ${since} and gone in ${gone}: use ${instead}.`,
  )
}
