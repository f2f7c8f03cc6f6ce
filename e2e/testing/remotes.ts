import { readRelease } from '@console/delivery/compose'
import { REMOTES } from '@console/shared-kernel/ports'
import { remoteDist } from './folders'

/** The entries of the navigation, in their order, as the built remotes describe them. */
export const NAVIGATION = REMOTES.flatMap((remote) =>
  readRelease(remoteDist(remote)).screens.flatMap(({ path, title, nav }) =>
    nav ? [{ remote, path, title, ...nav }] : [],
  ),
).sort((one, other) => one.order - other.order)

/** What a user of a level sees. */
export const navigationOf = (level: number) =>
  NAVIGATION.filter(({ levels }) => levels?.includes(level) ?? true)

export const labelsOf = (level: number): string[] => navigationOf(level).map(({ label }) => label)
