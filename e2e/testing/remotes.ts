import { readRelease } from '@console/delivery/compose'
import { REMOTES } from '@console/shared-kernel/ports'
import { remoteDist } from './folders'

/** The navigation entries in display order, as the built remotes describe them. */
export const NAVIGATION = REMOTES.flatMap((remote) =>
  readRelease(remoteDist(remote)).screens.flatMap(({ path, title, nav }) =>
    nav ? [{ remote, path, title, ...nav }] : [],
  ),
).sort((one, other) => one.order - other.order)

/** The entries that a user of this level sees. */
export const navigationOf = (level: number) =>
  NAVIGATION.filter(({ levels }) => levels?.includes(level) ?? true)

export const labelsOf = (level: number): string[] => navigationOf(level).map(({ label }) => label)
