import type { Location } from 'react-router-dom'
import type { Machine, User } from '@console/shared-kernel/contracts'
import type { DialogLink } from '@console/shared-kernel/core'
import { seesEverything } from '@console/shared-kernel/rules'

/** A link to the owner; null if the viewer's users list omits them: only the Master is in their own list. */
export function ownerLinkOf(viewer: User, { ownerId, userName }: Machine): DialogLink | null {
  if (userName === '' || (ownerId === viewer.userId && !seesEverything(viewer))) return null
  const label = `Owner ${userName}`
  if (ownerId === null) return { label, to: `/?search=${encodeURIComponent(userName)}` }
  return { label, to: `/?branch=${ownerId}`, opens: { kind: 'user', id: ownerId } }
}

const RANGE_KEYS = ['range', 'dateFrom', 'dateTo', 'timeFrom', 'timeTo']

/** @param at where the links are shown; those on a report keep its range */
export function reportLinksOf(
  { id }: Pick<Machine, 'id'>,
  at: Pick<Location, 'pathname' | 'search'>,
): DialogLink[] {
  const isReport = /^\/(external|internal)\/?$/.test(at.pathname)
  const range = [...new URLSearchParams(isReport ? at.search : '')].filter(([key]) =>
    RANGE_KEYS.includes(key),
  )
  const search = `?${new URLSearchParams([['machine', id], ['run', '1'], ...range]).toString()}`
  return [
    { label: 'External report', to: `/external${search}` },
    { label: 'Internal report', to: `/internal${search}` },
  ]
}
