import type { Machine, User } from '@console/shared-kernel/contracts'
import type { DialogLink } from '@console/shared-kernel/core'
import { seesEverything } from '@console/shared-kernel/rules'

/** The owner among the users; null where the viewer does not find them: only the Master is in their own list. */
export function ownerLinkOf(viewer: User, { ownerId, userName }: Machine): DialogLink | null {
  if (userName === '' || (ownerId === viewer.userId && !seesEverything(viewer))) return null
  const label = `Owner ${userName}`
  if (ownerId === null) return { label, to: `/?search=${encodeURIComponent(userName)}` }
  return { label, to: `/?branch=${ownerId}`, opens: { kind: 'user', id: ownerId } }
}

export function reportLinksOf({ id }: Pick<Machine, 'id'>): DialogLink[] {
  const search = `?machine=${encodeURIComponent(id)}&run=1`
  return [
    { label: 'External report', to: `/external${search}` },
    { label: 'Internal report', to: `/internal${search}` },
  ]
}
