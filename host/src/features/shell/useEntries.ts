import { useCurrentUser, useStore } from '@console/shared-kernel/core'
import { featuresStore } from '@console/shared-kernel/host'
import type { NavEntry } from './model'

/** The navigation entries that the viewer sees on this server. */
export function useEntries(navigation: readonly NavEntry[]): NavEntry[] {
  const { level } = useCurrentUser()
  const features = useStore(featuresStore)
  return navigation.filter(
    ({ levels, feature }) =>
      (levels?.includes(level) ?? true) && (feature === undefined || Object.hasOwn(features, feature)),
  )
}
