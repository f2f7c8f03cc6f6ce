import type { DialogLink } from '@console/shared-kernel/core'
import type { Machine, User } from '@console/shared-kernel/contracts'

/** Links from a machine. */
export function linksOf(viewer: User, { id, ownerId, userName }: Machine): DialogLink[] {
  const report = `?machine=${encodeURIComponent(id)}&run=1`
  const owner = ownerId === null ? `/?search=${encodeURIComponent(userName)}` : `/?branch=${ownerId}`
  return [
    // only the Master is in their own list of users
    ...(userName !== '' && (ownerId !== viewer.userId || viewer.level === 1)
      ? [{ label: `Owner ${userName}`, to: owner }]
      : []),
    ...(id === ''
      ? []
      : [
          { label: 'External report', to: `/external${report}` },
          { label: 'Internal report', to: `/internal${report}` },
          { label: 'Activity', to: `/activity?machine=${encodeURIComponent(id)}` },
        ]),
  ]
}
